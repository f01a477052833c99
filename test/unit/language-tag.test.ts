import { expect, test } from 'vitest';
import { languageTag } from '../../worker/platform/language-tag.ts';

test('a language is a tag, written with hyphens, and no more than that', () => {
  expect(languageTag('en')).toBe('en');
  expect(languageTag(' pt_BR ')).toBe('pt-BR');
  expect(languageTag('zh-Hant-TW')).toBe('zh-Hant-TW');
  expect(languageTag('English')).toBeNull();
  expect(languageTag(`en${'-abcdefgh'.repeat(1_000)}`)).toBeNull();
});
