import { formatCueTime, toNamespaceJson, toVtt } from '../../transcripts/file-formats.ts';
import { wrapCue } from './cue-cuts.ts';
import type { Show } from './shows.ts';
import type { Timeline } from './timing.ts';

/** The cues as lines of a transcript. */
const linesOf = ({ cues }: Timeline) =>
  cues.map(({ startMs, endMs, speaker, text }) => ({
    start: startMs / 1_000,
    end: endMs / 1_000,
    speaker,
    text,
  }));

/** WebVTT with a voice tag in each cue. https://www.w3.org/TR/webvtt1/ */
export const renderVtt = (timeline: Timeline): string =>
  toVtt(linesOf(timeline).map((line) => ({ ...line, text: wrapCue(line.text) })));

/** SubRip has no speakers: the name precedes the first words of a turn, and is wrapped with them. */
export function renderSrt(timeline: Timeline): string {
  const cues = timeline.cues.map((cue, index) => {
    const text = wrapCue(cue.startsTurn ? `${cue.speaker}: ${cue.text}` : cue.text);
    const [start, end] = [cue.startMs, cue.endMs].map((ms) => formatCueTime(ms / 1_000, ','));
    return `${index + 1}\n${start} --> ${end}\n${text}\n`;
  });
  return cues.join('\n');
}

/** The podcast namespace's JSON transcript: one segment per cue, times in seconds. */
export const renderTranscriptJson = (timeline: Timeline): string =>
  toNamespaceJson(linesOf(timeline));

/** The podcast namespace's JSON chapters, version 1.2; times in seconds. */
export function renderChaptersJson(show: Show, title: string, timeline: Timeline): string {
  const chapters = timeline.chapters.map((chapter, index) => ({
    startTime: chapter.startMs / 1_000,
    endTime: (timeline.chapters[index + 1]?.startMs ?? timeline.durationMs) / 1_000,
    title: chapter.title,
  }));
  const about = { version: '1.2.0', title, author: show.author, podcastName: show.title };
  return JSON.stringify({ ...about, chapters }, null, 2);
}
