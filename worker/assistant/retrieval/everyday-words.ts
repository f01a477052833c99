/** Everyday words that stand for one another when people ask: a few dozen groups, no more. */
import { stemOf } from './words.ts';

const GROUPS = `
  cost price spend spent pay expensive money dollar budget fee
  buy purchase acquire bought
  begin start launch found beginning founded
  end finish stop quit close
  job work career profession position
  company business firm startup organisation organization
  worker employee staff colleague team
  boss manager leader lead
  customer client user buyer
  mistake error wrong failure fail regret
  problem issue trouble challenge difficulty difficult hard struggle
  advice recommend recommendation suggest suggestion tip advise
  important matter key crucial essential critical
  big large huge major biggest largest
  small little tiny minor smallest
  grow increase rise growth expand
  shrink decrease fall drop reduce cut decline lower
  fast quick quickly speed rapid
  slow slowly delay
  cause reason because lead
  result outcome effect consequence impact
  change shift alter different
  help support assist
  learn lesson taught teach study
  child kid son daughter children
  parent mother father mom dad mum
  home house
  doctor physician clinician
  ill sick illness disease
  illness condition diagnosis
  drug medicine medication
  hire recruit hiring
  fire layoff dismiss
  build create make develop made
  fix repair solve solution
  test experiment trial try
  use utilise utilize apply
  tool software app application
  idea concept notion
  way method approach technique process
  goal aim objective target purpose
  fear afraid worry scared concern worried
  happy glad joy enjoy love
  hate dislike
  live reside lived
  born birth birthday
  die death dead died
  age old
  year annual annually
  month monthly
  week weekly
  day daily
  percent percentage share proportion
  earn revenue income salary sale sales
  future next upcoming
  past history previous
  name call named called
  guest interview
  book read author
  write wrote author publish
  report notify inform declare announce tell
  allow permit
  prevent avoid reduce
  cure treat treatment heal therapy
  improve better raise
  liable responsible liability fault
  revenue turnover income
  temperature degree celsius fahrenheit
  weight kilogram kilo pound gram
  distance kilometre kilometer mile metre meter
  accurate precise reliable exact correct good
  happen occur
  size large amount
  measure metric track
  raise funding invest investment investor
  sleep asleep bed
  eat food diet meal
  coffee caffeine
  remove delete drop
  fund reserve buffer saving
  share stock equity
  money cash
  rule law regulation directive legislation
  enforce enforceable valid void bind binding
  freelance freelancer self-employed
  work help effective useful
  unreliable meaningless worthless misleading
  alert notify tell inform
  begin clock start
  leave quit resign resignation departure
  retiree retire retirement pension
  percent rate
`;

const groupsByStem = new Map<string, string[][]>();
for (const line of GROUPS.trim().split('\n')) {
  const group = [...new Set(line.trim().split(/\s+/).map(stemOf))];
  for (const stem of group) {
    const groups = groupsByStem.get(stem);
    if (groups === undefined) groupsByStem.set(stem, [group]);
    else groups.push(group);
  }
}

/** Stems which may stand for this one; none for most. */
export function standIns(stem: string): string[] {
  const found = new Set((groupsByStem.get(stem) ?? []).flat());
  found.delete(stem);
  return [...found];
}
