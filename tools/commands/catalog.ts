import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeId } from '@/lib/contract/ids';
import { findAppBySlug } from '@/lib/db/catalog';
import { setTwoPersonRule } from '@/lib/db/catalog-editions';
import { isUnchanged } from '@/lib/price-list/compare/catalog-changes';
import { formatPublication } from '@/lib/price-list/compare/format-publication';
import type { Existing } from '@/lib/price-list/compare/keep-versions';
import type { ImportInput } from '@/lib/price-list/compare/plan-publication';
import { ExportError, exportApp } from '@/lib/price-list/export/export-catalog';
import { getExtensionPath } from '@/lib/price-list/parse/extension';
import { loadImportFiles } from '@/lib/price-list/parse/load-import-files';
import { planPublication, publishPriceList } from '@/lib/price-list/publish/publish-price-list';
import { ImportError } from '@/lib/price-list/yaml/diagnostics';
import { CliError, parseArguments, runMainCommand } from '@/tools/cli';
import { projectRoot } from '@/tools/project-root.mjs';
import { exportTranslations, importTranslations } from '@/tools/translate-price-list';
import { createMissingAppError, findApp, withOwnerClient } from '@/tools/with-database';

const usage =
  'Usage: npm run catalog -- init [FILE] --app SLUG\n       npm run catalog -- plan|apply FILE --app SLUG [--existing PLAN_OR_ADD_ON=keep|keep_price|follow|follow_renewal,...] [--currency-digits N] [--test] [--lenient] [--verbose]\n       npm run catalog -- export [FILE] --app SLUG\n       npm run catalog -- texts export FILE [TRANSLATIONS] --language LANG --app SLUG\n       npm run catalog -- texts import FILE TRANSLATIONS --app SLUG [--skip-outdated]\n       npm run catalog -- two-person-rule on|off --app SLUG';

/** The command runs in the project root. Paths are relative to the directory in which npm was called. */
const getCallerDirectory = () => process.env.INIT_CWD ?? process.cwd();

await runMainCommand(import.meta, usage, run);

export async function run(argv: string[]): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArguments(
    {
      app: { type: 'string' },
      existing: { type: 'string' },
      'currency-digits': { type: 'string' },
      language: { type: 'string' },
      ...{ test: flag, lenient: flag, verbose: flag, 'skip-outdated': flag },
    },
    usage,
    argv,
  );
  const slug = values.app;
  const isTexts = positionals[0] === 'texts';
  if (isTexts && slug) return runTexts(slug, positionals.slice(1), values);
  const [action, file, ...rest] = positionals;
  const isTextsOption = values.language !== undefined || values['skip-outdated'];
  const isImport = action === 'plan' || action === 'apply';
  const isRule = action === 'two-person-rule' && (file === 'on' || file === 'off');
  const isOther =
    (action === 'export' || action === 'init' || isRule) &&
    values.existing === undefined &&
    values['currency-digits'] === undefined &&
    !values.test;
  if (!slug || isTexts || isTextsOption || rest.length > 0 || (isImport ? !file : !isOther))
    throw new CliError(usage);
  assertSlug(slug);
  if (action === 'init') return writeExample(slug, file ?? `${slug}.yml`);
  if (isRule) return setRule(slug, file === 'on');
  if (!isImport) return exportCatalog(slug, file ?? `${slug}.yml`);
  try {
    const existing = parseExisting(values.existing ?? '');
    const currencyDigits = parseDigits(values['currency-digits'] ?? null);
    const files = await loadImportFiles(file ?? '', getCallerDirectory(), values.lenient);
    await importCatalog(
      action,
      { slug, ...files, existing, currencyDigits, isTest: values.test },
      values.verbose,
    );
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new CliError(`${error.message}\n\nThe import was rejected. Nothing was changed.`);
  }
}

function assertSlug(slug: string): void {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= 63) return;
  throw new CliError(`"${slug}" is not a slug: use at most 63 lowercase letters, digits and single hyphens.`);
}

/** Exchanges the texts of a language with translators. */
async function runTexts(
  slug: string,
  [action, file, path, ...rest]: string[],
  { language, 'skip-outdated': skipOutdated, existing, test }: TextsOptions,
): Promise<void> {
  const isExport = action === 'export' && language !== undefined && !skipOutdated;
  const isImport = action === 'import' && language === undefined && path !== undefined;
  if (!file || rest.length > 0 || existing !== undefined || test || (!isExport && !isImport))
    throw new CliError(usage);
  assertSlug(slug);
  const list = { file, folder: getCallerDirectory(), slug };
  try {
    if (isExport) await exportTranslations(list, { language, path: path ?? null });
    else if (isImport) await importTranslations(list, { path, skipOutdated });
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new CliError(`${error.message}\n\nNothing was changed.`);
  }
}

