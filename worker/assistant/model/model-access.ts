/** What a call of a model needs, and what it is asked. */
import type { LoadModel } from './language-models.ts';
import type { Outage } from './outage.ts';
import type { RecordCall } from './record-call.ts';

export interface ModelAccess {
  load: LoadModel;
  /** To the first piece of a reply, and between two pieces. White space doesn't count. */
  timeoutMs: number;
  record: RecordCall;
  /** Stops structured replies. A reader's own question is always asked, and shows whether the model is up. */
  outage: Outage;
}

/** A request to a model. Outside material goes into the messages, never the instructions. */
export interface Prompt {
  /** The prompt's name and version, for the log. */
  name: string;
  /** The subject. Prompts about the same subject start alike and are best answered by one replica. */
  affinity: string;
  instructions: string;
  messages: Message[];
  maxOutputTokens: number;
}

export interface Message {
  role: 'user' | 'assistant';
  content: string;
}

export const TEMPERATURE = 0.3;
