/** Some letters become two in upper case, such as 'ß'; keep one. */
function initialOf(username: string): string {
  const [letter = ''] = username;
  const [upper = ''] = letter.toUpperCase();
  return upper;
}

/** The first letter of a username as an avatar. Empty until the name is known. */
export function Avatar({ username }: { username?: string }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-9 items-center justify-center rounded-full bg-accent-soft font-medium text-accent"
    >
      {username ? initialOf(username) : null}
    </span>
  );
}
