/** Writes documents into the index, each in one transaction. */
import { z } from 'zod';
import { asParameters } from '../platform/json-parameters.ts';
import { createPauseMeter, SENTENCE, withPauses } from '../platform/pauses.ts';
import {
  cutPassages,
  type DocumentKey,
  PASSAGES_PER_DOCUMENT,
  type SearchDocument,
} from './document.ts';
import { indexText, spacedWordsIn } from './words.ts';

/** Words worth suggesting as a correction. */
const SPELT = /^\p{Ll}{3,24}$/u;

const DOCUMENT_ID = '(SELECT id FROM documents WHERE kind = ?1 AND source_id = ?2)';
const PASSAGE_IDS = `SELECT id FROM passages
  WHERE id >= ${DOCUMENT_ID} * ${PASSAGES_PER_DOCUMENT} AND id < (${DOCUMENT_ID} + 1) * ${PASSAGES_PER_DOCUMENT}`;

/** Sentences as stored in a row. */
const sentencesSchema = z.array(
  z.tuple([z.string(), z.number().nullable(), z.string().nullable()]),
);

/** Reads the sentences of a stored passage. */
export function readSentences(json: string) {
  return sentencesSchema
    .parse(JSON.parse(json))
    .map(([text, start, speaker]) => ({ text, start, speaker }));
}

/** An id as a single token of the index. */
export const asToken = (prefix: 'p' | 'e' | 'u', id: string) => prefix + id.replaceAll('-', '');

type IndexedVersion = DocumentKey & { version: string };

/** Returns the version of each of these documents that is in the index. */
export async function findVersions(
  db: D1Database,
  keys: readonly DocumentKey[],
): Promise<IndexedVersion[]> {
  const { results } = await db
    .prepare(
      `SELECT kind, source_id AS sourceId, version FROM json_each(?) AS asked
       CROSS JOIN documents ON kind = asked.value ->> 'kind'
         AND source_id = asked.value ->> 'sourceId'`,
    )
    .bind(JSON.stringify(keys))
    .all<IndexedVersion>();
  return results;
}

/** Makes the rows of a document's passages. Yields wherever it may pause. */
function* makeRows(document: SearchDocument) {
  const isTimeToPause = createPauseMeter();
  const rows = [];
  for (const [place, sentences] of (yield* cutPassages(document.sentences)).entries()) {
    const text = sentences.map((sentence) => sentence.text).join(' ');
    rows.push({
      place,
      sentences: JSON.stringify(
        sentences.map(({ text, start, speaker }) => [text, start, speaker]),
      ),
      speaker: indexText([...new Set(sentences.map(({ speaker }) => speaker ?? ''))].join(' ')),
      text: indexText(text),
    });
    if (isTimeToPause(SENTENCE + text.length)) yield;
  }
  return rows;
}

/** Replaces a source in the index. */
export async function writeDocument(db: D1Database, document: SearchDocument): Promise<void> {
  const { kind, sourceId, owner, podcastId, episodeId, publishedAt, version } = document;
  const index = owner === null ? 'shared_index' : 'private_index';
  const passages = await withPauses(makeRows(document));
  const scope = [
    `kind${kind}`,
    ...(owner === null ? [] : [asToken('u', owner)]),
    ...(podcastId === null ? [] : [asToken('p', podcastId)]),
    ...(episodeId === null ? [] : [asToken('e', episodeId)]),
  ].join(' ');
  const before = await wordsOfDocument(db, document);
  const statements = [
    ...emptying(db, document),
    db
      .prepare(
        `INSERT INTO documents
           (kind, source_id, owner, podcast_id, episode_id, published_at, version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (kind, source_id) DO UPDATE SET owner = excluded.owner,
           podcast_id = excluded.podcast_id, episode_id = excluded.episode_id,
           published_at = excluded.published_at, version = excluded.version`,
      )
      .bind(kind, sourceId, owner, podcastId, episodeId, publishedAt, version),
  ];
  for (const json of asParameters(passages)) {
    const rows = `FROM json_each(?3) WHERE true`;
    const id = `${DOCUMENT_ID} * ${PASSAGES_PER_DOCUMENT} + (value ->> 'place')`;
    statements.push(
      db
        .prepare(`INSERT INTO passages (id, sentences) SELECT ${id}, value ->> 'sentences' ${rows}`)
        .bind(kind, sourceId, json),
      db
        .prepare(
          `INSERT INTO ${index} (rowid, scope, speaker, text)
           SELECT ${id}, ?4, value ->> 'speaker', value ->> 'text' ${rows}`,
        )
        .bind(kind, sourceId, json, scope),
    );
  }
  if (owner === null) {
    const words = await withPauses(findSpeltWords(document.sentences.map(({ text }) => text)));
    statements.push(...addingWords(db, words), ...removingWords(db, before));
  }
  await db.batch(statements);
}

