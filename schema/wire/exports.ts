/** Exports of a reader's data, as one zip file. */
import { z } from 'zod';
import { EXPORT_PODCASTS_MAX } from '../limits.ts';
import { failFast, idSchema } from './common.ts';

export type { ExportInfo, ExportProgress, ExportsReply } from './replies/transfers.ts';

export const EXPORT_FORMATS = ['obsidian', 'logseq', 'anki', 'readwise', 'opml', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** These always contain the whole account, whichever podcasts are chosen. */
export const WHOLE_FORMATS: readonly ExportFormat[] = ['opml', 'json'];

/** The body of `POST /api/user/exports`. Without `podcastIds`, everything is exported. */
export const startExportSchema = z.object({
  formats: failFast(
    z.array(z.enum(EXPORT_FORMATS)).min(1, 'Choose at least one format').max(EXPORT_FORMATS.length),
  ).transform((formats) => EXPORT_FORMATS.filter((format) => formats.includes(format))),
  podcastIds: failFast(
    z.array(idSchema).min(1, 'Choose at least one podcast').max(EXPORT_PODCASTS_MAX),
  )
    .transform((ids) => [...new Set(ids)].sort())
    .optional(),
});
export type StartExport = z.output<typeof startExportSchema>;
