/**
 * MeetingQA: questions that people asked each other in meetings, some of which were never answered.
 */
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { wordsOf } from '../../../worker/assistant/language/words.ts';
import { ask, declines, episodeOf } from './assistant-under-test.ts';
import { jsonOf } from './corpora.ts';
import type { Meeting } from './qmsum.ts';

interface Raw {
  meeting?: string;
  sentences?: { id: number; speaker: string; text: string }[];
  questions?: { text: string; answerSpan: number[]; meta: { answerable: boolean } | null }[];
}

export interface MeetingQaFigures {
  unanswerable: number;
  saidSo: number;
  answerable: number;
  saidSoWrongly: number;
  /**
   * Of the answerable questions that were answered: the share that quotes one of the answering sentences.
   */
  quotesTheAnswer: number;
}

/** Only questions with some substance, because 'What?' can't be asked about a whole meeting. */
const FEWEST_WORDS = 6;

/**
 * @param verbatim whether to use questions that occur verbatim in the transcript, next to their answers, or
 * the others
 */
export async function measureMeetingQa(verbatim: boolean): Promise<MeetingQaFigures> {
  const figures = { unanswerable: 0, saidSo: 0, answerable: 0, saidSoWrongly: 0, quotes: 0 };
  for (const meeting of jsonOf('qa-meetingqa') as Raw[]) {
    if (meeting.sentences === undefined || meeting.questions === undefined) continue;
    const text = new Map(meeting.sentences.map((sentence) => [sentence.id, sentence.text]));
    const lines: TranscriptLine[] = meeting.sentences.map(({ speaker, text: said }) => ({
      start: null,
      end: null,
      speaker: `Speaker ${speaker}`,
      text: said,
    }));
    const episode = episodeOf(lines);
    const all = plain(lines.map((line) => line.text).join(' '));
    for (const { text: question, answerSpan, meta } of meeting.questions) {
      // Nobody has judged some of them.
      if (meta === null || question.split(' ').length < FEWEST_WORDS) continue;
      if (all.includes(plain(question)) !== verbatim) continue;
      const answer = await ask(episode, question);
      const saysSo = declines(answer);
      if (!meta.answerable) {
        figures.unanswerable++;
        if (saysSo) figures.saidSo++;
        continue;
      }
      figures.answerable++;
      if (saysSo) figures.saidSoWrongly++;
      else if (answerSpan.some((id) => answer.includes(text.get(id) ?? '\n'))) figures.quotes++;
    }
  }
  const answered = figures.answerable - figures.saidSoWrongly;
  return {
    unanswerable: figures.unanswerable,
    saidSo: (100 * figures.saidSo) / Math.max(1, figures.unanswerable),
    answerable: figures.answerable,
    saidSoWrongly: (100 * figures.saidSoWrongly) / Math.max(1, figures.answerable),
    quotesTheAnswer: (100 * figures.quotes) / Math.max(1, answered),
  };
}

const plain = (text: string) => ` ${wordsOf(text).join(' ')} `;

/** Measures how often a meeting is said not to contain its own queries, and another meeting's. */
export async function measureForeign(
  meetings: Meeting[],
): Promise<{ own: number; foreign: number }> {
  const rates = { own: [0, 0], foreign: [0, 0] };
  const put = async (meeting: Meeting, query: string, count: number[]) => {
    const silent = declines(await ask(episodeOf(meeting.lines), query));
    count[0] = (count[0] ?? 0) + (silent ? 1 : 0);
    count[1] = (count[1] ?? 0) + 1;
  };
  for (const [at, meeting] of meetings.entries()) {
    const other = [...meetings.slice(at + 1), ...meetings.slice(0, at)].find(
      ({ domain }) => domain !== meeting.domain,
    );
    for (const { query } of meeting.specific) {
      await put(meeting, query, rates.own);
      if (other !== undefined) await put(other, query, rates.foreign);
    }
  }
  const percent = ([said = 0, all = 0]: number[]) => (100 * said) / Math.max(1, all);
  return { own: percent(rates.own), foreign: percent(rates.foreign) };
}
