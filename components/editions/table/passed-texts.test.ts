import { expect, test } from 'vitest';
import { PassedTexts } from './passed-texts';

const createText = (source: string) => ({ source, extension: '' });

test('a text that was passed comes back once, also after the next one', () => {
  const texts = new PassedTexts();
  texts.add(createText('a'));
  texts.add(createText('b'));
  expect(texts.remove(createText('a'))).toBe(true);
  expect(texts.remove(createText('b'))).toBe(true);
  expect(texts.remove(createText('b'))).toBe(false);
});

test('those before it do not come back', () => {
  const texts = new PassedTexts();
  for (const source of ['a', 'b', 'a']) texts.add(createText(source));
  expect(texts.remove(createText('b'))).toBe(true);
  expect(texts.remove(createText('a'))).toBe(true);
  expect(texts.remove(createText('a'))).toBe(false);
});

test('another text was written elsewhere', () => {
  const texts = new PassedTexts();
  texts.add(createText('a'));
  expect(texts.remove(createText('c'))).toBe(false);
  expect(texts.remove({ source: 'a', extension: 'x' })).toBe(false);
  texts.clear();
  expect(texts.remove(createText('a'))).toBe(false);
});
