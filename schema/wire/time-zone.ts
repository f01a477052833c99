import { z } from 'zod';

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** An IANA name, as browsers report it. */
export const timeZoneSchema = z.string().min(1).max(64).refine(isTimeZone, 'Unknown time zone');
