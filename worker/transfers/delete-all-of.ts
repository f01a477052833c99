/** Deletes the files of a person's exports and imports; their rows go by cascade. */
export async function deleteAllOf(env: Env, userId: string): Promise<void> {
  for (const prefix of [`exports/${userId}/`, `imports/${userId}/`]) {
    for (let isMore = true; isMore; ) {
      const { objects, truncated } = await env.TRANSCRIPTS.list({ prefix });
      if (objects.length > 0) await env.TRANSCRIPTS.delete(objects.map(({ key }) => key));
      isMore = truncated;
    }
  }
}
