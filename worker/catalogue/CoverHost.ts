/**
 * Reads the covers that one host keeps, one at a time: its other place stays free for feeds, however
 * many covers are asked for and however slow they come.
 */
import { DurableObject } from 'cloudflare:workers';
import { OutboundError } from '../platform/outbound.ts';
import { fetchOutsideFor } from '../platform/outbound-settings.ts';
import { readCover } from './cover.ts';
import { keepCover } from './kept-covers.ts';

/** Covers that wait or are being read; who comes then is sent away. */
const WAITING_MAX = 20;

export class CoverHost extends DurableObject<Env> {
  /** By podcast: who asks for what is being read waits along. */
  readonly #reading = new Map<string, Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  /** Reads a cover and keeps what came of it. @returns false where too many wait already */
  async read(podcastId: string, imageUrl: string): Promise<boolean> {
    const key = `${podcastId} ${imageUrl}`;
    let reading = this.#reading.get(key);
    if (!reading) {
      if (this.#reading.size >= WAITING_MAX) return false;
      reading = this.#last
        .then(() => this.#readNow(podcastId, imageUrl))
        .finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
      // The next one's turn comes whatever became of this one.
      this.#last = reading.catch(() => undefined);
    }
    await reading;
    return true;
  }

  async #readNow(podcastId: string, imageUrl: string): Promise<void> {
    // Covers are asked for by anybody: where they are slow, the host's feeds are not put off.
    const fetchOutside = fetchOutsideFor(this.env, null, false);
    const cover = await readCover(imageUrl, fetchOutside).catch(absentOutside);
    await keepCover(this.env.TRANSCRIPTS, podcastId, imageUrl, cover);
  }
}

function absentOutside(error: unknown): null {
  if (error instanceof OutboundError) return null;
  throw error;
}
