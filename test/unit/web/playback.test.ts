/** What plays, as the rest of the app sees it. */
import { beforeEach, expect, test, vi } from 'vitest';
import type * as Playback from '../../../web/ui/playback.ts';
import { currentSeconds, onTime, tellTime } from '../../../web/ui/playback-time.ts';

let playback: typeof Playback;
const player = () => ({ play: vi.fn(), pause: vi.fn(), saveMoment: vi.fn(), share: vi.fn() });
const place = { episodeId: 'a', seconds: 61 };

beforeEach(async () => {
  vi.resetModules();
  playback = await import('../../../web/ui/playback.ts');
});

test('what was asked for before the player loaded is done once it has, the last one only', () => {
  playback.play({ episodeId: 'a', seconds: 0 });
  playback.play(place);
  const loaded = player();
  playback.attachPlayer(loaded);
  expect(loaded.play.mock.calls).toEqual([[place]]);
});

test('what was asked for is forgotten if the player fails to load', () => {
  playback.play(place);
  playback.forgetWish();
  const loaded = player();
  playback.attachPlayer(loaded);
  expect(loaded.play).not.toHaveBeenCalled();
});

test('a loaded player is called at once', () => {
  const loaded = player();
  playback.attachPlayer(loaded);
  playback.play(place);
  playback.pause();
  expect(loaded.play).toHaveBeenCalledWith(place);
  expect(loaded.pause).toHaveBeenCalledOnce();
});

test('pausing without a player does nothing', () => {
  playback.pause();
  const loaded = player();
  playback.attachPlayer(loaded);
  expect(loaded.pause).not.toHaveBeenCalled();
});

test('listeners hear of the time until they leave', () => {
  const heard: number[] = [];
  const leave = onTime(() => heard.push(currentSeconds()));
  tellTime(1);
  tellTime(2);
  leave();
  tellTime(3);
  expect(heard).toEqual([1, 2]);
  expect(currentSeconds()).toBe(3);
});

test('the state is replaced only if it changes', () => {
  playback.tellPlayback({ episodeId: 'a', isPlaying: true });
  const before = playback.currentPlayback();
  playback.tellPlayback({ episodeId: 'a', isPlaying: true });
  expect(playback.currentPlayback()).toBe(before);
  playback.tellPlayback({ episodeId: 'a', isPlaying: false });
  expect(playback.currentPlayback()).toEqual({ episodeId: 'a', isPlaying: false });
});
