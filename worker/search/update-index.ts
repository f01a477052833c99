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
  const documents = new Map<string, SearchDocument>();
  for (const document of await loadDocuments(deps, source, ids)) {
    documents.set(nameOf(document), document);
  }
  const keys = ids.flatMap((sourceId) => keysOf(source, sourceId));
  let changed = 0;
  for (const database of deps.databases) {
    const versions = new Map<string, string>();
    for (const indexed of await findVersions(database, keys)) {
      versions.set(nameOf(indexed), indexed.version);
    }
    for (const key of keys) {
      const document = documents.get(nameOf(key));
      const version = versions.get(nameOf(key));
      if (document && homeOf(deps, document) === database) {
        if (version === document.version && !isForced) continue;
        await writeDocument(database, document);
      } else if (version !== undefined) {
        await removeDocument(database, key);
      } else continue;
      changed += 1;
    }
  }
  return changed;
}

const nameOf = ({ kind, sourceId }: DocumentKey) => `${kind} ${sourceId}`;

function homeOf(deps: IndexDeps, { owner, podcastId }: SearchDocument): D1Database {
  return chooseDatabase(deps.databases, owner ?? podcastId ?? '');
}
