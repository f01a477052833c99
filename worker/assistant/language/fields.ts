/** Fields of work, by which a reader's profile is understood. Sources: see `english.ts`. */

import { GENERIC_WORDS, wordSet } from './english.ts';
import { stemOf, stemsOf, topicStems, wordsOf } from './words.ts';

/** The names of their roles and industries | their vocabulary. */
const FIELDS = [
  `hr recruiter recruiting talent hiring personnel chro | hire recruit candidate employee staff workforce onboarding
   salary payroll compensation retention turnover layoff workplace burnout culture promotion diversity`,
  `finance financial cfo accountant accounting analyst investor banker banking treasurer controller fintech | cost
   budget revenue margin profit cash pricing price debt earnings investment tax forecast expense loan bank payment
   valuation`,
  `marketing marketer cmo brand advertising communications pr | marketing brand campaign customer audience advertise
   advert seo conversion launch`,
  `sales salesperson seller account | sales customer deal pipeline quota buyer prospect pricing contract negotiate`,
  `law lawyer legal litigator counsel attorney solicitor judge compliance paralegal | court statute contract
   liability lawsuit regulation regulator compliance judge plaintiff legal law lawyer sue copyright license`,
  `health healthcare physician doctor nurse clinician medical medicine hospital pharma therapist psychologist |
   patient diagnosis symptom treatment medication dose disease therapy clinical medicine hospital health anxiety
   depression pain`,
  `software developer engineer engineering programmer cto technology tech devops it architect sysadmin | code
   software deploy bug test architecture database api developer programming framework server latency refactor`,
  `product | user customer feature roadmap launch feedback release prototype usability adoption`,
  `education teacher professor lecturer school trainer student | student class classroom school teach teacher
   curriculum learn course exam homework`,
  `operations manufacturing logistics factory supply coo plant retail | factory plant supply inventory warehouse
   supplier logistics downtime manufacture`,
  `founder ceo startup entrepreneur owner president | funding fundraise investor hire growth strategy competitor
   founder startup company revenue`,
].map((lists) => {
  const [names = '', vocabulary = ''] = lists.split('|');
  return { names: stemsOf(wordSet(names)), vocabulary: topicStems(vocabulary) };
});

/** Returns the field of a role or an industry. */
export const fieldOf = (text: string) =>
  FIELDS.find(({ names }) => wordsOf(text).some((word) => names.has(stemOf(word))));

/** Words that introduce goals or belong to any role, besides those used about everything. */
const PROFILE_STOP_WORDS = wordSet(`
  understand learn improve become grow faster quickly stay manager lead leader head officer director senior junior
  assistant specialist professional worker member vice president executive build create reduce increase avoid job
  career role industry service general family outlook`);
export const PROFILE_STOP_STEMS = stemsOf([...GENERIC_WORDS, ...PROFILE_STOP_WORDS]);
/** Words that are lower case in a role, however a transcript writes them. */
export const LOWERCASE_STEMS = new Set([
  ...PROFILE_STOP_STEMS,
  ...FIELDS.flatMap(({ names }) => [...names]),
]);
