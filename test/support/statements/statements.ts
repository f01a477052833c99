/**
 * True and false statements about the sample episodes, each with the evidence that a model would give for it.
 * The true ones are paraphrases written by hand before anything was checked with them, and utterances retold
 * in the third person. The false ones are falsified in many ways.
 */
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import type { Statement } from '../../../worker/assistant/evidence.ts';
import { findSpoken } from '../../../worker/assistant/spoken-words.ts';
import { loadShows } from '../../../worker/operator/samples/shows.ts';
import claims from './claims.json' with { type: 'json' };
import orders from './orders.json' with { type: 'json' };
import paraphrases from './paraphrases.json' with { type: 'json' };

export interface Told {
  /** The kind of falsification or paraphrase. */
  way: string;
  episode: AssistantEpisode;
  statement: Statement;
}

type Slug = keyof typeof paraphrases;
const SLUGS = Object.keys(paraphrases) as Slug[];

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const sentencesOf = (text: string) =>
  [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter(Boolean);

function sampleEpisode(slug: string): AssistantEpisode {
  const found = loadShows()
    .flatMap(({ episodes }) => episodes)
    .find((episode) => episode.slug.includes(slug));
  if (!found) throw new Error(`there is no sample ${slug}`);
  const turns = found.chapters.flatMap((chapter) => chapter.turns);
  const lines: TranscriptLine[] = [];
  for (const { speaker, text } of turns) {
    for (const sentence of sentencesOf(text)) {
      const start = lines.length * 6;
      lines.push({ start, end: start + 6, speaker, text: sentence });
    }
  }
  const { title, description } = found;
  return { id: slug, title, podcastTitle: 'Sample', description, publishedAt: null, lines };
}

const samples = new Map(SLUGS.map((slug) => [slug, sampleEpisode(slug)]));

function sample(slug: Slug): AssistantEpisode {
  const episode = samples.get(slug);
  if (!episode) throw new Error(`there is no sample ${slug}`);
  return episode;
}

/** Returns the lines that contain a quotation. */
function linesWith({ lines }: AssistantEpisode, quotation: string): number[] {
  for (let length = 1; length <= 4; length++) {
    for (let first = 0; first + length <= lines.length; first++) {
      const ids = Array.from({ length }, (_, step) => first + step);
      if (findSpoken(lines, ids, quotation)) return ids;
    }
  }
  throw new Error(`nobody says ${quotation}`);
}

const tell = (
  way: string,
  episode: AssistantEpisode,
  text: string,
  lineIds: number[],
  quotation: string,
): Told => ({ way, episode, statement: { text, evidence: [{ lineIds, quotation }] } });

const written: Told[] = SLUGS.flatMap((slug) =>
  paraphrases[slug].map(([text = '', quotation = '']) =>
    tell('paraphrase', sample(slug), text, linesWith(sample(slug), quotation), quotation),
  ),
);

const SWAPS: [RegExp, string][] = [
  [/\bI am\b/g, 'they are'],
  [/\bI have\b/g, 'they have'],
  [/\bI\b/g, 'they'],
  [/\bmy\b/gi, 'their'],
  [/\bme\b/g, 'them'],
  [/\b[Ww]e\b/g, 'they'],
  [/\b[Oo]ur\b/g, 'their'],
  [/\bus\b/g, 'them'],
];

/** Reported speech: 'Ben says that they raised the price.' */
function reported(slug: Slug): Told[] {
  const episode = sample(slug);
  return episode.lines.flatMap(({ speaker, text }, lineId) => {
    const words = text.split(' ').length;
    if (
      speaker === null ||
      words < 8 ||
      words > 40 ||
      text.endsWith('?') ||
      text.includes('thank you')
    )
      return [];
    const plain = SWAPS.reduce((told, [own, theirs]) => told.replace(own, theirs), text);
    const told = /^[A-Z][a-z]*\b/.test(plain)
      ? plain.charAt(0).toLowerCase() + plain.slice(1)
      : plain;
    const names = speaker.split(' ');
    const who = lineId % 2 === 0 ? speaker : names[0];
    const verb = lineId % 3 === 0 ? 'explains' : 'says';
    return [tell('reported', episode, `${who} ${verb} that ${told}`, [lineId], text)];
  });
}

/** 500 true statements. */
export function truths(): Told[] {
  const reports = SLUGS.flatMap((slug) => reported(slug));
  const step = reports.length / (500 - written.length);
  const some = Array.from(
    { length: 500 - written.length },
    (_, index) => reports[Math.floor(index * step)],
  );
  return [...written, ...some.flatMap((one) => one ?? [])];
}

const quotationOf = ({ statement }: Told) => statement.evidence[0]?.quotation ?? '';
const lineIdsOf = ({ statement }: Told) => statement.evidence[0]?.lineIds ?? [];

/** Replaces a true figure, with a similar or a very different one. */
function inventedFigures(): Told[] {
  return written.flatMap((one, index) => {
    const digits = /\d[\d.,]*\d|\d/.exec(one.statement.text);
    if (!digits) return [];
    const value = Number(digits[0].replace(/,/g, ''));
    const wrong = [value + 1, Math.round(value * 1.5 + 3), value * 10][index % 3] ?? value + 1;
    const text = one.statement.text.replace(digits[0], String(Math.round(wrong * 100) / 100));
    return [tell('figure', one.episode, text, lineIdsOf(one), quotationOf(one))];
  });
}

/** A figure that occurs there, but for something else. */
const movedFigures = (): Told[] =>
  (
    [
      [
        'structured-interviews',
        'They spent 38 working days on the job analysis and the questions.',
        'We spent nine working days on the job analysis and the questions, and half a day of training for each of 38 interviewers.',
      ],
      [
        'seventy-two-hours',
        'Fines go up to 2 million euros or 10 percent of turnover.',
        'fines go up to 10 million euros or 2 percent of worldwide annual turnover',
      ],
      [
        'burnout',
        'The bonus for a late change is 28 euros.',
        'Now it appears 28 days ahead, people trade shifts among themselves, and a change by us inside seven days costs us a bonus of 25 euros for the person affected.',
      ],
      [
        'attribution',
        'The gross margin is 44 percent.',
        'Our gross margin is 45 percent, so 44,000 euros of revenue left us 19,800 euros to set against a bill of 40,000.',
      ],
      [
        'blood-pressure',
        'A cuff below the heart reads too high by nearly 10 millimetres for every 8 centimetres.',
        'A cuff below the level of the heart reads too high, by nearly 8 millimetres for every 10 centimetres',
      ],
    ] as [Slug, string, string][]
  ).map(([slug, text, quotation]) =>
    tell('figure', sample(slug), text, linesWith(sample(slug), quotation), quotation),
  );

/** A true statement with a true quotation, and the wrong lines. */
const wrongLines = (): Told[] =>
  written.slice(0, 90).map((one, index) => {
    const count = one.episode.lines.length;
    const wrong = ((lineIdsOf(one)[0] ?? 0) + 3 + ((index * 7) % (count - 8))) % count;
    return tell('line', one.episode, one.statement.text, [wrong], quotationOf(one));
  });

/** Correct words attributed to the wrong person. */
function wrongMouths(): Told[] {
  return written.flatMap((one, index) => {
    const { lines } = one.episode;
    const speaker = lines[lineIdsOf(one)[0] ?? 0]?.speaker ?? '';
    const others = [...new Set(lines.flatMap((line) => line.speaker ?? []))].filter(
      (name) => name !== speaker,
    );
    const other = others[index % others.length] ?? '';
    const surname = other.split(' ').at(-1) ?? other;
    const [first = ''] = other.split(' ');
    const statementText = one.statement.text;
    const named = speaker !== '' && statementText.includes(speaker);
    const plain = statementText.charAt(0).toLowerCase() + statementText.slice(1);
    const text = named
      ? statementText.replace(speaker, other)
      : [
          `${other} says that ${plain}`,
          `${first} argues that ${plain}`,
          `According to ${other}, ${plain}`,
          `${surname} recommends it: ${plain}`,
          `For ${other}, ${plain}`,
        ][index % 5];
    return [tell('mouth', one.episode, text ?? '', lineIdsOf(one), quotationOf(one))];
  });
}

/** Two people's words as one quotation. */
function splices(): Told[] {
  return SLUGS.flatMap((slug) => {
    const episode = sample(slug);
    return episode.lines.flatMap((line, index) => {
      const next = episode.lines[index + 1];
      if (!next || next.speaker === line.speaker) return [];
      const end = line.text.split(' ').slice(-6).join(' ');
      const start = next.text.split(' ').slice(0, 6).join(' ');
      const text = `${next.speaker} says that ${line.text}`;
      return [tell('splice', episode, text, [index, index + 1], `${end} ${start}`)];
    });
  }).filter((_, index) => index % 3 === 0);
}

const longWords = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? []);

