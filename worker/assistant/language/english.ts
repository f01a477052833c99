/**
 * What the assistant knows of English words. Lists for single tasks are beside their code. Sources: the stop words are the
 * Snowball project's (BSD) plus fillers of speech, the irregular forms are common grammar, and all other lists were
 * written for this project. No list may be taken from one collection of episodes: its benefit is measured on the half of
 * `npm run bench:assistant` that it was not written for.
 */

/** Words without a topic; then those typical of speech, and what people type for them. */
export const STOP_WORDS = wordSet(
  `a about above after again against all also although am an and any are aren't as at be because been before
  being below between both but by can can't cannot could couldn't did didn't do does doesn't doing done don't
  down during each either else ever every few for from further had hadn't has hasn't have haven't having
  he he'd he'll he's her here here's hers herself him himself his how how's however i i'd i'll i'm i've if
  in into is isn't it it'd it'll it's its itself just let let's lot may maybe me might mine more most much
  must my myself no nor not now of off on once one ones only onto or other others our ours ourselves out
  over own per quite rather really same shall she she'd she'll she's should shouldn't since so some such
  than that that'd that's the their theirs them themselves then there there's these they they'd they'll
  they're they've this those though through thus to too under until up upon us very via was wasn't we
  we'd we'll we're we've were weren't what what's whatever when when's where where's whether which while who
  who's whom whose why why's will with within without won't would wouldn't yet you you'd you'll you're
  you've your yours yourself yourselves ain't gonna wanna gotta
  ah actually alright anyway basically bit eh er erm hello hey hi hm hmm huh kind kinda like literally
  mean means meant mhm mm obviously oh ok okay oops ooh ow right say says said sort stuff sure thing things um uh
  uhh umm well whoa wow yeah yep yes yup guess know think get got go going goes come came want see look
  way something anything everything somebody someone everyone everybody anybody nobody anyone nothing someone's
  cuz even many still another around away ago already almost often soon lots
  across albeit along alongside amid among amongst anywhere beneath beside besides beyond despite elsewhere
  except hence inside lest moreover nevertheless nonetheless nowhere otherwise outside somewhere therefore
  throughout till toward towards underneath unless unlike versus whenever whereas wherever whichever whilst whoever
  thank thanks please cool nice laughs laughter inaudible crosstalk unintelligible
  arent cant couldnt didnt doesnt dont hadnt hasnt havent heres hes hows im isnt ive shes shouldnt thats theres
  theyd theyll theyre theyve wasnt werent weve whats whens wheres whos wont wouldnt youd youll youre youve
  e.g eg i.e etc btw dunno gimme idk imo lemme lol n pls plz r rn tbh tho thx u ur wdym`,
);

/** Forms that a stemmer can't know, short forms and British spellings; only unambiguous ones. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `began:begin begun:begin bought:buy brought:bring built:build caught:catch chose:choose
  chosen:choose drew:draw drawn:draw drove:drive driven:drive ate:eat eaten:eat fell:fall fallen:fall
  fed:feed flew:fly forgot:forget forgotten:forget gave:give given:give grew:grow grown:grow
  heard:hear held:hold hid:hide hidden:hide kept:keep knew:know known:know led:lead learnt:learn
  lent:lend lost:lose made:make met:meet paid:pay ran:run rose:rise risen:rise sold:sell sent:send
  shrank:shrink shrunk:shrink sank:sink sunk:sink drank:drink sang:sing sung:sing rang:ring felt:feel
  fought:fight sought:seek dealt:deal hung:hang froze:freeze frozen:freeze beaten:beat
  slid:slide struck:strike stuck:stick swore:swear tore:tear torn:tear bent:bend crept:creep fled:flee
  slept:sleep spoke:speak spoken:speak spent:spend stole:steal stolen:steal swam:swim taught:teach
  told:tell took:take taken:take thought:think threw:throw thrown:throw understood:understand
  woke:wake won:win wore:wear worn:wear wrote:write written:write children:child kids:child kid:child
  men:man women:woman people:person peoples:person childrens:child mens:man womens:woman feet:foot teeth:tooth mice:mouse lives:life wives:wife
  knives:knife shelves:shelf halves:half loaves:loaf thieves:thief criteria:criterion phenomena:phenomenon
  analyses:analysis diagnoses:diagnosis crises:crisis hypotheses:hypothesis prognoses:prognosis
  metastases:metastasis syntheses:synthesis theses:thesis matrices:matrix indices:index vertices:vertex
  better:good best:good worse:bad worst:bad older:old oldest:old larger:large largest:large bigger:big biggest:big harder:hard hardest:hard
  went:go gone:go
  max:maximum avg:average info:information meds:medication dept:department mgmt:management
  ppl:person hrs:hour mins:minute yr:year yrs:year telephone:phone telephones:phone ad:advertisement
  ads:advertisement advert:advertisement adverts:advertisement exam:examination exams:examination lab:laboratory
  labs:laboratory photo:photograph photos:photograph advisor:adviser advisors:adviser
  zero:0 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12
  thirteen:13 fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20
  thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90
  analyse:analyze catalogue:catalog licence:license defence:defense offence:offense pretence:pretense practise:practice programme:program cheque:check
  grey:gray tyre:tire odour:odor odours:odor mould:mold manoeuvre:maneuver sulphur:sulfur judgement:judgment
  sceptical:skeptical aluminium:aluminum`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** Endings of words that aren't British, though they look like it: 'contour', 'advise'. */
