/** Answers from an episode's title and description alone. */
import type { AssistantEpisode } from '../assistant.ts';
import type { AnswerPart, Insight, Statement } from '../evidence.ts';
import { findSentences } from '../retrieval/find-sentences.ts';
import { readQuestion } from '../retrieval/question.ts';
import { shareSaid } from '../retrieval/rank-passages.ts';
import { sentencesOfText } from '../retrieval/sentences.ts';
import { buildIndex } from '../retrieval/transcript-index.ts';
import { paragraphs, text } from './statements.ts';

const LIMITED =
  'This episode has no transcript, so this comes from its title and description only.';
const MAX_SENTENCES = 4;
const FOUND = 0.5;

/** Answers from the description, and says so. */
export function answerWithoutTranscript(episode: AssistantEpisode, message: string): AnswerPart[] {
  const sentences = sentencesOfText(episode.description);
  const found = inDescription(episode.description, message);
  const said = (found.length > 0 ? found : sentences).slice(0, MAX_SENTENCES).join(' ');
  const none = `There is no description either; the title is “${episode.title}”.`;
  const statement: Statement = { text: said === '' ? none : `“${said}”`, evidence: [] };
  return [text(`_${LIMITED}_\n\n`), ...paragraphs([statement])];
}

/** An insight as short as what is known. */
export function insightWithoutTranscript(episode: AssistantEpisode): Insight {
  const sentences = sentencesOfText(episode.description).slice(0, MAX_SENTENCES);
  const said =
    sentences.length > 0 ? sentences.map((one) => `“${one}”`) : ['No description is given.'];
  return {
    note: LIMITED,
    gist: [{ text: `${episode.title}, from ${episode.podcastTitle}.`, evidence: [] }],
    takeaways: said.map((one) => ({ text: one, evidence: [] })),
    actions: [],
    quotations: [],
    topics: [],
  };
}

/** A digest's entry: the description's statements, which have no evidence. */
export function describedStatements({ description, title }: AssistantEpisode): Statement[] {
  const sentences = sentencesOfText(description).slice(0, 2);
  const text =
    sentences.length > 0
      ? `No transcript yet; its description says: ${sentences.join(' ')}`
      : `No transcript and no description yet; its title is “${title}”.`;
  return [{ text, evidence: [] }];
}

function inDescription(description: string, message: string): string[] {
  const line = {
    start: null,
    end: null,
    speaker: null,
    text: description.replace(/\s+/g, ' ').trim(),
  };
  const index = buildIndex([line]);
  const question = readQuestion(message, index);
  if (shareSaid(index, question, null) < FOUND) return [];
  return findSentences(index, question)
    .slice(0, 2)
    .sort((a, b) => a.sentence - b.sentence)
    .flatMap(({ sentence }) => index.sentences[sentence]?.text ?? []);
}
