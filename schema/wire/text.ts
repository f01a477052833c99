/** Validation of text that people type, shared by both sides. */
import { z } from 'zod';

/** Invisible characters: controls, direction and joining marks, fillers, lone surrogates. */
const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`;
const HAS_UNSEEN = new RegExp(`[${UNSEEN}]`, 'u');
const ALL_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu');
const HAS_SEEN = new RegExp(`[^\\s${UNSEEN}]`, 'u');

export const hasUnseen = (text: string) => HAS_UNSEEN.test(text);
export const withoutUnseen = (text: string) => text.replace(ALL_UNSEEN, '');

/** Whether a text has no visible characters. */
export const isBlank = (text: string) => !HAS_SEEN.test(text);

/** Replaces lone surrogates, which storage can't represent, and removes NUL, where SQL functions end a text. */
export const textSchema = z.string().overwrite((text) => text.toWellFormed().replaceAll('\0', ''));
