const STEPS = [
  ['Sign Up', 'A name and a password are enough. No card, no newsletter.'],
  [
    'Subscribe to your favourite podcasts',
    'Marketing, HR, finance, law, health. New episodes arrive every week by themselves.',
  ],
  [
    'Interact with podcast content',
    'Read the insights, ask what you want to know, keep what is worth keeping.',
  ],
] as const;

/** Three steps on one line, drawn by a falling drop as the page scrolls. */
export function Steps() {
  return (
    <section
      aria-labelledby="steps"
      className="container-page grid gap-8 py-16 md:grid-cols-2 md:py-28"
    >
      <h2 id="steps" className="max-w-sm text-3xl leading-tight md:text-4xl">
        Three steps, then it drips by itself.
      </h2>
      <ol className="steps">
        {STEPS.map(([title, text]) => (
          <li key={title}>
            <h3 className="text-xl">{title}</h3>
            <p className="mt-1 text-quiet">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
