/** Updates the index to a source's current state. Idempotent. */
import type { SearchChange, SearchSource } from '../../schema/wire/jobs.ts';
import { chunksOf } from '../platform/chunks.ts';
import { createDatabase } from '../platform/database.ts';
import { chooseDatabase, searchDatabases } from './databases.ts';
import type { DocumentKey, SearchDocument } from './document.ts';
import { findVersions, removeDocument, writeDocument } from './index-store.ts';
import { keysOf, loadDocuments, type SourceDeps } from './sources.ts';

export interface IndexDeps extends SourceDeps {
  databases: readonly D1Database[];
}

export function indexDeps(env: Env): IndexDeps {
  return {
    db: createDatabase(env.DB),
    bucket: env.TRANSCRIPTS,
    databases: searchDatabases(env),
  };
}

/** Of sources whose text is so long that a page of them doesn't fit into memory. */
const AT_ONCE: Partial<Record<SearchSource, number>> = { transcript: 1 };

/** Returns how many documents were written or removed. */
export function indexSource(deps: IndexDeps, { kind, sourceId }: SearchChange): Promise<number> {
  return indexSources(deps, kind, [sourceId]);
}

/** @param isForced also rewrites documents whose version is current */
export async function indexSources(
  deps: IndexDeps,
  source: SearchSource,
  ids: string[],
  { isForced = false } = {},
): Promise<number> {
  const keys = ids.flatMap((sourceId) => keysOf(source, sourceId));
  const indexes = await Promise.all(
    deps.databases.map(async (database) => {
      const indexed = await findVersions(database, keys);
      return { database, versions: new Map(indexed.map((one) => [nameOf(one), one.version])) };
    }),
  );
  let changed = 0;
  for (const some of chunksOf(ids, AT_ONCE[source] ?? ids.length)) {
    const loaded = await loadDocuments(deps, source, some);
    const documents = new Map(loaded.map((document) => [nameOf(document), document]));
    for (const key of some.flatMap((sourceId) => keysOf(source, sourceId))) {
      const document = documents.get(nameOf(key));
      for (const { database, versions } of indexes) {
        const version = versions.get(nameOf(key));
        const isHere = document !== undefined && homeOf(deps, document) === database;
        if (isHere && (isForced || version !== document.version)) {
          await writeDocument(database, document);
          changed += 1;
        } else if (!isHere && version !== undefined) {
          await removeDocument(database, key);
          changed += 1;
        }
      }
    }
  }
  return changed;
}

const nameOf = ({ kind, sourceId }: DocumentKey) => `${kind} ${sourceId}`;

function homeOf(deps: IndexDeps, { owner, podcastId }: SearchDocument): D1Database {
  return chooseDatabase(deps.databases, owner ?? podcastId ?? '');
}
