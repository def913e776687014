import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceListText } from '@/prisma/builders/price-list-text';
import { extensionPath } from './extension';
import { loadFiles } from './load-files';

let folder: string;
const text = priceListText({ features: [], plans: { PRO: { price: 1 } } });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'load-files-'));
  mkdirSync(join(folder, 'folder.yml'));
  writeFileSync(join(folder, 'alone.yml'), text);
  writeFileSync(join(folder, 'list.yaml'), text);
  writeFileSync(join(folder, 'list.extension.yaml'), 'plans: {PRO: {title: Professional}}');
  writeFileSync(join(folder, 'latin.yml'), Buffer.from([0x61, 0x3a, 0x20, 0xe4]));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('loadFiles', () => {
  it('reads a list with or without its extension, and leaves both as they are', async () => {
    expect((await loadFiles('alone.yml', folder)).extended).toBeNull();
    const { source, extended } = await loadFiles('list.yaml', folder);
    expect(source.list.plans.map(({ key }) => key)).toEqual(['PRO']);
    expect(extended?.extension.plans?.PRO?.title).toBe('Professional');
    expect(readFileSync(join(folder, 'list.yaml'), 'utf8')).toBe(text);
  });

  it.each([
    ['none.yml', 'none.yml: There is no such file.'],
    ['folder.yml', 'folder.yml: This is a folder, not a file.'],
    ['latin.yml', 'latin.yml: This is no text in UTF-8.'],
    ['list.extension.yaml', 'list.extension.yaml: This is an extension; name the price list beside it.'],
  ])('refuses %s', async (path, message) => {
    await expect(loadFiles(path, folder)).rejects.toThrow(message);
  });
});

it.each([
  ['2026.yml', '2026.extension.yml'],
  ['lists/2026.YAML', 'lists/2026.extension.YAML'],
  ['list', 'list.extension.yml'],
  ['2026.extension.yml', null],
])('the extension of %s is %s', (path, extension) => {
  expect(extensionPath(path)).toBe(extension);
});
