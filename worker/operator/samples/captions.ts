import { wrapCue } from './cue-cuts.ts';
import type { Show } from './shows.ts';
import type { Cue, Timeline } from './timing.ts';

/** WebVTT with a voice tag in each cue. https://www.w3.org/TR/webvtt1/ */
export function renderVtt(timeline: Timeline): string {
  const cues = timeline.cues.map((cue) => {
    const text = escapeVtt(wrapCue(cue.text));
    return `${formatSpan(cue, '.')}\n<v ${escapeVtt(cue.speaker)}>${text}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

/** SubRip, which has no notion of a speaker: the name stands before the first words of a turn. */
export function renderSrt(timeline: Timeline): string {
  const cues = timeline.cues.map((cue, index) => {
    const text = wrapCue(cue.startsTurn ? `${cue.speaker}: ${cue.text}` : cue.text);
    return `${index + 1}\n${formatSpan(cue, ',')}\n${text}\n`;
  });
  return cues.join('\n');
}

/** The podcast namespace's JSON transcript: one segment a cue, times in seconds. */
export function renderTranscriptJson(timeline: Timeline): string {
  const segments = timeline.cues.map((cue) => ({
    speaker: cue.speaker,
    startTime: cue.startMs / 1_000,
    endTime: cue.endMs / 1_000,
    body: cue.text,
  }));
  return JSON.stringify({ version: '1.0.0', segments }, null, 2);
}

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

function formatSpan(cue: Cue, separator: '.' | ','): string {
  return `${formatTimestamp(cue.startMs, separator)} --> ${formatTimestamp(cue.endMs, separator)}`;
}

/** `00:01:02.003`; the separator of milliseconds is all that VTT and SRT disagree about. */
function formatTimestamp(ms: number, separator: '.' | ','): string {
  const pad = (value: number, width: number): string => String(value).padStart(width, '0');
  const hours = pad(Math.floor(ms / 3_600_000), 2);
  const minutes = pad(Math.floor(ms / 60_000) % 60, 2);
  const seconds = pad(Math.floor(ms / 1_000) % 60, 2);
  return `${hours}:${minutes}:${seconds}${separator}${pad(ms % 1_000, 3)}`;
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
