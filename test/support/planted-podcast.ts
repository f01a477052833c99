/** A generated podcast: random talk around facts that only its transcript contains. */
import { seeded } from './sample.ts';

interface PlantedFact {
  question: string;
  /** Must occur in a correct answer. */
  answer: string;
  /** Where it is said, as a citation shows it. */
  clock: string;
}

export interface PlantedPodcast {
  feed: string;
  transcript: string;
  facts: PlantedFact[];
}

const SUBJECTS = ['The team', 'A good manager', 'Every customer', 'The budget', 'Our market'];
const VERBS = ['grows with', 'depends on', 'learns from', 'changes because of', 'is shaped by'];
const OBJECTS = ['patient work', 'honest feedback', 'small habits', 'clear goals', 'steady review'];

const cueTime = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const vttTime = (seconds: number) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`;

/**
 * Returns a feed with one episode and its WebVTT transcript, with three facts at random places.
 *
 * @param origin where the transcript and the audio will be served
 */
export function plantPodcast(origin: string, title: string, seed: number): PlantedPodcast {
  const random = seeded(seed);
  const pick = <T>(items: T[]): T => items[Math.floor(random() * items.length)] as T;
  const number = 1_000 + Math.floor(random() * 8_000);
  const town = pick(['Lindworth', 'Casterholm', 'Varnby', 'Ostrelle', 'Mirrowgate']);
  const weeks = 3 + Math.floor(random() * 40);
  const planted = [
    {
      sentence: `The Halvorsen survey reached ${number} nurses in its first year.`,
      question: 'How many nurses did the Halvorsen survey reach?',
      answer: String(number),
    },
    {
      sentence: `Priya Raman opened the first training kitchen in ${town}.`,
      question: 'Where did Priya Raman open the first training kitchen?',
      answer: town,
    },
    {
      sentence: `The Bergstrom apprenticeship takes exactly ${weeks} weeks to finish.`,
      question: 'How long does the Bergstrom apprenticeship take?',
      answer: `${weeks} weeks`,
    },
  ];
  const sentences = Array.from(
    { length: 90 },
    () => `${pick(SUBJECTS)} ${pick(VERBS)} ${pick(OBJECTS)}, as we said about ${pick(OBJECTS)}.`,
  );
  const facts = planted.map(({ sentence, question, answer }, index) => {
    const at = 10 + index * 25 + Math.floor(random() * 20);
    sentences[at] = sentence;
    return { question, answer, clock: cueTime(at * 7) };
  });
  const cues = sentences.map((sentence, index) => {
    const speaker = index % 2 === 0 ? 'Ada Quist' : 'Ben Omari';
    const start = vttTime(index * 7);
    return `${start} --> ${vttTime(index * 7 + 6)}\n<v ${speaker}>${sentence}`;
  });
  const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel><title>${title}</title><description>Planted</description><itunes:author>Ada Quist</itunes:author>
<item><title>Episode of ${title}</title><guid isPermaLink="false">${title}-1</guid>
<pubDate>${new Date(Date.now() - 86_400_000).toUTCString()}</pubDate><itunes:duration>630</itunes:duration>
<enclosure url="${origin}/sound.mp3" type="audio/mpeg" length="1000"/>
<podcast:transcript url="${origin}/${encodeURIComponent(title)}.vtt" type="text/vtt"/></item>
</channel></rss>`;
  return { feed, transcript: `WEBVTT\n\n${cues.join('\n\n')}\n`, facts };
}
