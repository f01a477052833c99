/** The assistant that needs no model: it picks, orders and quotes what was said. */
import {
  type Assistant,
  type AssistantEpisode,
  AssistantError,
  type Exchange,
  type OnProgress,
} from '../assistant.ts';
import { indexOf, type TranscriptIndex } from '../retrieval/transcript-index.ts';
import { answerQuestion } from './answer.ts';
import { digestEntries } from './digest.ts';
import {
  gistPart,
  indexesOf,
  quotesPart,
  recommendationsPart,
  takeawaysPart,
  topicsPart,
} from './insight.ts';
import { type Intent, intentOf } from './intent.ts';
import {
  aboutOf,
  bullet,
  notableQuotes,
  speakerBullets,
  takeawaysOf,
  topicBullets,
} from './overview.ts';
import { makeQuiz } from './quiz.ts';
import { inPieces } from './quote.ts';
import { smallTalk } from './small-talk.ts';
import {
  answerWithoutTranscript,
  insightWithoutTranscript,
  orDescription,
} from './without-transcript.ts';

/** An assistant that runs anywhere, at once and for nothing, and invents nothing. */
export function createEmbeddedAssistant(): Assistant {
  return {
    kind: 'embedded',
    model: 'embedded',

    async writeInsight(episode, reader, { signal, onProgress }) {
      if (episode.lines.length === 0) return insightWithoutTranscript(episode);
      const step = stepper(signal, onProgress);
      await step(5, 'Reading the transcript');
      const index = indexOf(episode.lines);
      await step(25, 'Finding what the episode is about');
      const about = aboutOf(episode);
      const gist = gistPart(index, about);
      await step(45, 'Choosing the key takeaways');
      const takeaways = takeawaysPart(index, about, gist.used);
      const used = indexesOf(gist.used, takeaways.used);
      await step(60, 'Looking for advice that fits you');
      const recommendations = recommendationsPart(index, reader, about, used);
      await step(75, 'Picking notable quotes');
      const quotes = quotesPart(index, used);
      await step(90, 'Marking the topics');
      const topics = topicsPart(index, about);
      await step(100, 'Done');
      return [gist.text, takeaways.text, recommendations, quotes, topics].join('\n\n');
    },

    async *answer(episode, question, earlier, _reader, { signal }) {
      throwIfAborted(signal);
      yield* inPieces(answerTo(episode, question, earlier), signal);
      throwIfAborted(signal);
    },

    async writeQuiz(episodes, count, { signal, seed }) {
      throwIfAborted(signal);
      return makeQuiz(episodes, count, seed ?? '');
    },

    async writeDigest(episodes, _reader, { signal }) {
      throwIfAborted(signal);
      return digestEntries(episodes);
    },
  };
}

function answerTo(episode: AssistantEpisode, message: string, earlier: Exchange[]): string {
  const intent = intentOf(message);
  const talk = smallTalk(intent, episode);
  if (talk !== null) return talk;
  if (episode.lines.length === 0) return answerWithoutTranscript(episode, message, intent);
  const index = indexOf(episode.lines);
  const about = aboutTheWhole(intent, episode);
  return about ?? orDescription(answerQuestion(index, message, earlier), episode, message);
}

/** The answer to what asks about the whole episode; null where a fact is asked for. */
function aboutTheWhole(intent: Intent, episode: AssistantEpisode): string | null {
  const index = indexOf(episode.lines);
  switch (intent) {
    case 'overview':
      return `In the episode's own words:\n\n${takeawaysOf(index, 5, aboutOf(episode)).map(bullet).join('\n')}`;
    case 'takeaways':
      return `What it comes down to, in the episode's own words:\n\n${takeawaysOf(index, 6, aboutOf(episode)).map(bullet).join('\n')}`;
    case 'topics':
      return `The topics, and where each begins:\n\n${topicBullets(index, aboutOf(episode)).join('\n')}`;
    case 'quotes':
      return `Worth quoting:\n\n${notableQuotes(index, 4).map(bullet).join('\n')}`;
    case 'speakers':
      return peopleWhoSpeak(index);
    default:
      return null;
  }
}

function peopleWhoSpeak(index: TranscriptIndex): string | null {
  const bullets = speakerBullets(index);
  if (bullets.length === 0) return null;
  const lead = index.speakers.length > 0 ? 'These people speak' : 'This is how they are introduced';
  return `${lead}:\n\n${bullets.join('\n')}`;
}

function stepper(signal: AbortSignal | undefined, onProgress: OnProgress | undefined): OnProgress {
  return async (percent, step) => {
    throwIfAborted(signal);
    await onProgress?.(percent, step);
  };
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AssistantError('aborted', 'The work was stopped.');
}
