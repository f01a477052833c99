import type { z } from 'zod';
import { log } from '../logging.ts';

/** Returns the job in a queue's message; null for anything else, which is logged and acknowledged. */
export function readJob<Schema extends z.ZodType>(
  schema: Schema,
  message: Message,
): z.output<Schema> | null {
  const { success, data } = schema.safeParse(message.body);
  if (success) return data;
  log.error('job_not_understood', { id: message.id });
  message.ack();
  return null;
}
