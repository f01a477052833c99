/** The settings in `wrangler.toml` [vars], parsed. Values from a command line are strings. */
import { z } from 'zod';
import { cachedBy } from './cached-by.ts';

const flag = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => value === true || value === 'true');
const whole = z.coerce.number().int();

const settingsSchema = z.object({
  ALLOW_LOOPBACK: flag,
  AI_PROVIDER: z.enum(['workers-ai', 'openai-compatible', 'embedded']),
  AI_MODEL: z.string(),
  AI_BASE_URL: z.string(),
  AI_SPEECH_MODEL: z.string().default(''),
  /** With less there is no room for a transcript beside the question. */
  AI_CONTEXT_TOKENS: whole.min(8_000),
  AI_TIMEOUT_MS: whole.positive(),
  FETCH_WINDOW_DAYS: z.coerce.number().positive(),
  EPISODES_PER_PODCAST: whole.positive(),
  GENERATIONS_PER_WINDOW: whole.min(0),
  SESSION_DAYS: z.coerce.number().positive(),
  TRANSCRIPT_RETRY_HOURS: z.coerce.number().positive(),
  YOUTUBE_FEEDS_URL: z.url().default('https://www.youtube.com/feeds/videos.xml'),
  YOUTUBE_APP_CLIENT: flag.default(false),
  /** Empty: links of Apple Podcasts are refused. */
  APPLE_LOOKUP_URL: z.union([z.url(), z.literal('')]).default(''),
  /** The sender of mails; empty: none are sent. */
  MAIL_FROM: z.union([z.email(), z.literal('')]).default(''),
  DIGEST_DAYS: z.coerce.number().positive(),
  OUTBOUND_FIRST_BYTE_MS: whole.positive(),
  OUTBOUND_TOTAL_MS: whole.positive(),
  OUTBOUND_MAX_BYTES: whole.positive(),
  CATALOGUE_CACHE_SECONDS: z.coerce.number().min(0),
});
export type Settings = z.output<typeof settingsSchema>;

/** The settings of this deployment. Throws on the first request if one is invalid. */
export const settingsOf = cachedBy((env: Env): Settings => settingsSchema.parse(env));
