import type { AbuseCase } from '../abuse-case.ts';

const AT_ONCE = 20;

/** Formerly, hashing these twenty passwords made another reader wait for 17 seconds. */
export default {
  name: 'twenty registrations at once',
  isShort: true,
  async prepare({ origin }) {
    return {
      async attack() {
        const address = crypto.randomUUID();
        const register = async () => {
          const reply = await fetch(`${origin}/api/register`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': address },
            body: JSON.stringify({
              username: `someone-${crypto.randomUUID().slice(0, 12)}`,
              password: 'a good secret',
            }),
          });
          if (reply.status !== 201) throw new Error(`registering answered ${await reply.text()}`);
          await reply.body?.cancel();
        };
        await Promise.all(Array.from({ length: AT_ONCE }, register));
      },
    };
  },
} satisfies AbuseCase;
