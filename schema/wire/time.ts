import { z } from 'zod';

/** Whether the year of a time has four digits in ISO 8601, as those who read our replies and exports expect. */
export function hasUsualYear(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9_999;
}

/** A time with its offset, which may lead out of the last year. */
export const instantSchema = z.iso
  .datetime({ offset: true })
  .refine((text) => hasUsualYear(new Date(text)), 'The year must be between 0 and 9999');
