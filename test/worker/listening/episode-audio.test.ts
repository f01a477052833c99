import { expect, test } from 'vitest';
import { checkAudio } from '../../../worker/listening/check-audio.ts';
import { OutboundError } from '../../../worker/platform/outbound/outbound-error.ts';

const answering = (contentType: string) => async () => ({
  status: 200,
  headers: new Headers({ 'content-type': contentType }),
  url: '',
  body: new Uint8Array(),
  isWhole: true,
  permanentUrl: null,
});
const failing = (reason: 'status' | 'network' | 'refused-address', status?: number) => () =>
  Promise.reject(new OutboundError(reason, 'No', status === undefined ? {} : { status }));

test.each([
  ['there', answering('audio/mpeg')],
  ['there', answering('application/octet-stream')],
  ['there', failing('status', 405)],
  ['other-format', answering('text/html; charset=utf-8')],
  ['gone', failing('status', 404)],
  ['gone', failing('status', 410)],
  ['refused', failing('status', 403)],
  ['refused', failing('refused-address')],
  ['unreachable', failing('status', 503)],
  ['unreachable', failing('network')],
])('%s: what the host of a sound answers (%#)', async (status, fetchOutside) => {
  expect(await checkAudio(fetchOutside, 'https://sound.test/a.mp3')).toMatchObject({ status });
});
