import { describe, expect, test } from 'vitest';
import { AssistantError, type AssistantFailure } from '../../../worker/assistant/assistant.ts';
import { Outage } from '../../../worker/assistant/model/outage.ts';

describe('an outage', () => {
  const after = (failure: AssistantFailure, tookMs: number) => {
    let now = 0;
    const outage = new Outage(() => now);
    now += tookMs;
    outage.note(new AssistantError(failure, 'no'), 0);
    return {
      isDown: (laterMs: number) => {
        now = tookMs + laterMs;
        try {
          outage.check();
          return false;
        } catch (error) {
          expect(error).toMatchObject({ failure });
          return true;
        }
      },
    };
  };

  test.each(['unavailable', 'timeout', 'quota', 'busy'] as const)(
    'that is told by %s is remembered for ten seconds',
    (failure) => {
      const { isDown } = after(failure, 40);
      expect([0, 9_999, 10_000].map(isDown)).toEqual([true, true, false]);
    },
  );

  test('that took long to notice is remembered as long', () => {
    const { isDown } = after('timeout', 90_000);
    expect([89_999, 90_000].map(isDown)).toEqual([true, false]);
  });

  test.each(['invalid', 'empty', 'aborted'] as const)(
    'is not told by one reply that is %s',
    (failure) => expect(after(failure, 40).isDown(0)).toBe(false),
  );
});
