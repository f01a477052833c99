import { expect, test } from 'vitest';
import { readAssistantLink } from '../../../web/ui/assistant-links.ts';

test.each([
  ['https://a.test/q3', 'the report', 'a.test'],
  ['https://a.test:8443/', 'the report', 'a.test:8443'],
  ['https://bank.test@evil.test/', 'https://bank.test@evil.test/', 'evil.test'],
  ['https://evil.test/', 'bank.test', 'evil.test'],
  ['https://b\u0430nk.test/', 'https://b\u0430nk.test/', 'xn--bnk-6cd.test'],
  ['mailto:ada@a.test', 'Ada', 'ada@a.test'],
])('%s, which reads %j, names %s', (href, text, destination) => {
  expect(readAssistantLink(href, text)).toEqual({ destination, isPlain: false });
});

test.each([
  ['https://a.test/q3', 'https://a.test/q3'],
  ['http://www.a.test', 'www.a.test'],
  ['mailto:ada@a.test', 'ada@a.test'],
])('%s, written out, needs no second name', (href, text) => {
  expect(readAssistantLink(href, text)).toMatchObject({ isPlain: true });
});

test.each([
  undefined,
  '',
  '/profile',
  '//evil.test/',
  '#user-content-fn-1',
  'javascript:alert(1)',
  'data:text/html,hello',
  'mailto:',
])('%j is no link', (href) => {
  expect(readAssistantLink(href, 'the report')).toBeNull();
});
