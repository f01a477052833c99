/** Makes an export: reads the account page by page and streams it into a zip file in R2. */
import { accountJsonSchema } from '../../../schema/wire/account-document.ts';
import type { ExportFormat } from '../../../schema/wire/exports.ts';
import { writeOpml } from '../../own-podcasts/opml.ts';
import { listSubscribedFeedAddresses } from '../../own-podcasts/store.ts';
import type { Database } from '../../platform/database.ts';
import { withLease } from '../../platform/leases.ts';
import { describeError, log } from '../../platform/logging.ts';
import { asItem } from '../../review/make-item.ts';
import { listQuestions, listReviewItems } from './document/reviews.ts';
import { Names } from './file-names.ts';
import { accountJson } from './formats/account-json.ts';
import { type AnkiCard, ankiHeader, ankiLine } from './formats/anki.ts';
import { logseqPage } from './formats/logseq.ts';
import { ABOUT_ALL_TITLE } from './formats/notes.ts';
import { obsidianFile } from './formats/obsidian.ts';
import { readwiseHeader, readwiseRows } from './formats/readwise.ts';
import { loadThings, type Thing } from './load-things.ts';
import { type AccountPlan, planExport } from './plan-export.ts';
import {
  beginExport,
  type ExportRow,
  exportKey,
  failExport,
  finishExport,
  holdExport,
  noteProgress,
} from './store.ts';
import { type Pieces, ZipUpload } from './zip-upload.ts';

export interface ExportDeps {
  db: Database;
  bucket: R2Bucket;
}

const NOTHING_IN_IT = 'There is nothing to export in this choice yet. Save something first.';
/** Progress is only written once it has grown by this many percent. */
const PROGRESS_STEP = 5;

/**
 * Makes a queued export. Idempotent: one that is done, failed or gone is left alone.
 *
 * @returns busy if another worker is making it
 */
export async function makeExport(deps: ExportDeps, id: string): Promise<'done' | 'busy'> {
  const { db } = deps;
  const write = async () => {
    const row = await beginExport(db, id);
    if (row) await writeFile(deps, row);
    return 'done' as const;
  };
  const outcome = await withLease(db, `export ${id}`, write, () => holdExport(db, id));
  return outcome ?? 'busy';
}

async function writeFile({ db, bucket }: ExportDeps, row: ExportRow): Promise<void> {
  const key = exportKey(row);
  const upload = await ZipUpload.begin(bucket, key);
  const work = new ExportWork({ db, bucket }, row, upload);
  try {
    const isThere = await work.write();
    if (isThere && work.entries > 0) {
      const bytes = await upload.complete();
      if (!(await finishExport(db, row.id, bytes))) await bucket.delete(key);
      return;
    }
    if (isThere) await failExport(db, row.id, NOTHING_IN_IT);
    await upload.abort();
  } catch (error) {
    await upload.abort().catch((cause: unknown) => {
      log.warn('export_not_aborted', { error: describeError(cause) });
    });
    throw error;
  }
}

/** The export was deleted while it was being made. */
class ExportGone extends Error {}

class ExportWork {
  readonly #db: Database;
  readonly #bucket: R2Bucket;
  readonly #row: ExportRow;
  readonly #upload: ZipUpload;
  /** Each thing counts once per format, and each format a little. */
  #total = 1;
  #done = 0;
  #noted = 0;
  entries = 0;

  constructor({ db, bucket }: ExportDeps, row: ExportRow, upload: ZipUpload) {
    this.#db = db;
    this.#bucket = bucket;
    this.#row = row;
    this.#upload = upload;
  }

