/** Validation of text that people type, shared by both sides. */
import { z } from 'zod';

/** Invisible characters: controls, direction and joining marks, fillers, lone surrogates. */
const INVISIBLE = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`;
const HAS_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'u');
const ALL_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'gu');
const HAS_VISIBLE = new RegExp(`[^\\s${INVISIBLE}]`, 'u');

export const hasInvisible = (text: string) => HAS_INVISIBLE.test(text);
export const withoutInvisible = (text: string) => text.replace(ALL_INVISIBLE, '');

/** Whether a text has no visible characters. */
export const isBlank = (text: string) => !HAS_VISIBLE.test(text);

/** Replaces lone surrogates, which storage can't represent, and removes NUL, where SQL functions end a text. */
export const textSchema = z.string().overwrite((text) => text.toWellFormed().replaceAll('\0', ''));
