/** Writes a zip file to R2 while it is made, with at most one part in memory. */
import { strToU8, Zip, ZipDeflate } from 'fflate';

/** R2's minimum for a part of an upload; all but the last must have the same size. */
const PART_BYTES = 5 * 1024 * 1024;
/** The same for every entry, so that equal content gives equal bytes. The earliest DOS time. */
const ENTRY_TIME = new Date(1980, 0, 1);
const LEVEL = 6;

/** The contents of an entry, in pieces. */
export type Pieces = AsyncIterable<string> | Iterable<string>;

export class ZipUpload {
  readonly #upload: R2MultipartUpload;
  readonly #zip: Zip;
  readonly #parts: R2UploadedPart[] = [];
  #part = new Uint8Array(PART_BYTES);
  #filled = 0;
  /** Complete parts waiting to be sent. */
  #waiting: Uint8Array[] = [];
  /** Of the whole file so far. */
  #bytes = 0;

  private constructor(upload: R2MultipartUpload) {
    this.#upload = upload;
    this.#zip = new Zip((error, data) => {
      if (error) throw error;
      this.#take(data);
    });
  }

  /** An existing object with this key is only replaced once the upload is complete. */
  static async begin(bucket: R2Bucket, key: string): Promise<ZipUpload> {
    return new ZipUpload(
      await bucket.createMultipartUpload(key, { httpMetadata: { contentType: 'application/zip' } }),
    );
  }

  /** @param path with `/` between folders; unique in the file */
  async add(path: string, pieces: Pieces): Promise<void> {
    const entry = new ZipDeflate(path, { level: LEVEL });
    entry.mtime = ENTRY_TIME;
    this.#zip.add(entry);
    for await (const piece of pieces) {
      entry.push(strToU8(piece));
      await this.#send();
    }
    entry.push(new Uint8Array(), true);
    await this.#send();
  }

  /** @returns the size of the file */
  async complete(): Promise<number> {
    this.#zip.end();
    await this.#send();
    if (this.#filled > 0) await this.#sendPart(this.#part.subarray(0, this.#filled));
    await this.#upload.complete(this.#parts);
    return this.#bytes;
  }

  abort(): Promise<void> {
    return this.#upload.abort();
  }

  #take(data: Uint8Array): void {
    this.#bytes += data.length;
    for (let index = 0; index < data.length; ) {
      const piece = data.subarray(index, index + PART_BYTES - this.#filled);
      this.#part.set(piece, this.#filled);
      this.#filled += piece.length;
      index += piece.length;
      if (this.#filled < PART_BYTES) continue;
      this.#waiting.push(this.#part);
      this.#part = new Uint8Array(PART_BYTES);
      this.#filled = 0;
    }
  }

  async #send(): Promise<void> {
    for (const part of this.#waiting.splice(0)) await this.#sendPart(part);
  }

  async #sendPart(part: Uint8Array): Promise<void> {
    this.#parts.push(await this.#upload.uploadPart(this.#parts.length + 1, part));
  }
}
