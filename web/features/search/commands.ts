import type { LucideIcon } from 'lucide-react';
import { fold } from '../../../schema/wire/fold.ts';

/** An action that the search offers, besides searching. */
export interface Command {
  /** Unique among all commands. */
  id: string;
  group: 'Go to' | 'Recent episodes' | 'Actions' | 'Subscribe';
  label: string;
  /** Shown beside the label, such as an episode's podcast. */
  detail?: string;
  /** Additional words that match the command. */
  keywords?: string;
  icon: LucideIcon;
  /** Only listed once something is typed, because there are too many of its kind. */
  isListedWhenTyped?: boolean;
  run: () => void;
}

export interface CommandGroup {
  title: Command['group'];
  commands: Command[];
}

/** The most commands shown per group. */
const GROUP_MAX = 6;

/** Returns the commands that match every typed word by prefix, or all listed ones if nothing is typed. */
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

/** Whether the typed words are a command's label, or at least its first two words. */
export function isNamed(matched: readonly CommandGroup[], typed: string): boolean {
  const wanted = wordsIn(typed);
  return matched
    .flatMap(({ commands }) => commands)
    .some(({ label }) => {
      const words = wordsIn(label);
      const isStart = wanted.every((word, index) =>
        index < wanted.length - 1 ? words[index] === word : words[index]?.startsWith(word),
      );
      return isStart && (wanted.length > 1 || words.length === wanted.length);
    });
}

function isFound({ label, detail = '', keywords = '' }: Command, wanted: string[]): boolean {
  const words = wordsIn(`${label} ${detail} ${keywords}`);
  return wanted.every((typed) => words.some((word) => word.startsWith(typed)));
}

function wordsIn(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
