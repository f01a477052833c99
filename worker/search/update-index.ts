/** Updates the index to a source's current state. Idempotent. */
import type { SearchChange, SearchSource } from '../../schema/wire/jobs.ts';
import { createDatabase } from '../platform/database.ts';
import { chooseDatabase, searchDatabases } from './databases.ts';
import type { SearchDocument } from './document.ts';
import { findVersion, removeDocument, writeDocument } from './index-store.ts';
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
export function updateSource(deps: IndexDeps, { kind, sourceId }: SearchChange): Promise<number> {
  return updateSources(deps, kind, [sourceId]);
}

/** @param isForced also rewrites documents whose version is current */
export async function updateSources(
  deps: IndexDeps,
  source: SearchSource,
  ids: string[],
  { isForced = false } = {},
): Promise<number> {
  const documents = await loadDocuments(deps, source, ids);
  let changed = 0;
  for (const sourceId of ids) {
    for (const key of keysOf(source, sourceId)) {
      const document = documents.find(
        (other) => other.sourceId === sourceId && other.kind === key.kind,
      );
      const home = document ? homeOf(deps, document) : null;
      for (const database of deps.databases) {
        const version = await findVersion(database, key);
        if (database === home && document) {
          if (version === document.version && !isForced) continue;
          await writeDocument(database, document);
        } else if (version !== null) {
          await removeDocument(database, key);
        } else continue;
        changed += 1;
      }
    }
  }
  return changed;
}

function homeOf(deps: IndexDeps, { owner, podcastId }: SearchDocument): D1Database {
  return chooseDatabase(deps.databases, owner ?? podcastId ?? '');
}
