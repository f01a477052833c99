import type { LucideIcon } from 'lucide-react';

/** Something the box does, besides finding. */
export interface Command {
  /** Unique among all commands. */
  id: string;
  group: 'Go to' | 'Recent episodes' | 'Actions' | 'Subscribe';
  label: string;
  /** Shown beside the label, such as an episode's podcast. */
  detail?: string;
  /** Other words that find it. */
  keywords?: string;
  icon: LucideIcon;
  /** One of too many to be listed before anything is typed. */
  isListedWhenTyped?: boolean;
  run: () => void;
}

export interface CommandGroup {
  title: Command['group'];
  commands: Command[];
}

/** As many of one group as are shown. */
const GROUP_MAX = 6;

/** The commands in whose words every typed word begins one; all that are listed where none is typed. */
export function matchCommands(commands: readonly Command[], typed: string): CommandGroup[] {
  const wanted = wordsIn(typed);
  const groups = new Map<Command['group'], Command[]>();
  for (const command of commands) {
    if (wanted.length === 0 ? command.isListedWhenTyped : !isFound(command, wanted)) continue;
    const group = groups.get(command.group) ?? [];
    groups.set(command.group, group);
    if (group.length < GROUP_MAX) group.push(command);
  }
  return Array.from(groups, ([title, found]) => ({ title, commands: found }));
}

function isFound({ label, detail = '', keywords = '' }: Command, wanted: string[]): boolean {
  const words = wordsIn(`${label} ${detail} ${keywords}`);
  return wanted.every((typed) => words.some((word) => word.startsWith(typed)));
}

/** Without regard to case and accents. */
function wordsIn(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
