import { z } from 'zod';
import { changeBriefSchema } from '../brief.ts';
import { done, inRoom, timeSchema } from './operation.ts';

const briefSchema = changeBriefSchema.extend({
  isConfirmed: z.boolean(),
  stopped: z
    .enum(['unsubscribed', 'bounced', 'complained'])
    .nullable()
    .describe('Why sending stopped; null while it is active.'),
  nextAt: timeSchema,
});
export type Brief = z.output<typeof briefSchema>;

const briefStateSchema = z.object({
  isAvailable: z.boolean().describe('Whether this deployment can send mail.'),
  brief: briefSchema.nullable().describe('Null for readers who don’t want it.'),
  unsureWeek: z
    .string()
    .nullable()
    .describe('The week of a brief that may not have arrived, such as `2026-W48`; null for none.'),
});
export type BriefState = z.output<typeof briefStateSchema>;

const state = { status: 200, description: 'The brief as it is now.', schema: briefStateSchema };
const page = (description: string) => ({
  status: 200,
  description,
  schema: null,
  contentType: 'text/html',
});

export const BRIEF_OPERATIONS = inRoom('brief', {
  'GET /api/user/brief': { summary: 'Get the settings of your weekly brief', ...state },
  'PUT /api/user/brief': { summary: 'Turn on or change your weekly brief', ...state },
  'DELETE /api/user/brief': { summary: 'Turn off your weekly brief', ...state },
  'POST /api/user/brief/confirmation': {
    summary: 'Resend the confirmation email',
    ...done('The mail is on its way.'),
  },
  'POST /api/user/brief/again': {
    summary: 'Resend a brief that may not have arrived',
    ...state,
  },
  'GET /api/user/brief/preview': {
    summary: 'Preview your brief',
    ...page('The mail’s HTML.'),
    also: [
      {
        status: 200,
        description: 'The mail’s plain text, with `?format=text`.',
        schema: null,
        contentType: 'text/plain',
      },
    ],
  },
  'GET /api/brief/confirm/:token': {
    summary: 'Show the page that confirms an address',
    ...page('A page with a button.'),
  },
  'POST /api/brief/confirm/:token': {
    summary: 'Confirm an address',
    ...page('A page that says that it is done.'),
  },
  'GET /api/brief/unsubscribe/:token': {
    summary: 'Show the page that unsubscribes from the brief',
    ...page('A page with a button.'),
  },
  'POST /api/brief/unsubscribe/:token': {
    summary: 'Unsubscribe from the brief with one click (RFC 8058)',
    ...page('A page that says that it is done.'),
  },
});
