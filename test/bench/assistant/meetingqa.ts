/** MeetingQA: questions people asked one another in meetings; some were never answered. */
import { answerQuestion, NOT_SAID } from '../../../worker/assistant/embedded/answer.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import type { TranscriptLine } from '../../../worker/transcripts/transcript.ts';
import { jsonOf } from './corpora.ts';
import type { Meeting } from './qmsum.ts';

interface Raw {
  meeting?: string;
  sentences?: { id: number; speaker: string; text: string }[];
  questions?: { text: string; answerSpan: number[]; meta: { answerable: boolean } | null }[];
}

export interface UnanswerableFigures {
  unanswerable: number;
  saidSo: number;
  answerable: number;
  saidSoWrongly: number;
  /** Of the answerable ones answered: the share that quote one of the sentences that answer. */
  quotesTheAnswer: number;
}

/** Only questions of some substance: 'What?' cannot be asked of a whole meeting. */
const FEWEST_WORDS = 6;

export function measureUnanswerable(keep: (at: number) => boolean): UnanswerableFigures {
  const figures = { unanswerable: 0, saidSo: 0, answerable: 0, saidSoWrongly: 0, quotes: 0 };
  (jsonOf('qa-meetingqa') as Raw[]).forEach((meeting, at) => {
    if (meeting.sentences === undefined || meeting.questions === undefined || !keep(at)) return;
    const text = new Map(meeting.sentences.map((sentence) => [sentence.id, sentence.text]));
    const lines: TranscriptLine[] = meeting.sentences.map(({ speaker, text: said }) => ({
      start: null,
      end: null,
      speaker: `Speaker ${speaker}`,
      text: said,
    }));
    const index = indexOf(lines);
    for (const { text: question, answerSpan, meta } of meeting.questions) {
      // Some were never judged by anybody.
      if (meta === null) continue;
      if (question.split(' ').length < FEWEST_WORDS) continue;
      const answer = answerQuestion(index, question, []);
      const saysSo = answer.startsWith(NOT_SAID);
      if (!meta.answerable) {
        figures.unanswerable++;
        if (saysSo) figures.saidSo++;
        continue;
      }
      figures.answerable++;
      if (saysSo) figures.saidSoWrongly++;
      else if (answerSpan.some((id) => answer.includes(text.get(id) ?? '\n'))) figures.quotes++;
    }
  });
  const answered = figures.answerable - figures.saidSoWrongly;
  return {
    unanswerable: figures.unanswerable,
    saidSo: (100 * figures.saidSo) / Math.max(1, figures.unanswerable),
    answerable: figures.answerable,
    saidSoWrongly: (100 * figures.saidSoWrongly) / Math.max(1, figures.answerable),
    quotesTheAnswer: (100 * figures.quotes) / Math.max(1, answered),
  };
}

/** How often a meeting is said not to speak of its own queries, and of another meeting's. */
export function measureForeign(meetings: Meeting[]): { own: number; foreign: number } {
  const rates = { own: [0, 0], foreign: [0, 0] };
  const ask = (meeting: Meeting, query: string, count: number[]) => {
    const silent = answerQuestion(indexOf(meeting.lines), query, []).startsWith(NOT_SAID);
    count[0] = (count[0] ?? 0) + (silent ? 1 : 0);
    count[1] = (count[1] ?? 0) + 1;
  };
  meetings.forEach((meeting, at) => {
    const speakers = new Set(meeting.lines.map(({ speaker }) => speaker));
    const other = [...meetings.slice(at + 1), ...meetings.slice(0, at)].find(
      ({ lines }) => !lines.some(({ speaker }) => speakers.has(speaker)),
    );
    for (const { query } of meeting.specific) {
      ask(meeting, query, rates.own);
      if (other !== undefined) ask(other, query, rates.foreign);
    }
  });
  const percent = ([said = 0, all = 0]: number[]) => (100 * said) / Math.max(1, all);
  return { own: percent(rates.own), foreign: percent(rates.foreign) };
}
