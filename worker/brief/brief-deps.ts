import { assistantFor } from '../assistant/choose-assistant.ts';
import { settingsOf } from '../platform/settings.ts';
import { transcriptDeps } from '../transcripts/find-transcript.ts';
import { mailFor } from './mail.ts';
import type { BriefDeps } from './send-brief.ts';

/** Builds what sending briefs needs from the bindings; null if no mail can be sent. */
export function briefDeps(env: Env): BriefDeps | null {
  const send = mailFor(env);
  if (!send) return null;
  const { DIGEST_DAYS } = settingsOf(env);
  return { ...transcriptDeps(env), assistant: assistantFor(env), send, digestDays: DIGEST_DAYS };
}