interface TextsOptions {
  language?: string;
  'skip-outdated': boolean;
  existing?: string;
  test: boolean;
}

/** Parses `KITCHEN=follow,BRIGADE=keep_price`. */
function parseExisting(text: string): Map<string, Existing> {
  const existing = new Map<string, Existing>();
  for (const part of text === '' ? [] : text.split(',')) {
    const [, key = '', decision] =
      /^\s*(.+?)\s*=\s*(keep|keep_price|follow|follow_renewal)\s*$/.exec(part) ?? [];
    if (decision === undefined) {
      throw new CliError(
        `--existing: expected NAME=keep, NAME=keep_price, NAME=follow or NAME=follow_renewal, separated by commas, not "${part}".`,
      );
    }
    if (existing.has(key)) throw new CliError(`--existing: "${key}" is given twice.`);
    existing.set(key, decision as Existing);
  }
  return existing;
}

function parseDigits(text: string | null): number | null {
  if (text === null || /^[0-4]$/.test(text)) return text === null ? null : Number(text);
  throw new CliError(`--currency-digits: expected 0 to 4, not "${text}".`);
}

async function importCatalog(action: 'plan' | 'apply', input: ImportInput, verbose: boolean): Promise<void> {
  await withOwnerClient(async (db) => {
    const app = input.isTest ? await findAppBySlug(db, input.slug) : null;
    if (app && !app.isTest)
      throw new CliError(`The app "${input.slug}" exists. --test is for a new app. Nothing was changed.`);
    const plan =
      action === 'plan'
        ? await planPublication(db, input, { revenue: true })
        : await publishPriceList(db, input, makeId);
    console.log(formatPublication(input.slug, plan, { verbose }));
    if (isUnchanged(plan.changes) && !plan.conversion) return;
    console.log(action === 'plan' ? '\nThis is only a plan. Nothing was changed.' : '\nApplied.');
  });
}

/** With the rule, the person who last edited an edition can't publish it. A price list can't change the rule. */
async function setRule(slug: string, isOn: boolean): Promise<void> {
  await withOwnerClient(async (db) => {
    const app = await findApp(db, slug);
    await setTwoPersonRule(db, app.id, isOn, makeId);
  });
  console.log(
    isOn
      ? 'Another person than the one who last edited an edition has to publish it.'
      : 'Everyone with the product role can publish an edition.',
  );
}

/** The JSON Schema of price lists, for editors. */
const schemaFile = 'price-list.schema.json';

/** Writes the price list of examples/price-list.yml, for the app, and its JSON Schema next to it. It never overwrites a file. */
function writeExample(slug: string, file: string): void {
  const path = resolve(getCallerDirectory(), file);
  if (existsSync(path)) throw new CliError(`${path} exists. Nothing was written.`);
  const example = readFileSync(join(projectRoot, 'examples/price-list.yml'), 'utf8');
  const text = example.replace('generated/', '').replace(/^saasName: .*$/m, `saasName: ${slug}`);
  writeFileSync(path, text, { flag: 'wx' });
  const schemaPath = join(dirname(path), schemaFile);
  if (!existsSync(schemaPath)) copyFileSync(join(projectRoot, 'examples/generated', schemaFile), schemaPath);
  console.log(`${path}\nEdit it, then run: npm run catalog -- plan ${file} --app ${slug}`);
}

/** Writes the price list to `file` and the extension next to it. It never overwrites a file. */
async function exportCatalog(slug: string, file: string): Promise<void> {
  const extensionFile = getExtensionPath(file);
  if (extensionFile === null) throw new CliError(`"${file}" is the name of an extension.`);
  const paths = [file, extensionFile].map((name) => resolve(getCallerDirectory(), name));
  const existing = paths.find((path) => existsSync(path));
  if (existing !== undefined) throw new CliError(`${existing} exists. Nothing was written.`);
  const exported = await withOwnerClient((db) => exportApp(db, slug, new Date())).catch((error: unknown) => {
    throw error instanceof ExportError ? new CliError(error.message) : error;
  });
  if (!exported) throw createMissingAppError(slug);
  for (const [index, text] of [exported.priceList, exported.extension].entries()) {
    const path = paths[index];
    if (text === null || path === undefined) continue;
    writeFileSync(path, text, { flag: 'wx' });
    console.log(path);
  }
}
