/** Measures whether the chat quotes what answers the messages that people write, and says what isn't there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssistantEpisode, Exchange } from '../../../worker/assistant/assistant.ts';
import { ask, declines } from './assistant-under-test.ts';
import { quotes, sentencesWith } from './marked-words.ts';
import { episodeNamed, isNameHeldOut } from './transcripts.ts';

interface Message {
  text: string;
  /** Whether it follows up on the one before it. */
  isFollowUp: boolean;
  /** The words of each place that answers it; none if nothing does. */
  answers: string[];
}

interface AnsweredFigures {
  all: number;
  /** The answer quotes one of the places, or the sentence before or after. */
  quoted: number;
  /** Its first quotation does. */
  first: number;
  /** It says that it found none, or what nobody says. */
  denied: number;
}

export interface ConversationFigures {
  questions: AnsweredFigures;
  followUps: AnsweredFigures;
  /** What the episode doesn't say. */
  absent: { all: number; told: number };
  problems: string[];
}

export async function measureConversations(heldOut: boolean): Promise<ConversationFigures> {
  const figures: ConversationFigures = {
    questions: { all: 0, quoted: 0, first: 0, denied: 0 },
    followUps: { all: 0, quoted: 0, first: 0, denied: 0 },
    absent: { all: 0, told: 0 },
    problems: [],
  };
  for (const [name, messages] of readConversations()) {
    const episode = isNameHeldOut(name) === heldOut ? episodeNamed(name) : null;
    if (episode === null) continue;
    let earlier: Exchange[] = [];
    for (const message of messages) {
      if (!message.isFollowUp) earlier = [];
      const answer = await ask(episode, message.text, earlier);
      earlier.push({ question: message.text, answer });
      count(figures, episode, message, answer);
    }
  }
  return figures;
}

function count(
  figures: ConversationFigures,
  episode: AssistantEpisode,
  { text, isFollowUp, answers }: Message,
  answer: string,
): void {
  if (answers.length === 0) {
    figures.absent.all++;
    if (denies(answer)) figures.absent.told++;
    return;
  }
  const marked = answers.map((words) => sentencesWith(episode, words));
  if (marked.includes(null)) figures.problems.push(`${text}: ${answers.join(' / ')}`);
  const kind = isFollowUp ? figures.followUps : figures.questions;
  const quoted = marked.filter((one) => one !== null).map((one) => quotes(answer, episode, one));
  kind.all++;
  if (quoted.some(({ any }) => any)) kind.quoted++;
  if (quoted.some(({ first }) => first)) kind.first++;
  if (denies(answer)) kind.denied++;
}

const denies = (answer: string) => declines(answer) || answer.includes('Nobody says “');

function readConversations(): Map<string, Message[]> {
  const data = readFileSync(join(import.meta.dirname, 'data/conversations.txt'), 'utf8');
  return new Map(
    data
      .split('\n## ')
      .slice(1)
      .map((block) => {
        const [name = '', ...lines] = block.split('\n');
        return [name, lines.filter((line) => line.includes(' | ')).map(messageOf)];
      }),
  );
}

function messageOf(line: string): Message {
  const [said = '', words = ''] = line.split(' | ');
  const isFollowUp = said.startsWith('> ');
  const text = isFollowUp ? said.slice(2) : said;
  return { text, isFollowUp, answers: words === '-' ? [] : words.split(' / ') };
}
