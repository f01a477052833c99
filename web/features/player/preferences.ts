/** Speed and volume, as this browser was left. */
import { z } from 'zod';
import { readKept, writeKept } from './kept.ts';

const schema = z.object({
  speed: z.number().min(0.5).max(3),
  volume: z.number().min(0).max(1),
  isMuted: z.boolean(),
});
type Preferences = z.infer<typeof schema>;

export const readPreferences = (): Preferences =>
  readKept('player', schema, { speed: 1, volume: 1, isMuted: false });

export function keepPreferences(changes: Partial<Preferences>): void {
  writeKept('player', { ...readPreferences(), ...changes });
}
