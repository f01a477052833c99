/** The vocabulary of roles, industries and goals. Sources: see `retrieval/language.ts`. */
import { words } from '../retrieval/language.ts';

export type FieldName = keyof typeof FIELDS;

/** The names of roles and industries, and the vocabulary of their fields. */
export const FIELDS = {
  hr: {
    names: 'hr recruiter recruiting talent hiring personnel chro',
    words:
      'hire recruit candidate employee staff workforce onboarding salary payroll compensation retention turnover layoff workplace burnout culture promotion diversity',
  },
  finance: {
    names:
      'finance financial cfo accountant accounting analyst investor banker banking treasurer controller fintech',
    words:
      'cost budget revenue margin profit cash pricing price debt earnings investment tax forecast expense loan bank payment valuation',
  },
  marketing: {
    names: 'marketing marketer cmo brand advertising communications pr',
    words: 'marketing brand campaign customer audience advertise advert seo conversion launch',
  },
  sales: {
    names: 'sales salesperson seller account',
    words: 'sales customer deal pipeline quota buyer prospect pricing contract negotiate',
  },
  law: {
    names: 'law lawyer legal litigator counsel attorney solicitor judge compliance paralegal',
    words:
      'court statute contract liability lawsuit regulation regulator compliance judge plaintiff legal law lawyer sue copyright license',
  },
  health: {
    names:
      'health healthcare physician doctor nurse clinician medical medicine hospital pharma therapist psychologist',
    words:
      'patient diagnosis symptom treatment medication dose disease therapy clinical medicine hospital health anxiety depression pain',
  },
  software: {
    names:
      'software developer engineer engineering programmer cto technology tech devops it architect sysadmin',
    words:
      'code software deploy bug test architecture database api developer programming framework server latency refactor',
  },
  product: {
    names: 'product',
    words: 'user customer feature roadmap launch feedback release prototype usability adoption',
  },
  education: {
    names: 'education teacher professor lecturer school trainer student',
    words: 'student class classroom school teach teacher curriculum learn course exam homework',
  },
  operations: {
    names: 'operations manufacturing logistics factory supply coo plant retail',
    words: 'factory plant supply inventory warehouse supplier logistics downtime manufacture',
  },
  leadership: {
    names: 'founder ceo startup entrepreneur owner president',
    words:
      'funding fundraise investor hire growth strategy competitor founder startup company revenue',
  },
} as const;

/** Words that introduce goals, beside the goals themselves. */
export const GOAL_FRAMES = words(`
  understand know learn improve get better become grow find help keep make stay going where how faster quickly small more
  manager lead leader head chief officer director senior junior assistant specialist professional worker member vice
  president executive want build create reduce increase avoid manage run own team work job career role use using company
  business industry service services general family people outlook new`);
