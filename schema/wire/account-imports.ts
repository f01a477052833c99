/** Imports of an account, sent in parts that are documents themselves. */
import { z } from 'zod';
import { ACCOUNT_IMPORT_PARTS_MAX } from '../limits.ts';

export type { AccountImport, AccountImportsReply } from './replies/transfers.ts';

const partSchema = z.coerce.number().int().max(ACCOUNT_IMPORT_PARTS_MAX, 'This file is too large');

/** The query of `POST /api/user/imports`. The body is the first part. */
export const startAccountImportSchema = z.object({ parts: partSchema.min(1).default(1) });

/** The query of `PUT /api/user/imports/{id}`: the number of the part in the body, from 2. */
export const accountImportPartSchema = z.object({ part: partSchema.min(2) });
