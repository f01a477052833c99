/**
 * Reads the covers of one host, one at a time. The host's second slot stays free for feeds, however
 * many covers are requested and however slow they are.
 */
import { DurableObject } from 'cloudflare:workers';
import { createDatabase } from '../platform/database.ts';
import { fetchOutsideFor } from '../platform/outbound/fetch-outside-for.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';
import { readCover } from './cover.ts';
import { deleteCovers, storeCover } from './cover-store.ts';
import { isShown } from './store.ts';

/** Covers waiting or being read. Beyond this, requests are turned away. */
const WAITING_MAX = 20;

export class CoverHost extends DurableObject<Env> {
  /** By image. A second request for the same cover joins the first. */
  readonly #reading = new Map<string, Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  /**
   * Reads an image and stores the result.
   *
   * @param id its key in the bucket, which names the podcast, episode or chapter that shows it
   * @returns false if too many are waiting
   */
  async read(id: string, imageUrl: string): Promise<boolean> {
    const key = `${id} ${imageUrl}`;
    let reading = this.#reading.get(key);
    if (!reading) {
      if (this.#reading.size >= WAITING_MAX) return false;
      reading = this.#last
        .then(() => this.#readNow(id, imageUrl))
        .finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
      // The next one runs whether or not this one succeeded.
      this.#last = reading.catch(() => undefined);
    }
    await reading;
    return true;
  }

  async #readNow(id: string, imageUrl: string): Promise<void> {
    // Anyone can request covers, so slow ones must not delay the host's feeds.
    const fetchOutside = fetchOutsideFor(this.env, { reportsSlowness: false });
    const cover = await readCover(imageUrl, fetchOutside).catch(nullForOutboundError);
    await storeCover(this.env.TRANSCRIPTS, id, imageUrl, cover);
    // Only now, because whoever deletes a podcast deletes its row before its objects.
    if (!(await isShown(createDatabase(this.env.DB), id))) {
      await deleteCovers(this.env.TRANSCRIPTS, [id]);
    }
  }
}

function nullForOutboundError(error: unknown): null {
  if (error instanceof OutboundError) return null;
  throw error;
}
