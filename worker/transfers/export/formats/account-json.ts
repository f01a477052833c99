/** The whole account as one JSON document, row by row. */
import {
  ACCOUNT_DOCUMENT_FORMAT,
  ACCOUNT_DOCUMENT_VERSION,
  DOCUMENT_LISTS,
} from '../../../../schema/wire/account-document.ts';
import type { Database } from '../../../platform/database.ts';
import { readHead } from '../document/head.ts';
import { PAGES_OF } from '../document/lists.ts';

/** Where the JSON Schema of the document is published. */
const ACCOUNT_SCHEMA_PATH = '/api/schemas/account.json';

/**
 * Writes it piece by piece; nothing if the account is gone.
 *
 * @param origin where the product is, for the address of the schema
 */
export async function* accountJson(
  { db, bucket }: { db: Database; bucket: R2Bucket },
  userId: string,
  origin: string,
): AsyncGenerator<string> {
  const head = await readHead(db, userId);
  if (!head) return;
  const fields = {
    $schema: `${origin}${ACCOUNT_SCHEMA_PATH}`,
    format: ACCOUNT_DOCUMENT_FORMAT,
    version: ACCOUNT_DOCUMENT_VERSION,
    ...head,
  };
  yield '{';
  for (const [name, value] of Object.entries(fields)) {
    yield `\n  ${JSON.stringify(name)}: ${JSON.stringify(value)},`;
  }
  for (const [at, list] of DOCUMENT_LISTS.entries()) {
    yield `${at === 0 ? '' : ','}\n  ${JSON.stringify(list)}: [`;
    let isFirst = true;
    for await (const page of PAGES_OF[list](db, userId, bucket)) {
      for (const row of page) {
        yield `${isFirst ? '' : ','}\n    ${JSON.stringify(row)}`;
        isFirst = false;
      }
    }
    yield isFirst ? ']' : '\n  ]';
  }
  yield '\n}\n';
}
