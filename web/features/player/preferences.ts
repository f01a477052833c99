/** Speed and volume, remembered by this browser. */
import { z } from 'zod';
import { readLocalJson } from '../../ui/local-json.ts';
import { writeLocal } from '../../ui/local-storage.ts';

const STORAGE_KEY = 'dripcast.player';
const schema = z.object({
  speed: z.number().min(0.5).max(3),
  volume: z.number().min(0).max(1),
  isMuted: z.boolean(),
});
type Preferences = z.infer<typeof schema>;

/** Normal speed and full volume if nothing readable is stored. */
export function readPreferences(): Preferences {
  return readLocalJson(STORAGE_KEY, schema) ?? { speed: 1, volume: 1, isMuted: false };
}

export function savePreferences(changes: Partial<Preferences>): void {
  writeLocal(STORAGE_KEY, JSON.stringify({ ...readPreferences(), ...changes }));
}
