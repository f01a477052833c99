import { z } from 'zod';
import { changeBriefSchema } from '../brief.ts';
import { done, inRoom, timeSchema } from './operation.ts';

const briefSchema = changeBriefSchema.extend({
  isConfirmed: z.boolean(),
  stopped: z
    .enum(['unsubscribed', 'bounced', 'complained'])
    .nullable()
    .describe('Why nothing is sent any more; null while it is.'),
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
  'GET /api/user/brief': { summary: 'Ask when and where your weekly brief is sent', ...state },
  'PUT /api/user/brief': { summary: 'Have your weekly brief sent by mail', ...state },
  'DELETE /api/user/brief': { summary: 'Have no brief sent any more', ...state },
  'POST /api/user/brief/confirmation': {
    summary: 'Send the mail again that confirms your address',
    ...done('The mail is on its way.'),
  },
  'POST /api/user/brief/again': {
    summary: 'Send the brief again that may not have arrived',
    ...state,
  },
  'GET /api/user/brief/preview': {
    summary: 'See your brief as it would be sent',
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
    summary: 'Open the link that confirms an address',
    ...page('A page with a button.'),
  },
  'POST /api/brief/confirm/:token': {
    summary: 'Confirm an address',
    ...page('A page that says that it is done.'),
  },
  'GET /api/brief/unsubscribe/:token': {
    summary: 'Open the link that ends a brief',
    ...page('A page with a button.'),
  },
  'POST /api/brief/unsubscribe/:token': {
    summary: 'End a brief, as mail clients do with one click',
    ...page('A page that says that it is done.'),
  },
});
