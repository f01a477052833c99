import type { AssistantEpisode, Exchange, Reader } from '../assistant.ts';
import type { Prompt } from '../call-model.ts';
import { type Entry, episodeBlock, readerBlock } from '../material.ts';
import { CITATION_RULES, MATERIAL_RULES, promptName, READER_RULES } from './rules.ts';

const ANSWER_MAX_TOKENS = 900;

const INSTRUCTIONS = `\
You answer questions about one podcast episode.

Use only what the episode's transcript says. Where it does not say what was asked, answer that \
this episode doesn't seem to say, and nothing else. Where there is no transcript, say in your \
first sentence that you can only go by the title and description, and use those.
${CITATION_RULES}
${READER_RULES}
Answer in the language of the question, in Markdown, in one to three short paragraphs or a short \
list. Quote word for word where the wording matters, and name who said it.
${MATERIAL_RULES}`;

export function answerPrompt(
  episode: AssistantEpisode,
  entries: Entry[],
  isWhole: boolean,
  question: string,
  earlier: Exchange[],
  reader: Reader,
): Prompt {
  const note = isWhole ? {} : { note: 'the passages that fit the question best' };
  const material = [episodeBlock(episode, entries, note), readerBlock(reader)].join('\n').trim();
  return {
    name: promptName('answer'),
    instructions: INSTRUCTIONS,
    maxOutputTokens: ANSWER_MAX_TOKENS,
    messages: [
      { role: 'user', content: `${material}\n\nThis is the episode. My questions follow.` },
      { role: 'assistant', content: 'I have read it. What would you like to know?' },
      ...earlier.flatMap(({ question: asked, answer }) => [
        { role: 'user' as const, content: asked },
        { role: 'assistant' as const, content: answer },
      ]),
      { role: 'user', content: question },
    ],
  };
}
