import { type Message, messageIdOf } from './conversation-state.ts';

/** A text as it is saved to the library. */
export interface SavedPart {
  episodeId: string;
  /** Markdown. */
  text: string;
  /** The same without its question, as it may have been saved earlier. */
  answerOnly?: string;
}

/** A link to a place in an episode, as written by the server. */
const PLACE = /\[([\d:]+|¶ \d+)\]\(\/tools\?episode=([\da-f-]{36})&at=\d+\)/g;
/** The line with a statement's source, which the library shows by itself. */
const SOURCE_LINE = /\\\n\s*\*[^\n]*\*$/;

/** The question of an answer, which tells saved answers of an episode apart; none for an insight. */
function questionOf(answer: Message, messages: readonly Message[]): string[] {
  const asked = messages.find(({ id }) => id === messageIdOf({ id: answer.id }));
  return asked ? [`**${asked.content.replace(/[\s*\\]+/g, ' ').trim()}**`] : [];
}

/** An answer about one episode, under its question. */
export function wholeAnswer(
  episodeId: string,
  answer: Message,
  messages: readonly Message[],
): SavedPart {
  const { content } = answer;
  const text = [...questionOf(answer, messages), content].join('\n\n');
  return { episodeId, text, answerOnly: content };
}

/** Splits an answer from several episodes: each part has its question and that episode's statements. */
export function partsByEpisode(answer: Message, messages: readonly Message[]): SavedPart[] {
  if (answer.role !== 'assistant' || answer.isStreaming) return [];
  const statements = new Map<string, string[]>();
  for (const block of answer.content.split(/\n\n|\n(?=- )/)) {
    const [place] = block.matchAll(PLACE);
    const episodeId = place?.[2];
    if (episodeId === undefined) continue;
    const text = block.replace(SOURCE_LINE, '').replace(PLACE, '[$1]');
    statements.set(episodeId, [...(statements.get(episodeId) ?? []), text]);
  }
  const question = questionOf(answer, messages);
  return Array.from(statements, ([episodeId, texts]) => ({
    episodeId,
    text: [...question, ...texts].join('\n\n'),
  }));
}

/** Removes the places: they only lead anywhere inside the product. */
export function withoutPlaces(markdown: string): string {
  return markdown.replace(PLACE, '[$1]');
}
