/** The model server's replies: simple, but true to the transcript or notes it was sent. */

export interface ModelRequest {
  model: string;
  stream?: boolean;
  max_tokens?: number;
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema?: { name?: string } };
}

interface Said {
  number: number;
  speaker: string;
  text: string;
}

/** A claim that no test transcript supports. */
export const INVENTED = 'Everybody saved 87 percent in Zanzibar.';

const materialOf = (body: ModelRequest) =>
  body.messages
    .filter(({ role }) => role !== 'system')
    .map(({ content }) => content)
    .join('\n');

const between = (text: string, tag: string) =>
  [...text.matchAll(new RegExp(`<${tag}>\n([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, inside = '']) => inside,
  );

/** Extracts the transcript's lines from a request: `12 Ben: We raised the price.` */
function saidIn(body: ModelRequest): Said[] {
  const lines = between(materialOf(body), 'transcript').join('\n').split('\n');
  return lines.flatMap((line) => {
    const match = /^(\d+) (?:([^:\n]{1,40}): )?(.+)$/.exec(line);
    if (!match) return [];
    const [, number = '', speaker = '', text = ''] = match;
    return [{ number: Number(number), speaker, text }];
  });
}

/** Extracts the note numbers of each episode in a request. */
function notesIn(body: ModelRequest): { number: number; kind: string; text: string }[][] {
  return between(materialOf(body), 'notes').map((block) =>
    [...block.matchAll(/^(\d+) \((\w+)\) (.+)$/gm)].map(
      ([, number = '', kind = '', text = '']) => ({ number: Number(number), kind, text }),
    ),
  );
}

const longWords = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? []);

/** Returns a reply in the requested form. */
export function wordsFor(body: ModelRequest): string {
  switch (body.response_format?.json_schema?.name) {
    case 'notes':
      return JSON.stringify(notesFrom(body));
    case 'insight':
      return JSON.stringify(insightFrom(body));
    case 'reader':
      return JSON.stringify(readerFrom(body));
    case 'digest':
      return JSON.stringify(digestFrom(body));
    case 'quiz':
      return JSON.stringify(quizFrom(body));
    default:
      return answerFrom(body);
  }
}

/** Returns the line most similar to the question, and an invented claim. */
export function answerFrom(body: ModelRequest): string {
  const [notes] = notesIn(body);
  if (notes) {
    return notes
      .slice(0, 5)
      .map(({ number, text }) => `- ${text} | ${number}`)
      .join('\n');
  }
  const asked = longWords(body.messages.at(-1)?.content.split('\n').at(-1) ?? '');
  const shared = ({ text }: Said) => [...longWords(text)].filter((word) => asked.has(word)).length;
  const best = saidIn(body).sort((a, b) => shared(b) - shared(a))[0];
  if (!best) return 'NOTHING';
  const { number, text } = best;
  return `${text} | ${number} | "${text}"\n${INVENTED} | ${number} | "${text}"\n`;
}

const KINDS = ['claim', 'advice', 'figure', 'quote'];

/** Returns each line as it was said, and an invented note. */
function notesFrom(body: ModelRequest, said = saidIn(body)) {
  const notes = said.slice(0, 8).map(({ number, text }, index) => ({
    kind: KINDS[index % KINDS.length] ?? 'claim',
    statement: text,
    lines: [number],
    quotation: text,
  }));
  const [first] = notes;
  if (first) notes.push({ ...first, statement: INVENTED });
  const topics = said.slice(0, 1).map(({ number, text }) => ({
    title: text.split(' ').slice(0, 3).join(' '),
    line: number,
  }));
  return { notes, topics };
}

function insightFrom(body: ModelRequest) {
  const notes = notesIn(body)[0] ?? [];
  const numbers = notes.map(({ number }) => number);
  const [first] = notes;
  return {
    gist: first
      ? [
          { text: INVENTED, notes: [0] },
          { text: first.text, notes: [0] },
        ]
      : [],
    takeaways: numbers.slice(0, 6),
    actions: notes.filter(({ kind }) => kind === 'advice').map(({ number }) => number),
    // A number that doesn't exist.
    quotations: [...numbers.slice(0, 2), 999],
    topics: [0, 1],
  };
}

function readerFrom(body: ModelRequest) {
  const role = /<role>(.*?)<\/role>/.exec(materialOf(body))?.[1] ?? 'work';
  const notes = notesIn(body)[0] ?? [];
  const because = `because you work as ${role}`;
  return {
    takeaways: notes
      .slice(0, 5)
      .reverse()
      .map(({ number }) => ({ note: number, because })),
    actions: notes
      .filter(({ kind }) => kind === 'advice')
      .map(({ number }) => ({ note: number, because: 'because http://evil.test says so' })),
  };
}

function quizFrom(body: ModelRequest) {
  const questions = notesIn(body).flatMap((notes, episode) =>
    notes.slice(0, 6).map(({ number, text }, index) => ({
      question: `Which of these was said (${index === 5 ? INVENTED : 'in this episode'})?`,
      options: [
        text,
        `Nobody in ${number} cities cares.`,
        'The opposite of all this is true.',
        'It was never settled by anyone.',
      ],
      correctAnswerIndex: 0,
      episode: episode + 1,
      note: number,
    })),
  );
  return { questions };
}

function digestFrom(body: ModelRequest) {
  return {
    entries: notesIn(body).map((notes, index) => ({
      episode: index + 1,
      notes: notes.slice(0, 2).map(({ number }) => number),
      theme: 'Price',
    })),
  };
}

/** Obeys a speaker named Eve: her words with their markup, in a valid form. */
export function obeyFrom(body: ModelRequest): string {
  const asWritten = (text: string) => text.replaceAll('‹', '<').replaceAll('›', '>');
  const orders = saidIn(body)
    .filter(({ speaker }) => speaker.startsWith('Eve'))
    .map((said) => ({ ...said, text: asWritten(said.text) }));
  if (body.response_format?.json_schema?.name === 'notes') {
    return JSON.stringify(notesFrom(body, orders));
  }
  if (body.response_format) return wordsFor(body);
  if (notesIn(body).length > 0) return answerFrom(body);
  const lines = orders.map(({ number, text }) => `${text} | ${number} | "${text}"`);
  return lines.join('\n').slice(0, 6_000);
}
