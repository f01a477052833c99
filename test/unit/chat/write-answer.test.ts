import { expect, test, vi } from 'vitest';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { writeAnswer } from '../../../worker/chat/write-answer.ts';

test('an answer that was stopped before it began loads nothing that delays its end', async () => {
  const onPiece = vi.fn();
  const never = () => new Promise<never>(() => {});
  const options = { signal: AbortSignal.abort(), onPiece, onStandIn: () => {} };
  const end = await writeAnswer(createEmbeddedAssistant(), never, 'Why?', [], options);
  expect(end).toBe('stopped');
  expect(onPiece).not.toHaveBeenCalled();
});
