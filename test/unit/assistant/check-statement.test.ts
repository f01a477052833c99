/**
 * What becomes of statements that a model makes: of 500 that lie in every way one can none gets
 * through, and of 500 that are true, paraphrases among them, at least 480 do.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkStatement } from '../../../worker/assistant/check/check-statement.ts';
import { readWordVectors } from '../../../worker/assistant/retrieval/word-vectors.ts';
import { lies, truths } from '../../support/statements/statements.ts';

const VECTORS = join(import.meta.dirname, '../../../worker/assistant/word-vectors.bin');
const vectors = readWordVectors(new Uint8Array(readFileSync(VECTORS)).buffer);

describe('a statement', () => {
  test('that is false fails, however it is falsified', () => {
    const statements = lies();
    expect(statements.length).toBeGreaterThanOrEqual(500);
    const passed = statements.filter(
      ({ statement, episode }) => checkStatement(statement, episode, { vectors }) === null,
    );
    expect(passed.map(({ way, statement }) => `${way}: ${statement.text}`)).toEqual([]);
  });

  test('that is true passes, also in other words', () => {
    const statements = truths();
    expect(statements).toHaveLength(500);
    const holding = statements.filter(
      ({ statement, episode }) => checkStatement(statement, episode, { vectors }) === null,
    );
    expect(holding.length).toBeGreaterThanOrEqual(480);
  });
});
