import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { loadImportFiles } from './load-import-files';
import { getExtensionPath } from './parse/extension';

let folder: string;
const text = buildPriceListText({ features: [], plans: { PRO: { price: 1 } } });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'load-files-'));
  mkdirSync(join(folder, 'folder.yml'));
  writeFileSync(join(folder, 'alone.yml'), text);
  writeFileSync(join(folder, 'list.yaml'), text);
  writeFileSync(join(folder, 'list.extension.yaml'), 'plans: {PRO: {title: Professional}}');
  const custom = { deployment: 'eu', app_versions: { plans: { PRO: { title: 'Professional' } } } };
  writeFileSync(join(folder, 'one.yml'), JSON.stringify({ ...JSON.parse(text), custom }));
  const misspelt = { app_versions: { plans: { PRO: { titel: 'Professional' } } } };
  writeFileSync(join(folder, 'bad.yml'), JSON.stringify({ ...JSON.parse(text), custom: misspelt }));
  writeFileSync(join(folder, 'two.yml'), JSON.stringify({ ...JSON.parse(text), custom }));
  writeFileSync(join(folder, 'two.extension.yml'), 'plans: {PRO: {title: Professional}}');
  writeFileSync(join(folder, 'latin.yml'), Buffer.from('a: ok\nb: caf\xe9', 'latin1'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('loadFiles', () => {
  it('reads a list with or without an extension, and does not modify the files', async () => {
    expect((await loadImportFiles('alone.yml', folder)).extensionFile).toBeNull();
    const { priceListFile, extensionFile } = await loadImportFiles('list.yaml', folder);
    expect(priceListFile.list.plans.map(({ key }) => key)).toEqual(['PRO']);
    expect(extensionFile?.extension.plans?.PRO?.title).toBe('Professional');
    expect(readFileSync(join(folder, 'list.yaml'), 'utf8')).toBe(text);
  });

  it('reads an extension in the list itself', async () => {
    const { extensionFile } = await loadImportFiles('one.yml', folder);
    expect(extensionFile?.extension.plans?.PRO?.title).toBe('Professional');
  });

  it.each([
    ['none.yml', 'none.yml: File not found.'],
    ['folder.yml', 'folder.yml: This is a directory.'],
    ['bad.yml', ': custom.app_versions.plans.PRO.titel: Unknown key "titel".'],
    [
      'two.yml',
      'two.extension.yml: The price list has an extension too, at custom.app_versions. Keep one of them.',
    ],
    ['latin.yml', 'latin.yml:2:7: The file is not valid UTF-8.'],
    [
      'list.extension.yaml',
      'list.extension.yaml: This is an extension. Pass the price list that it belongs to.',
    ],
  ])('rejects %s', async (path, message) => {
    await expect(loadImportFiles(path, folder)).rejects.toThrow(message);
  });
});

it.each([
  ['2026.yml', '2026.extension.yml'],
  ['lists/2026.YAML', 'lists/2026.extension.YAML'],
  ['list', 'list.extension.yml'],
  ['2026.extension.yml', null],
])('the extension of %s is %s', (path, extension) => {
  expect(getExtensionPath(path)).toBe(extension);
});
