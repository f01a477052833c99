import { z } from 'zod';
import { SOURCE_KINDS } from '../../kinds.ts';
import { idSchema } from '../common.ts';
import { done, inRoom, timeSchema } from './operation.ts';

/** What is known of a source beside its text. */
export const sourceFactsSchema = z.object({
  kind: z.enum(SOURCE_KINDS),
  author: z.string().nullable(),
  address: z.string().nullable().describe('Where it was found.'),
  publishedAt: timeSchema.nullable().describe('When it was published.'),
});
export type SourceFacts = z.output<typeof sourceFactsSchema>;

const sourceSchema = sourceFactsSchema.extend({
  id: idSchema.describe(
    'Also the id of the episode that represents it in chats, saved insights and quizzes.',
  ),
  title: z.string(),
  characters: z.number().int().describe('Length of its text in UTF-16 units.'),
  paragraphs: z.number().int(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  hasInsights: z.boolean().describe('Whether the user has insights about it.'),
});
export type Source = z.output<typeof sourceSchema>;

/** The reply of `GET /api/user/sources/{id}`. */
const sourceWithTextSchema = sourceSchema.extend({
  text: z.string().describe('Its paragraphs are separated by empty lines.'),
});
export type SourceWithText = z.output<typeof sourceWithTextSchema>;

/** The reply of `GET /api/user/sources`. */
const sourcesPageSchema = z.object({
  sources: z.array(sourceSchema).describe('The newest first.'),
  total: z.number().int().describe('How many there are in all.'),
  podcastId: idSchema.nullable().describe('The podcast they belong to; null before the first one.'),
  nextCursor: z.string().nullable().describe('For the next page; null on the last one.'),
});
export type SourcesPage = z.output<typeof sourcesPageSchema>;

export const SOURCE_OPERATIONS = inRoom('sources', {
  'GET /api/user/sources': {
    summary: 'List your own sources',
    status: 200,
    description: 'A page of sources, without their texts.',
    schema: sourcesPageSchema,
  },
  'POST /api/user/sources': {
    summary: 'Add a text of your own',
    status: 201,
    description: 'The new source.',
    schema: sourceSchema,
    also: [
      {
        status: 200,
        description: 'The source, which already had the same text.',
        schema: sourceSchema,
      },
    ],
  },
  'GET /api/user/sources/:id': {
    summary: 'Read a source',
    status: 200,
    description: 'The source with its text.',
    schema: sourceWithTextSchema,
  },
  'PUT /api/user/sources/:id': {
    summary: 'Change a source',
    status: 200,
    description: 'The source with the changes.',
    schema: sourceSchema,
  },
  'DELETE /api/user/sources/:id': {
    summary: 'Delete a source',
    ...done('The source is gone.'),
  },
});
