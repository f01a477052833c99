import type { AssistantEpisode, Reader } from '../assistant.ts';
import type { Prompt } from '../call-model.ts';
import { asData, type Entry, episodeBlock, readerBlock } from '../material.ts';
import { CITATION_RULES, MATERIAL_RULES, promptName, READER_RULES } from './rules.ts';

const INSIGHT_MAX_TOKENS = 1_600;

const INSTRUCTIONS = `\
You write what a busy professional should take from a podcast episode. Use only what the material \
says.
${CITATION_RULES}
${READER_RULES}
${MATERIAL_RULES}`;

/** The form of an insight; the headings are the embedded kind's, too. */
const FORM = `\
Write the insight in Markdown, in exactly this form and without anything before or after it:

Two sentences with the gist of the episode, without a heading.

## Key takeaways

Five to eight list items. Each is one claim with what supports it, and ends with its time.

## What to do with it

Two to four list items: what the reader can do now, each with the time of what it rests on.

## Notable quotes

Two to four quotations, word for word and each at most two sentences, every one in this form:

> “The words as they were said.” — Speaker [12:34]

## Topics

A list of the episode's topics in order, each with the time at which it begins.`;

/** An episode that fits as a whole. */
export function insightPrompt(episode: AssistantEpisode, entries: Entry[], reader: Reader): Prompt {
  return prompt('insight', [episodeBlock(episode, entries), readerBlock(reader), FORM]);
}

/** A part of a long episode, of which notes are taken. */
export function notesPrompt(
  episode: AssistantEpisode,
  entries: Entry[],
  part: { number: number; of: number; maxTokens: number },
): Prompt {
  const note = `part ${part.number} of ${part.of}`;
  const task = `\
This is ${note} of the episode. Take notes for somebody who cannot read it: the claims with their \
reasons and figures, the advice, the two sentences most worth quoting word for word, and where a \
new topic begins. One note a line, in the order said, each line in this form:

[12:34] Speaker: the note

At most ${Math.floor(part.maxTokens / 45)} lines, and nothing else.`;
  return prompt('notes', [episodeBlock(episode, entries, { note }), task], part.maxTokens);
}

/** The notes of all parts, of which the insight is made. */
export function mergePrompt(episode: AssistantEpisode, notes: string[], reader: Reader): Prompt {
  const lines = notes.flatMap((text) => text.split('\n')).map(asData);
  const about = episodeBlock(episode, []).replace('(there is no transcript)', '(in the notes)');
  const material = [about, '<notes>', ...lines.filter((line) => line !== ''), '</notes>'];
  return prompt('merge', [material.join('\n'), readerBlock(reader), FORM]);
}

function prompt(name: string, parts: string[], maxOutputTokens = INSIGHT_MAX_TOKENS): Prompt {
  const content = parts.filter((part) => part !== '').join('\n\n');
  return {
    name: promptName(name),
    instructions: INSTRUCTIONS,
    maxOutputTokens,
    messages: [{ role: 'user', content }],
  };
}
