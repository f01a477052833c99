import { addDays, differenceInDays, differenceInSeconds, subDays } from 'date-fns';
import { expect, test } from 'vitest';
import { type ChatActivity, isIdle, nextAlarm } from '../../../worker/chat/next-alarm.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const activity = (change: Partial<ChatActivity> & { daysAgo?: number } = {}): ChatActivity => ({
  activeAt: subDays(NOW, change.daysAgo ?? 0).getTime(),
  isWriting: false,
  isSynced: true,
  hasSockets: false,
  awaitsInsight: false,
  ...change,
});

test('a conversation is idle a month after its last use', () => {
  expect(isIdle(activity({ daysAgo: 29 }), NOW)).toBe(false);
  expect(isIdle(activity({ daysAgo: 30 }), NOW)).toBe(true);
});

test('an old conversation stays while it is open, being written, or not yet in D1', () => {
  expect(isIdle(activity({ daysAgo: 90, hasSockets: true }), NOW)).toBe(false);
  expect(isIdle(activity({ daysAgo: 90, isWriting: true }), NOW)).toBe(false);
  expect(isIdle(activity({ daysAgo: 90, isSynced: false }), NOW)).toBe(false);
});

test('checks an answer in progress within seconds, D1 soon, anything else in a month', () => {
  const wakeSeconds = (state: ChatActivity) => differenceInSeconds(nextAlarm(state, NOW), NOW);
  expect(wakeSeconds(activity({ isWriting: true }))).toBeLessThanOrEqual(10);
  expect(wakeSeconds(activity({ isSynced: false }))).toBeLessThanOrEqual(60);
  expect(differenceInDays(nextAlarm(activity(), NOW), NOW)).toBe(30);
});

test('it never wakes in the past', () => {
  const old = activity({ daysAgo: 90, hasSockets: true });
  expect(nextAlarm(old, NOW)).toEqual(addDays(NOW, 1));
});

test('an awaited insight is checked three times a minute', () => {
  expect(differenceInSeconds(nextAlarm(activity({ awaitsInsight: true }), NOW), NOW)).toBe(20);
});
