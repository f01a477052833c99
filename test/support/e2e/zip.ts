/** Reads zip files with a reader that is not ours. */
import { openPromise } from 'yauzl';

/** The files of a zip by their paths. @throws for a broken zip, or a path that leaves its folder */
export async function unzip(path: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const zip = await openPromise(path, { lazyEntries: true, strictFileNames: true });
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    const chunks: Buffer[] = await stream.toArray();
    files.set(entry.fileName, Buffer.concat(chunks).toString('utf8'));
  }
  return files;
}
