/** Words and their stems, the same for transcripts and questions. */
import { stemmer } from 'stemmer';

// Words that say nothing of a topic; the second half is what speech adds to them.
const STOP_WORDS = new Set(
  `a about above after again against all also am an and any are aren't as at be because been before
  being below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't
  down during each either else ever every few for from further had hadn't has hasn't have haven't having
  he he'd he'll he's her here here's hers herself him himself his how how's however i i'd i'll i'm i've if
  in into is isn't it it'd it'll it's its itself just let let's lot may maybe me might mine more most much
  must my myself no nor not now of off on once one ones only onto or other others our ours ourselves out
  over own per quite rather really same shall she she'd she'll she's should shouldn't since so some such
  than that that'd that's the their theirs them themselves then there there's these they they'd they'll
  they're they've this those though through thus to too under until up upon us very via was wasn't we
  we'd we'll we're we've were weren't what what's whatever when where where's whether which while who
  who's whom whose why why's will with within without won't would wouldn't yet you you'd you'll you're
  you've your yours yourself yourselves ain't gonna wanna gotta
  ah actually alright anyway basically bit eh er erm hello hey hi hm hmm huh kind kinda like literally
  mean mhm mm obviously oh ok okay oops ooh ow right say says said sort stuff sure thing things um uh
  uhh umm well whoa wow yeah yep yes yup guess know think get got go going goes come came want see look
  way something anything everything somebody someone everyone anybody anyone nothing someone's
  even many ever still another around away ago already almost often soon bit lots
  thank thanks please cool nice laughs laughter inaudible crosstalk unintelligible`.split(/\s+/),
);

// Forms a stemmer cannot know; only those whose meaning is clear without their sentence.
const IRREGULAR = new Map(
  `began:begin begun:begin bought:buy brought:bring built:build caught:catch chose:choose
  chosen:choose drew:draw drawn:draw drove:drive driven:drive ate:eat eaten:eat fell:fall fallen:fall
  fed:feed flew:fly forgot:forget forgotten:forget gave:give given:give grew:grow grown:grow
  heard:hear held:hold hid:hide hidden:hide kept:keep knew:know known:know led:lead learnt:learn
  lent:lend lost:lose made:make met:meet paid:pay ran:run rose:rise risen:rise sold:sell sent:send
  shrank:shrink shrunk:shrink sank:sink sunk:sink drank:drink sang:sing sung:sing rang:ring felt:feel
  fought:fight sought:seek meant:mean dealt:deal hung:hang froze:freeze frozen:freeze beaten:beat
  slid:slide struck:strike stuck:stick swore:swear tore:tear torn:tear bent:bend crept:creep fled:flee
  slept:sleep spoke:speak spoken:speak spent:spend stole:steal stolen:steal swam:swim taught:teach
  told:tell took:take taken:take thought:think threw:throw thrown:throw understood:understand
  woke:wake won:win wore:wear worn:wear wrote:write written:write children:child kids:child kid:child
  men:man women:woman people:person feet:foot teeth:tooth mice:mouse lives:life wives:wife
  better:good best:good worse:bad worst:bad older:old oldest:old retiree:retire retirees:retire larger:large largest:large bigger:big biggest:big began's:begin went:go gone:go
  zero:0 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12
  thirteen:13 fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20
  thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.&][\p{L}\p{N}]+)*/gu;
// Scripts written without spaces between words.
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;
const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Most words of a language come again and again: stemming each once is most of the speed. */
const stemCache = new Map<string, string>();
const STEM_CACHE_SIZE = 50_000;

/** The words of a text, lower case, in order. */
export function wordsOf(text: string): string[] {
  const normal = text.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  if (!UNSPACED.test(normal)) return normal.match(WORD) ?? [];
  const words: string[] = [];
  for (const part of wordSegmenter.segment(normal)) if (part.isWordLike) words.push(part.segment);
  return words;
}

/** True of a word that says nothing of a topic. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The stem of a lower-case word; words of other alphabets stay as they are. */
export function stemOf(word: string): string {
  const cached = stemCache.get(word);
  if (cached !== undefined) return cached;
  const plain = word.replace(/'(?:s|re|ve|ll|d|m|t)?$/, '').replaceAll('.', '');
  const base = IRREGULAR.get(plain) ?? plain;
  const stem = /^[a-z]+$/.test(base) ? stemmer(base) : base.normalize('NFD').replace(/\p{M}/gu, '');
  if (stemCache.size >= STEM_CACHE_SIZE) stemCache.clear();
  stemCache.set(word, stem);
  return stem;
}

/** The stems of the words that carry a topic, in order and with repeats. */
export function topicStems(text: string): string[] {
  const stems: string[] = [];
  for (const word of wordsOf(text)) {
    if (STOP_WORDS.has(word)) continue;
    const stem = stemOf(word);
    if (stem.length > 1 || /\p{N}|\p{Lo}/u.test(stem)) stems.push(stem);
  }
  return stems;
}

/** How many words a text has. */
export function countWords(text: string): number {
  return UNSPACED.test(text) ? wordsOf(text).length : (text.match(/\S+/g)?.length ?? 0);
}