  /** Returns false if the export is gone. */
  async write(): Promise<boolean> {
    const { userId, podcastIds, formats } = this.#row;
    const plan = await planExport(this.#db, userId, podcastIds);
    this.#total = formats.length * (plan.things.length + 1);
    try {
      for (const format of formats) {
        await this.#writeFormat(format, plan);
        await this.#advance(1);
      }
      return true;
    } catch (error) {
      if (error instanceof ExportGone) return false;
      throw error;
    }
  }

  async #writeFormat(format: ExportFormat, plan: AccountPlan): Promise<void> {
    const { userId } = this.#row;
    switch (format) {
      case 'obsidian':
      case 'logseq':
        return this.#writeNotes(format, plan);
      case 'readwise':
        return this.#add('Readwise/readwise.csv', this.#readwise(plan));
      case 'anki':
        return this.#add('Anki/dripcast.txt', this.#anki(plan));
      case 'opml': {
        const subscribed = await listSubscribedFeedAddresses(this.#db, userId);
        return this.#add('OPML/dripcast-subscriptions.opml', [writeOpml(subscribed)]);
      }
      case 'json':
        await this.#add('JSON/dripcast-account.json', this.#json());
        return this.#add('JSON/account.schema.json', [
          `${JSON.stringify(accountJsonSchema(), null, 2)}\n`,
        ]);
    }
  }

  #json(): AsyncGenerator<string> {
    const { userId, origin } = this.#row;
    return accountJson({ db: this.#db, bucket: this.#bucket }, userId, origin);
  }

  async #add(path: string, pieces: Pieces): Promise<void> {
    this.entries += 1;
    await this.#upload.add(path, pieces);
  }

  async #writeNotes(format: 'obsidian' | 'logseq', plan: AccountPlan): Promise<void> {
    const { origin } = this.#row;
    const paths = format === 'obsidian' ? obsidianPaths(plan) : logseqNames(plan);
    const episodes = new Map(plan.episodes.map((episode) => [episode.id, episode]));
    const write = async ({ episodeId, things }: Group) => {
      const episode = episodeId === null ? null : (episodes.get(episodeId) ?? null);
      const name = paths.get(episodeId);
      if (name === undefined) return;
      const context = { origin, tags: plan.tags.get(episodeId ?? '') ?? [] };
      await (format === 'obsidian'
        ? this.#add(`Obsidian/${name}.md`, obsidianFile(episode, things, context))
        : this.#add(`Logseq/pages/${name}.md`, logseqPage(name, episode, things, context)));
    };
    for await (const group of groupsOf(this.#things(plan))) await write(group);
    const written = new Set(plan.things.map(({ episodeId }) => episodeId));
    for (const { id, isSource } of plan.episodes) {
      if (isSource && !written.has(id)) await write({ episodeId: id, things: nothing() });
    }
  }

  async *#readwise(plan: AccountPlan): AsyncGenerator<string> {
    const episodes = new Map(plan.episodes.map((episode) => [episode.id, episode]));
    yield readwiseHeader();
    for await (const thing of this.#things(plan)) {
      const episode = episodes.get(thing.episodeId ?? '');
      if (thing.kind !== 'conversation' && episode) {
        yield* readwiseRows(thing, episode, this.#row.origin);
      }
    }
  }

  /** Review items, then the quiz questions that aren't among them. */
  async *#anki({ episodes: listed, things }: AccountPlan): AsyncGenerator<string> {
    const { userId, origin } = this.#row;
    const episodes = new Map(listed.map((episode) => [episode.id, episode]));
    const line = (card: AnkiCard) => {
      const episode = episodes.get(card.episodeId);
      return episode ? ankiLine(card, episode, origin) : '';
    };
    const reviewed = new Set<string>();
    yield ankiHeader();
    for await (const page of listReviewItems(this.#db, userId)) {
      for (const item of page) {
        if (item.kind === 'question') reviewed.add(item.sourceId);
        yield line(item);
      }
    }
    for await (const page of listQuestions(this.#db, userId)) {
      for (const { questionHash, episodeId, question } of page) {
        if (reviewed.has(questionHash)) continue;
        yield line({ ...asItem(question), sourceId: questionHash, episodeId });
      }
    }
    await this.#advance(things.length);
  }

  async *#things({ things }: AccountPlan): AsyncGenerator<Thing> {
    for await (const thing of loadThings(this.#db, things)) {
      yield thing;
      await this.#advance(1);
    }
  }

  async #advance(by: number): Promise<void> {
    this.#done += by;
    const percent = Math.min(99, Math.floor((this.#done / this.#total) * 100));
    if (percent < this.#noted + PROGRESS_STEP) return;
    this.#noted = percent;
    if (!(await noteProgress(this.#db, this.#row.id, percent))) throw new ExportGone();
  }
}

type Group = { episodeId: string | null; things: AsyncIterable<Thing> };

async function* nothing(): AsyncGenerator<Thing> {}

/** Groups things, which are ordered by episode. Each group must be consumed before the next. */
async function* groupsOf(things: AsyncGenerator<Thing>): AsyncGenerator<Group> {
  let next = await things.next();
  while (!next.done) {
    const { episodeId } = next.value;
    const group = (async function* () {
      while (!next.done && next.value.episodeId === episodeId) {
        yield next.value;
        next = await things.next();
      }
    })();
    yield { episodeId, things: group };
    // Whatever the consumer left.
    for await (const _ of group);
  }
}

/** One folder per podcast. Returns each episode's path; null's is that of conversations about all. */
function obsidianPaths({ episodes }: AccountPlan): Map<string | null, string> {
  const folders = new Names();
  const byPodcast = new Map<string, { folder: string; names: Names }>();
  const top = folders.take(ABOUT_ALL_TITLE, ABOUT_ALL_TITLE);
  const paths = new Map<string | null, string>([[null, top]]);
  for (const { id, title, podcastId, podcastTitle } of episodes) {
    let podcast = byPodcast.get(podcastId);
    if (!podcast) {
      podcast = { folder: folders.take(podcastTitle, 'Podcast'), names: new Names() };
      byPodcast.set(podcastId, podcast);
    }
    paths.set(id, `${podcast.folder}/${podcast.names.take(title, 'Episode')}`);
  }
  return paths;
}

/** Like `obsidianPaths`, but pages have no folders. */
function logseqNames({ episodes }: AccountPlan): Map<string | null, string> {
  const names = new Names();
  const paths = new Map<string | null, string>();
  paths.set(null, names.take(ABOUT_ALL_TITLE, ABOUT_ALL_TITLE));
  for (const { id, title } of episodes) paths.set(id, names.take(title, 'Episode'));
  return paths;
}
