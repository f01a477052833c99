import { type Message, messageIdOf } from './conversation-state.ts';

/** A text as it is saved to the library. */
export interface SavedPart {
  episodeId: string;
  /** Markdown. */
  text: string;
}

/** A link to a place in an episode, as written by the server. */
const PLACE = /\[([\d:]+|¶ \d+)\]\(\/tools\?episode=([\da-f-]{36})&at=\d+\)/g;
/** The line that names a statement's source, which the library shows by itself. */
const SOURCE_LINE = /\\\n\s*\*[^\n]*\*$/;

/** Splits an answer from several episodes: each part has its question and that episode's statements. */
export function partsByEpisode(answer: Message, messages: readonly Message[]): SavedPart[] {
  if (answer.role !== 'assistant' || answer.isStreaming) return [];
  const asked = messages.find(({ id }) => id === messageIdOf({ id: answer.id }));
  const statements = new Map<string, string[]>();
  for (const block of answer.content.split(/\n\n|\n(?=- )/)) {
    const [place] = block.matchAll(PLACE);
    const episodeId = place?.[2];
    if (episodeId === undefined) continue;
    const text = block.replace(SOURCE_LINE, '').replace(PLACE, '[$1]');
    statements.set(episodeId, [...(statements.get(episodeId) ?? []), text]);
  }
  const question = asked ? [`**${asked.content.replace(/[\s*\\]+/g, ' ').trim()}**`] : [];
  return Array.from(statements, ([episodeId, texts]) => ({
    episodeId,
    text: [...question, ...texts].join('\n\n'),
  }));
}

/** Removes the places: they only lead anywhere inside the product. */
export function withoutPlaces(markdown: string): string {
  return markdown.replace(PLACE, '[$1]');
}
