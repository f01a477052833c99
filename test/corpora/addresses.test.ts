import { expect, it } from 'vitest';
import { refuseAddress } from '../../worker/platform/outbound/addresses.ts';
import { filesOf } from '../bench/ingest/collect.ts';

it('no line of the SSRF lists reaches a private host', () => {
  const lines = filesOf('sec-payloadsallthethings', /ssrf.*\.txt$/i).flatMap(({ bytes }) =>
    new TextDecoder().decode(bytes).split('\n'),
  );
  const allowed = lines
    .map((line) => URL.parse(line.trim()))
    .filter((url) => url !== null && refuseAddress(url) === null)
    .map((url) => url?.hostname ?? '');
  expect(lines.length).toBeGreaterThan(100);
  // 216.58.214.206 is public in every notation; what is left besides are public names.
  const suspicious = allowed.filter(
    (host) =>
      host !== '216.58.214.206' &&
      (!/^([\w-]+\.)+[a-z]{2,}$/.test(host) || /localh|127|169|internal|metadata/.test(host)),
  );
  expect(suspicious).toEqual([]);
});
