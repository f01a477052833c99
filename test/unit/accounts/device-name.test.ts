import { expect, test } from 'vitest';
import { deviceName } from '../../../worker/accounts/device-name.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/150.0 Safari/537.36 Edg/150.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/150.0 Safari/537.36 OPR/120`,
    'Opera on Mac',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/150.0 Safari/537.36`,
    'Chrome on ChromeOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1 CriOS/150.0 Safari/604.1',
    'Chrome on iPad',
  ],
])('names the browser and the system of %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

test('names what it knows of others', () => {
  expect(deviceName('Firefox/140.0')).toBe('Firefox');
  expect(deviceName('PodcastApp/3 (Android 16)')).toBe('Android');
  expect(deviceName('curl/8.5')).toBe('Unknown device');
  expect(deviceName('')).toBe('Unknown device');
});
