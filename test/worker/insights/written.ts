import type { Written } from '../../../worker/assistant/assistant.ts';
import type { Insight } from '../../../worker/assistant/evidence.ts';

/** An insight with this text. */
export function saying(text: string, isStandIn = false): Written<Insight> {
  const none = { takeaways: [], actions: [], quotations: [], topics: [] };
  return { result: { ...none, gist: [{ text, evidence: [] }] }, isStandIn };
}
