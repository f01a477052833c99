/** Requests about a whole episode, in many forms and for many people. None may be refused. */
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { ask, declines, quotationsIn } from './assistant-under-test.ts';

/** A request, and how many bullets or sentences it asks for, if it does. */
interface Request {
  text: string;
  bullets?: number;
  sentences?: number;
}

const PLAIN: Request[] = [
  { text: 'Summarise this' },
  { text: 'Give me a summary' },
  { text: 'tl;dr' },
  { text: 'What is this about?' },
  { text: 'What did they talk about?' },
  { text: 'What happened on this call?' },
  { text: 'Sum it up in one sentence', sentences: 1 },
  { text: 'Summarise the episode in two sentences', sentences: 2 },
  { text: 'Summarise the call in three bullets', bullets: 3 },
  { text: 'Give me five bullet points on this', bullets: 5 },
  { text: 'What are the top 3 takeaways?', bullets: 3 },
  { text: 'What are the key takeaways?' },
  { text: 'What are the main points?' },
  { text: 'List the 4 most important things that were said', bullets: 4 },
  { text: 'What should I remember from this?' },
  { text: 'What did I miss?' },
  { text: 'Catch me up' },
  { text: 'Is this worth listening to?' },
  { text: 'What are the action items?' },
  { text: 'What should I do differently after this?' },
  { text: 'What is the advice here?' },
  { text: 'What do they disagree about?' },
  { text: 'Where do the speakers disagree?' },
  { text: 'What was the most surprising thing?' },
  { text: 'What are the best quotes?' },
  { text: 'Who is on this episode?' },
  { text: 'Who are the speakers?' },
  { text: 'Which topics are covered?' },
  { text: 'Give me an outline with times' },
  { text: 'What is the conclusion?' },
  { text: 'What are the risks mentioned?' },
  { text: 'What questions were asked?' },
  { text: 'Write a short recap I can paste into Slack' },
  { text: 'Brief me in 30 seconds' },
  { text: 'Explain this to a beginner' },
  { text: 'What numbers should I know?' },
];

const FRAMES: Request[] = [
  { text: 'Summarise this for {}' },
  { text: 'What does this mean for {}?' },
  { text: 'Three bullets for {}, please', bullets: 3 },
  { text: 'What should {} take away from this?' },
  { text: 'Give {} the gist in one sentence', sentences: 1 },
  { text: 'As {}, what should I do after this?' },
  { text: 'Which parts matter most to {}?' },
  { text: 'Write a two-sentence summary that I can send to {}', sentences: 2 },
  { text: 'What are the implications for {}?' },
  { text: 'Key points for {}' },
  { text: 'I am {}. Why should I care?' },
];

const READERS = [
  'my CMO',
  'a product manager',
  'my boss',
  'an HR lead',
  'a general counsel',
  'a family doctor',
  'an equity analyst',
  'a software engineer',
  'the board',
  'my sales team',
  'a small business owner',
  'a nurse',
  'a compliance officer',
  'a head of finance',
  'a startup founder',
  'a teacher',
  'a data scientist',
  'my team lead',
  'an investor',
  'a recruiter',
  'a litigation lawyer',
  'a marketing manager',
  'a hospital administrator',
  'someone in operations',
];

const REQUESTS: Request[] = [
  ...PLAIN,
  ...READERS.flatMap((reader) =>
    FRAMES.map(({ text, ...form }) => ({ text: text.replace('{}', reader), ...form })),
  ),
].slice(0, 300);

export interface RequestFigures {
  requests: number;
  refused: number;
  /** Of the requests for a number of bullets or sentences, how many got exactly that many. */
  formed: number;
  inForm: number;
  problems: string[];
}

/** Puts the requests to the episodes in turn. */
export async function measureRequests(episodes: AssistantEpisode[]): Promise<RequestFigures> {
  const figures = { requests: 0, refused: 0, formed: 0, inForm: 0 };
  const problems: string[] = [];
  for (const [at, { text, bullets, sentences }] of REQUESTS.entries()) {
    const episode = episodes[at % episodes.length];
    if (episode === undefined) continue;
    const answer = await ask(episode, text);
    figures.requests++;
    const isRefused = declines(answer) || quotationsIn(answer).length + countBullets(answer) === 0;
    if (isRefused) {
      figures.refused++;
      problems.push(`refused: ${text}`);
    }
    if (bullets === undefined && sentences === undefined) continue;
    figures.formed++;
    const got = bullets === undefined ? quotationsIn(answer).length : countBullets(answer);
    if (got === (bullets ?? sentences)) figures.inForm++;
    else problems.push(`${got} instead of ${bullets ?? sentences}: ${text}`);
  }
  return { ...figures, problems };
}

function countBullets(answer: string): number {
  return answer.match(/^(?:[-*•]|\d+\.) /gm)?.length ?? 0;
}