/** Removes a source from the index, if it is there. */
export async function removeDocument(db: D1Database, key: DocumentKey): Promise<void> {
  const spelt = await wordsOfDocument(db, key);
  await db.batch([
    ...emptying(db, key),
    db
      .prepare('DELETE FROM documents WHERE kind = ?1 AND source_id = ?2')
      .bind(key.kind, key.sourceId),
    ...removingWords(db, spelt),
  ]);
}

/** Removes a user's documents from one database. */
export async function removeDocumentsOf(db: D1Database, owner: string): Promise<void> {
  const passages = `SELECT passages.id FROM documents JOIN passages
    ON passages.id >= documents.id * ${PASSAGES_PER_DOCUMENT} AND passages.id < (documents.id + 1) * ${PASSAGES_PER_DOCUMENT}
    WHERE documents.owner = ?1`;
  await db.batch(
    [
      `DELETE FROM private_index WHERE rowid IN (${passages})`,
      `DELETE FROM passages WHERE id IN (${passages})`,
      'DELETE FROM documents WHERE owner = ?1',
    ].map((statement) => db.prepare(statement).bind(owner)),
  );
}

function emptying(db: D1Database, { kind, sourceId }: DocumentKey): D1PreparedStatement[] {
  return [
    `DELETE FROM shared_index WHERE rowid IN (${PASSAGE_IDS})`,
    `DELETE FROM private_index WHERE rowid IN (${PASSAGE_IDS})`,
    `DELETE FROM passages WHERE id IN (${PASSAGE_IDS})`,
  ].map((statement) => db.prepare(statement).bind(kind, sourceId));
}

function addingWords(db: D1Database, words: string[]): D1PreparedStatement[] {
  return [...asParameters(words)].map((json) =>
    db
      .prepare(
        'INSERT INTO words (word) SELECT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
      )
      .bind(json),
  );
}

function removingWords(db: D1Database, words: string[]): D1PreparedStatement[] {
  return [...asParameters(words)].map((json) =>
    db
      .prepare(
        `DELETE FROM words WHERE word IN (SELECT value FROM json_each(?)) AND NOT EXISTS (
           SELECT 1 FROM shared_index WHERE shared_index MATCH 'text:"' || word || '"')`,
      )
      .bind(json),
  );
}

async function wordsOfDocument(db: D1Database, key: DocumentKey): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT sentences FROM passages WHERE id IN (${PASSAGE_IDS})
       AND (SELECT owner FROM documents WHERE kind = ?1 AND source_id = ?2) IS NULL`,
    )
    .bind(key.kind, key.sourceId)
    .all<{ sentences: string }>();
  const texts = results.flatMap((row) => readSentences(row.sentences).map(({ text }) => text));
  return withPauses(findSpeltWords(texts));
}

/** Finds the words worth keeping for spelling correction, without duplicates. Yields wherever it may pause. */
function* findSpeltWords(texts: string[]): Generator<void, string[]> {
  const isTimeToPause = createPauseMeter();
  const words = new Set<string>();
  for (const text of texts) {
    for (const word of spacedWordsIn(text)) words.add(word);
    if (isTimeToPause(SENTENCE + text.length)) yield;
  }
  return [...words].filter((word) => SPELT.test(word)).sort();
}
