import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { buildImportedCatalog } from '../build/build-imported-catalog';
import { getExtensionPath } from './extension';
import { loadImportFiles, parseEditionText } from './load-import-files';

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
  writeFileSync(join(folder, 'texts.yml'), text);
  writeFileSync(join(folder, 'texts.extension.yml'), '# Ours\ntexts: {de: {plans: {PRO: {title: Profi}}}}\n');
  writeFileSync(join(folder, 'texts.de.yml'), 'app: {title: Laterne}\n');
  writeFileSync(join(folder, 'texts.pt-BR.yml'), 'app: {title: Lanterna}\n');
  writeFileSync(join(folder, 'texts.old.yml'), 'nothing');
  writeFileSync(join(folder, 'inside.yml'), JSON.stringify({ ...JSON.parse(text), custom }));
  writeFileSync(join(folder, 'inside.de.yml'), 'app: {title: Laterne}\n');
  writeFileSync(join(folder, 'only.yml'), text);
  writeFileSync(join(folder, 'only.de.yml'), 'plans:\n  NOPE: {title: Nichts}\n');
  writeFileSync(join(folder, 'twice.yml'), text);
  writeFileSync(join(folder, 'twice.extension.yml'), 'texts: {de: {app: {title: Laterne}}}');
  writeFileSync(join(folder, 'twice.de.yml'), 'app:\n  title: Lampe\n');
  writeFileSync(join(folder, 'unknown.yml'), text);
  writeFileSync(join(folder, 'unknown.de.yml'), 'plan: {}\n');
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

  it('puts texts of files next to the list into the extension, also into its text', async () => {
    const files = await loadImportFiles('texts.yml', folder);
    const texts = {
      de: { app: { title: 'Laterne' }, plans: { PRO: { title: 'Profi' } } },
      'pt-BR': { app: { title: 'Lanterna' } },
    };
    expect(files.extensionFile?.extension.texts).toEqual(texts);
    const stored = files.extensionFile?.file.text ?? '';
    expect(stored).toContain('# Ours');
    const edition = parseEditionText({ source: text, extension: stored });
    expect(edition.extensionFile?.extension.texts).toEqual(texts);
    const inside = await loadImportFiles('inside.yml', folder);
    const again = parseEditionText({ source: inside.priceListFile.file.text ?? '', extension: null });
    expect(again.extensionFile?.extension).toEqual({
      plans: { PRO: { title: 'Professional' } },
      texts: { de: { app: { title: 'Laterne' } } },
    });
  });

  it('reports a problem with texts in the file that has them', async () => {
    const { priceListFile, extensionFile } = await loadImportFiles('only.yml', folder);
    const plan = () => buildImportedCatalog(priceListFile, extensionFile, null);
    expect(plan).toThrow('only.de.yml:2:17: plans.NOPE.title: The price list has no plan "NOPE"');
  });

  it.each([
    ['twice.yml', 'twice.de.yml:2:10: app.title: The extension has this text too. Keep one of them.'],
    ['unknown.yml', 'unknown.de.yml:1:1: plan: Unknown key "plan".'],
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
