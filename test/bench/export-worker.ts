/**
 * Makes an account's sources and its export: `POST /sources` and `POST /export {formats}`; `POST /hold`
 * allocates memory.
 */
import type { ExportFormat } from '../../schema/wire/exports.ts';
import { createDatabase } from '../../worker/platform/database.ts';
import { restoreSources } from '../../worker/sources/restore-sources.ts';
import { makeExport } from '../../worker/transfers/export/make-export.ts';
import { exportKey, insertExport } from '../../worker/transfers/export/store.ts';

export default {
  async fetch(request, { DB, TRANSCRIPTS: bucket }) {
    const { pathname } = new URL(request.url);
    const db = createDatabase(DB);
    const body = await request.json<{
      userId: string;
      sources: number;
      formats: ExportFormat[];
      megabytes: number;
    }>();
    if (pathname === '/hold') return Response.json(hold(body.megabytes));
    const { userId } = body;
    if (pathname === '/sources') {
      for (let index = 0; index < body.sources; index += 1) {
        const source = {
          ...{ id: crypto.randomUUID(), otherId: crypto.randomUUID(), kind: 'text' as const },
          ...{ title: `Source ${index}`, author: null, address: null, publishedAt: null },
          ...{ createdAt: new Date(index), updatedAt: new Date(index) },
          text: `${index} ${'Rent rose by nine percent in the spring. '.repeat(4_800)}`,
        };
        await restoreSources({ db, bucket }, userId, [source], []);
      }
      return Response.json('added');
    }
    const { formats } = body;
    const id = await insertExport(db, userId, { formats, origin: 'https://dripcast.test' });
    if (id === null) return Response.json({ bytes: 0 });
    await makeExport({ db, bucket }, id);
    const file = await bucket.head(exportKey({ userId, id }));
    return Response.json({ bytes: file?.size ?? 0 });
  },
} satisfies ExportedHandler<Env>;

/** Fills V8's heap with numbers, each eight bytes. */
function hold(megabytes: number): number {
  const held = Array.from({ length: megabytes }, () =>
    Array.from({ length: 125_000 }, () => Math.random()),
  );
  return held.length;
}
