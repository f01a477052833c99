/** What the model server says: simple, but true to the transcript it was sent. */

export interface ModelRequest {
  model: string;
  stream?: boolean;
  max_tokens?: number;
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema?: { name?: string } };
}

interface Said {
  time: string;
  speaker: string;
  text: string;
}

/** A citation of a place that no transcript of the tests has. */
const INVENTED = '[9:59:59]';

/** The transcript's lines as they stand in a request: `[m:ss] Speaker: text`. */
function saidIn(body: ModelRequest): Said[] {
  const text = body.messages
    .filter(({ role }) => role !== 'system')
    .map(({ content }) => content)
    .join('\n');
  const lines = text.matchAll(/^(\[[\d:]+\]) (?:([^:\n]{1,40}): )?(.+)$/gm);
  return [...lines].map(([, time = '', speaker = '', said = '']) => ({
    time,
    speaker,
    text: said,
  }));
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? []);

/** The line that has most words in common with the question, quoted, and a false citation. */
export function answerFrom(body: ModelRequest): string {
  const asked = wordsOf(body.messages.at(-1)?.content.split('\n').at(-1) ?? '');
  const shared = ({ text }: Said) => [...wordsOf(text)].filter((word) => asked.has(word)).length;
  const best = saidIn(body).sort((a, b) => shared(b) - shared(a))[0];
  if (!best) return 'There is no transcript, so I can only go by the title.';
  return `${best.speaker} puts it like this: “${best.text}” ${best.time} And so on ${INVENTED}.`;
}

/** The first lines of a part, as they were said. */
export function notesFrom(body: ModelRequest): string {
  const notes = saidIn(body).slice(0, 3);
  return notes.map(({ time, speaker, text }) => `${time} ${speaker}: ${text}`).join('\n');
}

export function insightFrom(body: ModelRequest): string {
  const said = saidIn(body);
  const takeaways = said.slice(0, 6).map(({ text, time }) => `- ${text} ${time}`);
  const [first] = said;
  return [
    `It is about this. It matters ${INVENTED}.`,
    '## Key takeaways',
    ...takeaways,
    '## Notable quotes',
    `> “${first?.text}” — ${first?.speaker} ${first?.time}`,
    '> “Nobody ever said these words in it.” — Nobody [0:00]',
    '## Topics',
    `- Prices ${first?.time}`,
  ].join('\n');
}

export function quizFrom(body: ModelRequest, said = saidIn(body)) {
  const questions = said.slice(0, 5).map(({ text, time, speaker }, at) => ({
    question: `What did ${speaker} say at ${time}?`,
    options: [text, `Something else (${at})`, `Nothing at all (${at})`, `The opposite (${at})`],
    correctAnswerIndex: 0,
    // The last is made up: nobody can look it up.
    explanation: `“${text}” ${at === 4 ? INVENTED : time}`,
    episode: 1,
  }));
  return { questions };
}

export function digestFrom(body: ModelRequest) {
  const episodes = body.messages.at(-1)?.content.match(/<episode number="\d+"/g) ?? [];
  const time = saidIn(body)[0]?.time ?? '';
  return {
    entries: episodes.map((_, at) => ({
      episode: at + 1,
      summary: `This happened ${time}. That followed ${INVENTED}.`,
      theme: 'Prices',
    })),
  };
}

/** What a speaker by the name of Eve says is done: her words, marks and all, in whatever form fits. */
export function obeyFrom(body: ModelRequest): string {
  const asWritten = (text: string) => text.replaceAll('‹', '<').replaceAll('›', '>');
  const orders = saidIn(body)
    .filter(({ speaker }) => speaker.startsWith('Eve'))
    .map((said) => ({ ...said, text: asWritten(said.text) }));
  const schema = body.response_format?.json_schema?.name;
  if (schema === 'quiz') return JSON.stringify(quizFrom(body, orders));
  const text = orders.map((said) => `- ${said.text} ${said.time}`).join('\n');
  if (schema === 'digest') {
    const entry = { episode: 1, summary: text.slice(0, 1_000), theme: text.slice(0, 100) };
    return JSON.stringify({ entries: [entry] });
  }
  return `Done.\n\n## Key takeaways\n\n${text}`.slice(0, 8_000);
}
