/** A cue fits into two lines of a caption: this many characters each, and not too many words. */
const LINE_CHARACTERS = 42;
export const MAX_CUE_WORDS = 14;

const MIN_COMFORTABLE_WORDS = 5;
const SENTENCE_END = /[.!?…]["'”’)]*$/;
const CLAUSE_END = /[,;:—–]["'”’)]*$/;
const ABBREVIATION = /^(?:Dr|Mr|Mrs|Ms|Prof|St|vs|Inc|Ltd|No|v|e\.g|i\.e|(?:\p{L}\.)*\p{Lu})\.$/u;
const OPENS_CLAUSE =
  /^(?:and|or|but|nor|so|yet|because|if|when|while|where|whether|that|which|who|than|as|until|after|before|for|with|from|in|on|at|to|by)$/i;

/** The costs of cuts. Only their proportions matter: a cut inside a clause is the last resort. */
const COST = {
  cue: 4,
  sentenceInside: 5,
  clauseCut: 2,
  phraseCut: 6,
  wordCut: 12,
  missingWord: 1.5,
};

/**
 * Cuts one turn into caption cues: at the ends of sentences if they fit, otherwise at clauses, otherwise
 * where a phrase begins. Very short sentences share a cue. Joined with spaces, the cues are the text.
 */
export function cutIntoCues(text: string): string[] {
  const words = splitWords(text);
  // best[end] is the cheapest way to cut the first `end` words; `from` is where its last cue starts.
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= words.length; end += 1) {
    let cheapest = { cost: Number.POSITIVE_INFINITY, from: end - 1 };
    for (let from = end - 1; from >= Math.max(0, end - MAX_CUE_WORDS); from -= 1) {
      const cost = (best[from]?.cost ?? 0) + costOfCue(words, from, end);
      if (cost < cheapest.cost) cheapest = { cost, from };
    }
    best.push(cheapest);
  }
  const cues: string[] = [];
  for (let end = words.length; end > 0; end = best[end]?.from ?? 0) {
    cues.unshift(words.slice(best[end]?.from ?? 0, end).join(' '));
  }
  return cues;
}

/** Breaks a cue that is too long for one line into two of about the same length. */
export function wrapCue(text: string): string {
  if (text.length <= LINE_CHARACTERS) return text;
  const middle = text.length / 2;
  const spaces = [...text.matchAll(/ /g)].map((match) => match.index);
  const nearest = spaces.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  if (nearest === undefined) return text;
  return `${text.slice(0, nearest)}\n${text.slice(nearest + 1)}`;
}

/** A dash between spaces belongs to the word before it, so that no line starts with one. */
function splitWords(text: string): string[] {
  return text
    .replace(/ ([—–-])(?= )/g, '\u00a0$1')
    .split(' ')
    .filter(Boolean)
    .map((word) => word.replace('\u00a0', ' '));
}

function costOfCue(words: string[], from: number, end: number): number {
  const cue = words.slice(from, end);
  const isLonger = cue.join(' ').length > LINE_CHARACTERS * 2;
  if (isLonger && cue.length > 1) return Number.POSITIVE_INFINITY;
  const inside = cue.slice(0, -1).filter(endsSentence).length;
  const missing = Math.max(0, MIN_COMFORTABLE_WORDS - cue.length);
  return (
    COST.cue +
    inside * COST.sentenceInside +
    missing * COST.missingWord +
    costOfCut(cue.at(-1) ?? '', words[end])
  );
}

function costOfCut(before: string, after: string | undefined): number {
  if (after === undefined || endsSentence(before)) return 0;
  if (CLAUSE_END.test(before)) return COST.clauseCut;
  return OPENS_CLAUSE.test(after) ? COST.phraseCut : COST.wordCut;
}

function endsSentence(word: string): boolean {
  return SENTENCE_END.test(word) && !ABBREVIATION.test(word);
}
