/** What comes from outside is read as specified, and never shown raw. */
import { describe, expect, test } from 'vitest';
import { ConnectionWatch } from '../../../web/features/chat/connection-watch.ts';
import { readSessionReply } from '../../../web/features/chat/open-session.ts';
import { parseReplyChunk } from '../../../web/features/chat/reply-chunk.ts';

describe('a session id', () => {
  test.each([
    ['data.session.id', { data: { session: { id: 's' } } }],
    ['session.id', { session: { id: 's' } }],
    ['id', { id: 's', data: {} }],
  ])('is taken from %s', (_, reply) => {
    expect(readSessionReply(reply)).toMatchObject({ id: 's', remainingFollowUps: 10 });
  });

  test.each([
    [{}],
    [{ success: true, type: 'chat_session_init' }],
    [null],
    ['<html>'],
    [[]],
    [{ data: 1 }],
  ])('is missing in %j', (reply) => {
    expect(readSessionReply(reply)).toBeNull();
  });
});

describe('a line of an answer', () => {
  test('may be only an error', () => {
    expect(parseReplyChunk({ error: 'Out of breath' })).toMatchObject({
      error: 'Out of breath',
      details: null,
    });
  });

  test('may lack any field', () => {
    expect(parseReplyChunk({ response: 'Hi', done: true })).toMatchObject({ isLast: true });
    expect(parseReplyChunk({ response: 'Hi', isStreaming: false })).toMatchObject({ isLast: true });
    expect(parseReplyChunk({ response: 'Hi' })).toMatchObject({ response: 'Hi', isLast: false });
  });

  test.each([['text'], [7], [null], [{ response: 7 }]])('is not %j', (line) => {
    expect(parseReplyChunk(line)).toBeNull();
  });
});

describe('a connection', () => {
  test('is pinged when silent while expecting, then given up within ten seconds', () => {
    const watch = new ConnectionWatch(0);
    expect(watch.look(3_000, true)).toBe('wait');
    expect(watch.look(4_000, true)).toBe('ask');
    expect(watch.look(8_000, true)).toBe('wait');
    expect(watch.look(9_000, true)).toBe('give-up');
  });

  test('that answers stays open', () => {
    const watch = new ConnectionWatch(0);
    watch.look(4_000, true);
    watch.heard(5_000);
    expect(watch.look(8_000, true)).toBe('wait');
  });

  test('may be silent for longer while nothing is expected', () => {
    const watch = new ConnectionWatch(0);
    expect(watch.look(19_000, false)).toBe('wait');
    expect(watch.look(20_000, false)).toBe('ask');
  });
});
