/** Updates the index to a source's current state. Idempotent. */
import type { SearchChange, SearchSource } from '../../schema/wire/jobs.ts';
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
  const loaded = await loadDocuments(deps, source, ids);
  const documents = new Map(loaded.map((document) => [nameOf(document), document]));
  const keys = ids.flatMap((sourceId) => keysOf(source, sourceId));
  let changed = 0;
  for (const database of deps.databases) {
    const indexed = await findVersions(database, keys);
    const versions = new Map(indexed.map((one) => [nameOf(one), one.version]));
    for (const key of keys) {
      const document = documents.get(nameOf(key));
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
  return changed;
}

const nameOf = ({ kind, sourceId }: DocumentKey) => `${kind} ${sourceId}`;

function homeOf(deps: IndexDeps, { owner, podcastId }: SearchDocument): D1Database {
  return chooseDatabase(deps.databases, owner ?? podcastId ?? '');
}
