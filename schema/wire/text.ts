/** Validation of text that people type, shared by both sides. */
import { z } from 'zod';

/** Invisible characters: controls, direction and joining marks, fillers, lone surrogates. */
const INVISIBLE = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`;
const HAS_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'u');
const ALL_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'gu');
const HAS_VISIBLE = new RegExp(`[^\\s${INVISIBLE}]`, 'u');

/**
 * Invisible characters that spelling needs: in emoji, between Arabic letters, and after the marks of Indic scripts (the
 * contexts of RFC 5892, A.1 and A.2).
 */
const SPELT_JOINERS = [
  String.raw`(?<=\p{ExtPict})\uFE0F`,
  String.raw`(?<=\p{ExtPict}[\uFE0F\p{EMod}]?)\u200D(?=\p{ExtPict})`,
  String.raw`(?<=\p{sc=Arab})\u200C(?=\p{sc=Arab})`,
  String.raw`(?<=\p{Mn})(?<!\p{sc=Zinh})[\u200C\u200D]`,
];
const ALL_SPELT_JOINERS = new RegExp(SPELT_JOINERS.join('|'), 'gu');

export const withoutSpeltJoiners = (text: string) => text.replace(ALL_SPELT_JOINERS, '');
export const hasInvisible = (text: string) => HAS_INVISIBLE.test(text);
export const withoutInvisible = (text: string) => text.replace(ALL_INVISIBLE, '');

/** Whether a text has no visible characters. */
export const isBlank = (text: string) => !HAS_VISIBLE.test(text);

/** Replaces lone surrogates, which storage can't represent, and removes NUL, where SQL functions end a text. */
export const textSchema = z.string().overwrite((text) => text.toWellFormed().replaceAll('\0', ''));
