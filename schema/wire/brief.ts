/** The brief: the weekly digest by mail. */
import { z } from 'zod';
import { EMAIL_MAX_CHARS } from '../limits.ts';
import { timeZoneSchema } from './time-zone.ts';

export type { Brief, BriefState } from './replies/brief.ts';

export const changeBriefSchema = z.object({
  email: z.email('Invalid email address').max(EMAIL_MAX_CHARS, 'Invalid email address'),
  /** From Monday, 1, to Sunday, 7. */
  weekday: z.number().int().min(1).max(7),
  hour: z.number().int().min(0).max(23),
  timeZone: timeZoneSchema,
});
export type ChangeBrief = z.output<typeof changeBriefSchema>;

/** `/{token}` of a link in a mail. */
export const mailTokenParamSchema = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

export const briefPreviewQuerySchema = z.object({ format: z.enum(['html', 'text']).optional() });
