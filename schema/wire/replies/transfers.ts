import { z } from 'zod';
import { DOCUMENT_LISTS } from '../account-document.ts';
import { idSchema } from '../common.ts';
import { EXPORT_FORMATS } from '../exports.ts';
import { inRoom, timeSchema } from './operation.ts';

const exportInfoSchema = z.object({
  id: idSchema,
  formats: z.array(z.enum(EXPORT_FORMATS)),
  status: z.enum(['queued', 'done', 'failed']),
  progress: z.number().describe('Percent.'),
  bytes: z.number().nullable().describe('Size of the zip file; null until it is done.'),
  error: z.string().nullable().describe('Why it failed, in words; null unless it did.'),
  createdAt: timeSchema,
  expiresAt: timeSchema.describe('The file is deleted then.'),
});
export type ExportInfo = z.output<typeof exportInfoSchema>;

/** The reply of `GET /api/user/exports`. */
const exportsReplySchema = z.object({
  exports: z.array(exportInfoSchema).describe('Newest first.'),
  podcasts: z
    .array(z.object({ id: idSchema, title: z.string() }))
    .describe(
      'The podcasts that a choice can be made of: those the account keeps something of, by title.',
    ),
});
export type ExportsReply = z.output<typeof exportsReplySchema>;

/** The reply of `GET /api/user/exports/{id}` until the zip file is done. */
const exportProgressSchema = z.object({ progress: z.number().describe('Percent.') });
export type ExportProgress = z.output<typeof exportProgressSchema>;

const accountImportSchema = z.object({
  id: idSchema,
  status: z
    .enum(['uploading', 'queued', 'done', 'failed'])
    .describe('Uploading until all parts have arrived.'),
  progress: z.number().describe('Percent.'),
  added: z
    .partialRecord(z.enum(DOCUMENT_LISTS), z.number().int())
    .describe(
      'How many rows of each list came in so far. The others were there before, or did not fit.',
    ),
  left: z
    .number()
    .int()
    .describe('Rows that were left out: their podcast could not be added, or the account is full.'),
  error: z.string().nullable().describe('Why it failed, in words; null unless it did.'),
  canRetry: z.boolean().describe('It failed, but its file is still here: it can be retried.'),
  createdAt: timeSchema,
});
export type AccountImport = z.output<typeof accountImportSchema>;

/** The reply of `GET /api/user/imports`. */
const accountImportsReplySchema = z.object({
  imports: z.array(accountImportSchema).describe('Newest first.'),
});
export type AccountImportsReply = z.output<typeof accountImportsReplySchema>;

export const TRANSFER_OPERATIONS = inRoom('transfers', {
  'GET /api/user/exports': {
    summary: 'List your exports',
    status: 200,
    description: 'The exports that have not expired, and the podcasts you can choose from.',
    schema: exportsReplySchema,
  },
  'POST /api/user/exports': {
    summary: 'Start an export of your account',
    status: 202,
    description: 'The export, which is made in the background.',
    schema: z.object({ id: idSchema }),
  },
  'GET /api/user/exports/:id': {
    summary: 'Download an export, or get its progress',
    status: 200,
    description: 'The zip file.',
    schema: null,
    contentType: 'application/zip',
    also: [{ status: 202, description: 'Its progress.', schema: exportProgressSchema }],
  },
  'POST /api/user/imports': {
    summary: 'Start an import of an exported account',
    status: 202,
    description:
      'The import. It starts in the background once all parts are here. Nothing comes in twice.',
    schema: accountImportSchema,
  },
  'GET /api/user/imports': {
    summary: 'List your imports',
    status: 200,
    description: 'The imports of the last days.',
    schema: accountImportsReplySchema,
  },
  'GET /api/user/imports/:id': {
    summary: 'Get the progress of an import',
    status: 200,
    description: 'Its progress, and what was imported.',
    schema: accountImportSchema,
  },
  'PUT /api/user/imports/:id': {
    summary: 'Upload the next part of an import',
    status: 202,
    description: 'The import. A part may be sent again.',
    schema: accountImportSchema,
  },
  'POST /api/user/imports/:id/retry': {
    summary: 'Retry a failed import',
    status: 202,
    description: 'The import, which goes on in the background from the part it had come to.',
    schema: accountImportSchema,
  },
  'GET /api/user/insights/:id/markdown': {
    summary: 'Get a saved insight as Markdown with links',
    status: 200,
    description: 'The insight. Its times link to their places.',
    schema: null,
    contentType: 'text/markdown',
  },
  'GET /api/schemas/account.json': {
    summary: 'Get the JSON Schema of exported accounts',
    status: 200,
    description: 'The JSON Schema (draft 2020-12) of the account in an export.',
    schema: null,
    contentType: 'application/schema+json',
  },
});
