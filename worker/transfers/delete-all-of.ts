/** Deletes the files of a person's exports; their rows go by cascade. */
export async function deleteAllOf(env: Env, userId: string): Promise<void> {
  const prefix = `exports/${userId}/`;
  for (;;) {
    const { objects, truncated } = await env.TRANSCRIPTS.list({ prefix });
    if (objects.length > 0) await env.TRANSCRIPTS.delete(objects.map(({ key }) => key));
    if (!truncated) return;
  }
}
