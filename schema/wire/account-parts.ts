/** Splits an account's document into parts that are documents themselves, each small enough to send. */
import {
  type AccountDocument,
  DOCUMENT_LISTS,
  type DocumentList,
  type DocumentRow,
} from './account-document.ts';

/** Of a part as JSON. Well below the limit of a request's body. */
const PART_BYTES = 1_000_000;

const encoder = new TextEncoder();
const bytesOf = (value: unknown) => encoder.encode(JSON.stringify(value)).length;

/** The episodes that a row refers to. */
function episodesOf<List extends DocumentList>(list: List, row: DocumentRow<List>): string[] {
  if ('episodeId' in row) return row.episodeId === null ? [] : [row.episodeId];
  if (list === 'reviewDays' && 'takeaway' in row && row.takeaway) return [row.takeaway.episodeId];
  if (list === 'digests' && 'episodes' in row) return row.episodes.map(({ id }) => id);
  return [];
}

class Part {
  readonly #document: AccountDocument;
  readonly #episodes = new Set<string>();
  readonly #podcasts = new Set<string>();
  #bytes: number;
  isEmpty = true;

  constructor(head: Pick<AccountDocument, 'profile' | 'reviewSettings' | 'content'>) {
    const { username } = head.profile;
    this.#document = {
      format: 'dripcast-account',
      version: 1,
      profile: {
        username,
        email: null,
        linkedinUrl: null,
        industry: null,
        role: null,
        goals: null,
      },
      reviewSettings: null,
      content: null,
      forInformation: null,
      podcasts: [],
      episodes: [],
      sources: [],
      savedInsights: [],
      generatedInsights: [],
      conversations: [],
      moments: [],
      positions: [],
      reviewItems: [],
      reviewDays: [],
      quizQuestions: [],
      quizResults: [],
      digests: [],
    };
    this.#bytes = bytesOf(this.#document);
  }

  get document(): AccountDocument {
    return this.#document;
  }

  setHead(head: Pick<AccountDocument, 'profile' | 'reviewSettings' | 'content'>): void {
    Object.assign(this.#document, head);
    this.#bytes += bytesOf(head);
    this.isEmpty = false;
  }

  /** Returns false if there is no room for it. The first row always fits. */
  add(
    list: DocumentList,
    row: object,
    rows: { podcast: DocumentRow<'podcasts'>[]; episode: DocumentRow<'episodes'>[] },
  ): boolean {
    const episodes = rows.episode.filter(({ id }) => !this.#episodes.has(id));
    const podcasts = rows.podcast.filter(({ id }) => !this.#podcasts.has(id));
    const bytes = bytesOf(row) + bytesOf(episodes) + bytesOf(podcasts);
    if (!this.isEmpty && this.#bytes + bytes > PART_BYTES) return false;
    this.#bytes += bytes;
    this.isEmpty = false;
    for (const podcast of podcasts) {
      this.#podcasts.add(podcast.id);
      this.#document.podcasts.push(podcast);
    }
    for (const episode of episodes) {
      this.#episodes.add(episode.id);
      this.#document.episodes.push(episode);
    }
    if (list !== 'podcasts' && list !== 'episodes') (this.#document[list] as object[]).push(row);
    return true;
  }
}

/**
 * Each part contains the episodes and podcasts that its rows refer to. What a review item was made of is
 * in the same part or an earlier one.
 */
export function* splitAccount(account: AccountDocument): Generator<AccountDocument> {
  const episodes = new Map(account.episodes.map((episode) => [episode.id, episode]));
  const podcasts = new Map(account.podcasts.map((podcast) => [podcast.id, podcast]));
  const { profile, reviewSettings, content } = account;
  const head = { profile, reviewSettings, content };
  let part = new Part(head);
  part.setHead(head);
  for (const list of DOCUMENT_LISTS) {
    if (list === 'episodes') continue;
    for (const row of account[list]) {
      const episode = episodesOf(list, row).flatMap((id) => episodes.get(id) ?? []);
      const podcast =
        list === 'podcasts'
          ? [row as DocumentRow<'podcasts'>]
          : episode.flatMap(({ podcastId }) => podcasts.get(podcastId) ?? []);
      if (part.add(list, row, { podcast, episode })) continue;
      yield part.document;
      part = new Part(head);
      part.add(list, row, { podcast, episode });
    }
  }
  if (!part.isEmpty) yield part.document;
}