const NOT_OUR = 'cont|det|dev|vel|param|troubad|glam';
const NOT_ISE =
  `adverti|advi|ari|compri|compromi|conci|demi|despi|devi|enterpri|exci|exerci|experti|franchi|improvi|\\w*wi
  merchandi|paradi|practi|preci|premi|promi|revi|supervi|surmi|surpri|televi|treati`.replace(
    /\s+/g,
    '|',
  );

/** British spellings, each with the American one. Of 34,281 words of the corpora they change 190, nine of them wrongly. */
export const BRITISH: [RegExp, american: string][] = [
  [
    new RegExp(
      `(?<=^(?!${NOT_OUR})\\w{3,})our(?=(?:s|ed|ing|able|al|ful|less|ites?|ly|ers?|ist|ism|y|hood)?$)`,
    ),
    'or',
  ],
  [
    new RegExp(`(?<=^(?!${NOT_ISE})\\w{3,}[^aeou]i)s(?=(?:e[ds]?|ing|ers?|ations?|ational|able)$)`),
    'z',
  ],
  [/(?<=\w{3}ly)s(?=(?:e[ds]?|ing|ers?)$)/, 'z'],
  [/(?<=\w{2}[tb])re(?=s?$)/, 'er'],
  [/(?<=[hpnfck])ae(?=[mdsco])/, 'e'],
  [/^oe(?=[ds])|(?<=[fhm])oe(?=[atb])/, 'e'],
];

/** Short forms, each with what it is short for. */
export const SHORT_FOR: ReadonlyMap<string, string[]> = new Map([
  ...'first second third fourth'
    .split(' ')
    .map((which, at): [string, string[]] => [`q${at + 1}`, [which, 'quarter']]),
  ['usa', ['united', 'states']],
  ['pros', ['advantages']],
  ['cons', ['disadvantages']],
]);

/** Words that begin a question for something, and clauses like it. */
export const QUESTION_WORDS = wordSet('why how what who whom whose when where which');

/** What listeners say of themselves before they ask: 'I own a shop. Give me three reasons to …' */
export const LISTENER_PREAMBLE =
  /^(?:(?:i|we|my|our|i['’]m|we['’]re|i['’]ve|we['’]ve)\b[^.!?]*[.!] +)+(?=\S)/i;

/** What says how a question is meant, and not about what: 'How does a lens work?', 'What does GDPR stand for?' */
export const QUESTION_IDIOM =
  /(?<=\bhow (?:do|does|did|would|can|could)\b.*)\bworks?\b|\bstands? for\b|\bget(?:ting)? started\b/gi;

/** Words that frame a question or ask for a judgement; the others are its topic. Each stands for all its forms. */
export const FRAME_WORDS = wordSet(`
  summarize summary discuss talk chat meeting episode podcast show conversation interview call recording transcript
  opinion view group participants members speaker according regarding concerning introduction introduce mention
  suggestion propose agree disagree explain describe believe decide decision conclude conclusion feel consider topic
  tell give answer question ask find matter important importance involve happen example exactly listen hear host guest today long team
  presentation point part type become became make use need worth worthwhile recommend advise advice tip good enough
  kinds sorts instead`);

/** Words used about everything, which name no topic. Each stands for all its forms. */
export const GENERIC_WORDS = wordSet(`
  time people year day week month today ways question point example problem part place side end beginning fact case
  reason idea number word name hand sense line world life work good great bad big small new old first last next little
  different whole able real long high hard easy couple bunch second minute hour moment money percent million billion
  thousand hundred dollar euro pound cent gram kilogram milligram metre metres kilometre kilometer millimetre litre
  litres mile inch talk guy folk man woman everybody nobody episode show podcast conversation call meeting quarter justice
  honor counsel doctor patient mr ms chief court company business team type level amount rest top bottom half feel love
  start try tried put use need happen help run set give found find make keep tell ask answer speaking looking saying
  coming getting kinds sorts rights likes bye pleasure`);

/** Splits a list of pairs: 'raise:lower more:less'. */
export function wordPairs(list: string): [one: string, other: string][] {
  return [...wordSet(list)].map((pair) => {
    const [one = '', other = ''] = pair.split(':');
    return [one, other];
  });
}

/** Splits a list of words. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
