/** Answers from an episode's title and description alone. */
import type { AssistantEpisode } from '../assistant.ts';
import type { AnswerPart, Insight, Statement } from '../evidence.ts';
import { descriptionSentences } from '../retrieval/description.ts';
import { findSentences } from '../retrieval/find-sentences.ts';
import { parseQuestion } from '../retrieval/question.ts';
import { bestPassageCoverage } from '../retrieval/rank-passages.ts';
import { sentencesOfText } from '../retrieval/sentences.ts';
import { buildIndex } from '../retrieval/transcript-index.ts';
import { paragraphParts, textPart } from './statements.ts';

const LIMITED =
  'This episode has no transcript, so this comes from its title and description only.';
const UNREAD =
  'The transcript could not be read right now, so this comes from the title and description only. ' +
  'It did not use up a question.';
const MAX_SENTENCES = 4;
const DIGEST_SENTENCES = 2;
const ANSWER_SENTENCES = 2;
const MIN_COVERAGE = 0.5;

/** Answers from the description, and says so. */
export function answerWithoutTranscript(episode: AssistantEpisode, message: string): AnswerPart[] {
  const found = inDescription(episode, message);
  const said = (found.length > 0 ? found : described(episode)).join(' ');
  const none = `There is no description either; the title is “${episode.title}”.`;
  const statement = own(said === '' ? none : `“${said}”`);
  const note = episode.isTemporary ? UNREAD : LIMITED;
  return [textPart(`_${note}_\n\n`), ...paragraphParts({ episode }, [statement])];
}

/** An insight as short as what is known. */
export function insightWithoutTranscript(episode: AssistantEpisode): Insight {
  const said = described(episode).map((one) => `“${one}”`);
  return {
    note: LIMITED,
    gist: [own(`${episode.title}, from ${episode.podcastTitle}.`)],
    takeaways: (said.length > 0 ? said : ['No description is given.']).map(own),
    actions: [],
    quotations: [],
    topics: [],
  };
}

/** A digest's entry: the description's statements, which have no evidence. */
export function describedStatements(episode: AssistantEpisode): Statement[] {
  const said = described(episode).slice(0, DIGEST_SENTENCES).join(' ');
  const state = episode.isTemporary
    ? 'The transcript could not be read this time'
    : 'No transcript yet';
  const rest = said === '' ? `its title is “${episode.title}”.` : `its description says: ${said}`;
  return [own(`${state}; ${rest}`)];
}

const own = (words: string): Statement => ({ text: words, evidence: [] });

function described({ description }: AssistantEpisode): string[] {
  const told = descriptionSentences(description);
  return (told.length > 0 ? told : sentencesOfText(description)).slice(0, MAX_SENTENCES);
}

function inDescription({ description }: AssistantEpisode, message: string): string[] {
  const index = buildIndex([{ start: null, end: null, speaker: null, text: description }]);
  const question = parseQuestion(message, index);
  if (bestPassageCoverage(index, question, null) < MIN_COVERAGE) return [];
  return findSentences(index, question)
    .slice(0, ANSWER_SENTENCES)
    .sort((a, b) => a.sentence - b.sentence)
    .flatMap(({ sentence }) => index.sentences[sentence]?.text ?? []);
}
