import { describe, expect, test } from 'vitest';
import { progressOf } from '../../../web/features/chat/OpeningProgress.tsx';

describe('the progress of an opening', () => {
  const insight = {
    status: 'queued',
    progress: 50,
    currentStep: 'Reading the transcript',
  } as const;

  test("is the insight's once there is a session", () => {
    const { percent, text } = progressOf('session', insight, { isSource: false });
    expect(text).toBe('Reading the transcript');
    expect(percent).toBeGreaterThan(progressOf('session', null, { isSource: false }).percent);
  });

  test('says so while the connection that tells it is lost', () => {
    const { text } = progressOf('session', insight, { isSource: false, isLost: true });
    expect(text).toBe('Connection lost. Reconnecting…');
  });

  test('of our own steps needs no connection', () => {
    const lost = progressOf('transcript', null, { isSource: false, isLost: true });
    expect(lost).toEqual(progressOf('transcript', null, { isSource: false }));
  });
});