/** A plausible claim with the most similar line, and with the second most similar. */
function unsupported(): Told[] {
  return SLUGS.flatMap((slug) => {
    const episode = sample(slug);
    return claims[slug].flatMap((claim) => {
      const claimed = longWords(claim);
      const shared = (text: string) =>
        [...longWords(text)].filter((word) => claimed.has(word)).length;
      const best = episode.lines
        .map(({ text }, lineId) => ({ text, lineId, value: shared(text) }))
        .sort((a, b) => b.value - a.value || a.lineId - b.lineId);
      return best
        .slice(0, 2)
        .map(({ text, lineId }) => tell('claim', episode, claim, [lineId], text));
    });
  });
}

/** Somebody in the episode tells the assistant what to write, and it obeys. */
const obeyed = (): Told[] =>
  orders.flatMap(([order = '', claim = ''], index) => {
    const episode = sample(SLUGS[index % SLUGS.length] ?? 'burnout');
    const said = {
      start: 9_000,
      end: 9_006,
      speaker: episode.lines[0]?.speaker ?? null,
      text: order,
    };
    const planted = { ...episode, lines: [...episode.lines, said] };
    const lineIds = [planted.lines.length - 1];
    return [
      tell('order', planted, claim, lineIds, order),
      tell('order', planted, order, lineIds, order.replace(/\.$/, '')),
    ];
  });

