/** Text that people type, as both sides judge it. */
import { z } from 'zod';

/** Takes no ink: controls, marks of direction and joining, fillers, halves of a character. */
const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`;
const HAS_UNSEEN = new RegExp(`[${UNSEEN}]`, 'u');
const ALL_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu');
const HAS_SEEN = new RegExp(`[^\\s${UNSEEN}]`, 'u');

export const hasUnseen = (text: string) => HAS_UNSEEN.test(text);
export const withoutUnseen = (text: string) => text.replace(ALL_UNSEEN, '');

/** Whether there is nothing to see in a text. */
export const isBlank = (text: string) => !HAS_SEEN.test(text);

/** Text that storage gives back as it was sent: halves of a character, which it cannot hold, go. */
export const textSchema = z.string().overwrite((text) => text.toWellFormed());
