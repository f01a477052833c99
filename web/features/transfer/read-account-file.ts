import {
  type AccountDocument,
  accountDocumentSchema,
} from '../../../schema/wire/account-document.ts';
import { splitAccount } from '../../../schema/wire/account-parts.ts';
import { ReaderError } from '../../api/client.ts';

/** Where an export keeps the account. */
const ACCOUNT_FILE = /(^|\/)dripcast-account\.json$/;
/** More than any account, and less than a browser's tab can hold. */
const FILE_MAX_BYTES = 300_000_000;

const NOT_OURS =
  'This file contains no Dripcast account. Choose the zip of an export with JSON in it.';

/**
 * Reads an export, or the JSON file in it, as parts that can be sent.
 *
 * @throws ReaderError for anything else
 */
export async function readAccountFile(file: File): Promise<AccountDocument[]> {
  if (file.size > FILE_MAX_BYTES) throw new ReaderError('This file is too large.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  // What a zip file begins with.
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const text = isZip ? await unzipAccount(bytes) : new TextDecoder().decode(bytes);
  let account: unknown;
  try {
    account = JSON.parse(text);
  } catch {
    throw new ReaderError(NOT_OURS);
  }
  const read = accountDocumentSchema.safeParse(account);
  if (!read.success) throw new ReaderError(NOT_OURS);
  return [...splitAccount(read.data)];
}

async function unzipAccount(bytes: Uint8Array): Promise<string> {
  const { strFromU8, unzip } = await import('fflate');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let isFound = false;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    // Many of them would exhaust the tab.
    if (isFound || !ACCOUNT_FILE.test(name) || originalSize > FILE_MAX_BYTES) return false;
    isFound = true;
    return true;
  };
  unzip(bytes, { filter }, (error, files) => {
    const [found] = Object.values(files ?? {});
    if (error || !found) reject(new ReaderError(NOT_OURS));
    else resolve(strFromU8(found));
  });
  return promise;
}