/** The opposite of what was said. */
const reversals = (): Told[] =>
  (
    [
      ['order-of-returns', 'An emergency fund is an investment.', 'It is not an investment'],
      [
        'order-of-returns',
        'Flexible spending is not the strongest medicine.',
        'Flexible spending is the strongest medicine there is.',
      ],
      [
        'order-of-returns',
        'Poor returns late in retirement are the danger.',
        'Sequence of returns risk is the danger that poor returns come early in a period when you are withdrawing money.',
      ],
      [
        'structured-interviews',
        'Intuition works best before discipline.',
        'Intuition works best after discipline, not in place of it.',
      ],
      [
        'structured-interviews',
        'The agreement between interviewers fell.',
        'The agreement between interviewers rose from 0.32 to 0.67.',
      ],
      [
        'seventy-two-hours',
        'A perfect report in week three beats an incomplete report on time.',
        'An incomplete report on time beats a perfect report in week three.',
      ],
      [
        'seventy-two-hours',
        'The hours are working hours.',
        'These are running hours, not working hours.',
      ],
      [
        'seventy-two-hours',
        'Companies should collect more data.',
        'And collect less data, because nobody can leak a date of birth you never asked for.',
      ],
      [
        'blood-pressure',
        'Patients should take extra tablets on their own.',
        'Do not take extra tablets on your own, because a rapid fall can be harmful too.',
      ],
      [
        'blood-pressure',
        'The diastolic number is the pressure when the heart contracts.',
        'The upper number, systolic, is the pressure when the heart contracts.',
      ],
      [
        'attribution',
        'Privacy rules hurt a marketing mix model.',
        'It needs no cookies, so privacy rules do not hurt it.',
      ],
      [
        'attribution',
        'A thousand daily numbers are worth more than four honest answers.',
        'Four honest answers a year are worth more than a thousand daily numbers.',
      ],
      [
        'burnout',
        'Long hours predict cynicism better than unfairness.',
        'unfairness and lack of control predict cynicism better than long hours do',
      ],
      ['burnout', 'Turnover rose from 26 to 38 percent.', 'Turnover fell from 38 to 26 percent.'],
      [
        'burnout',
        'A course is a repair.',
        'A course can be a kind addition, but it is not a repair.',
      ],
    ] as [Slug, string, string][]
  ).map(([slug, text, quotation]) =>
    tell('reversal', sample(slug), text, linesWith(sample(slug), quotation), quotation),
  );

const STRANGERS = [
  'Olivia Chen',
  'Harvard',
  'Professor Lindt',
  'McKinsey',
  'Zanzibar',
  'Elon Musk',
];

/** Names that nobody mentions. */
const strangeNames = (): Told[] =>
  written.slice(30, 80).map((one, index) => {
    const stranger = STRANGERS[index % STRANGERS.length] ?? '';
    const statementText = one.statement.text.replace(/\.$/, '');
    const plain = statementText.charAt(0).toLowerCase() + statementText.slice(1);
    const text = [
      `${stranger} found that ${plain}.`,
      `${statementText}, as ${stranger} confirmed.`,
    ][index % 2];
    return tell('name', one.episode, text ?? '', lineIdsOf(one), quotationOf(one));
  });

const withoutEvidence = (): Told[] =>
  written.slice(0, 20).map(({ episode, statement }) => ({
    way: 'no evidence',
    episode,
    statement: { ...statement, evidence: [] },
  }));

/** More than 500 false statements. */
export function lies(): Told[] {
  return [
    ...inventedFigures(),
    ...movedFigures(),
    ...wrongLines(),
    ...wrongMouths(),
    ...splices(),
    ...unsupported(),
    ...obeyed(),
    ...reversals(),
    ...strangeNames(),
    ...withoutEvidence(),
  ];
}
