import { cutIntoCues } from './cue-cuts.ts';
import { countWords, type Script } from './script.ts';

/** What is said between two times, in milliseconds from the episode's start. */
export interface Cue {
  startMs: number;
  endMs: number;
  speaker: string;
  text: string;
  /** True for the first cue after another speaker or a chapter's pause. */
  startsTurn: boolean;
}

interface TimedChapter {
  title: string;
  startMs: number;
}

export interface Timeline {
  durationMs: number;
  cues: Cue[];
  chapters: TimedChapter[];
  /** In order of their first words. */
  speakers: string[];
}

/** 150 words a minute, as in a relaxed conversation. */
const WORD_MS = 400;
const LEAD_MS = 500;
const TURN_PAUSE_MS = 450;
const CHAPTER_PAUSE_MS = 1_400;
const TAIL_MS = 1_500;

/** Times each cue of a script. Null for a script in which nobody speaks. */
export function timeScript(script: Script): Timeline | null {
  if (script.chapters.length === 0) return null;
  const cues: Cue[] = [];
  const chapters: TimedChapter[] = [];
  let clockMs = 0;
  for (const chapter of script.chapters) {
    // The first chapter starts with the episode, so that every moment belongs to one.
    chapters.push({ title: chapter.title, startMs: clockMs });
    if (clockMs === 0) clockMs = LEAD_MS;
    for (const turn of chapter.turns) {
      for (const [index, text] of cutIntoCues(turn.text).entries()) {
        const startMs = clockMs;
        clockMs += Math.max(1, countWords(text)) * WORD_MS;
        const startsTurn = index === 0;
        cues.push({ startMs, endMs: clockMs, speaker: turn.speaker, text, startsTurn });
      }
      clockMs += TURN_PAUSE_MS;
    }
    clockMs += CHAPTER_PAUSE_MS - TURN_PAUSE_MS;
  }
  return {
    durationMs: clockMs - CHAPTER_PAUSE_MS + TAIL_MS,
    cues,
    chapters,
    speakers: [...new Set(cues.map((cue) => cue.speaker))],
  };
}
