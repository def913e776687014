import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { listPriceLists } from '@/tools/testing/price-list-reader';
import { chooseSeed, isFullRun, sampleSize } from '@/tools/testing/test-scope';
import { type Diagnostic, ImportError } from '../yaml/diagnostics';
import { parseYamlFile } from '../yaml/yaml-file';
import { findExtension, parseExtension } from './extension';
import { createExtensionSchema, createPriceListSchema, type JsonSchema } from './json-schema';
import { parsePriceList } from './parse-price-list';

/** Messages of the rules that the schemas do not have, because they compare values with each other or parse texts. */
const otherRules = [
  // References, and names.
  /The price list (still )?has /,
  /is the earlier key of another row/,
  /A name (can|must)/,
  /Only one plan can be the default/,
  /A retired plan can’t/,
  /It requires/,
  /It sells nothing/,
  // Values by the type that their feature or limit declares. The schemas have this rule for `defaultValue`.
  /because valueType is|Write `\.inf` for unlimited|Expected a list of one or more of|A value can’t be negative/,
  // Texts that are prices, and infinite ones.
  /Can’t evaluate the formula|is a date|Write the price|has digits other than|A price can’t be negative: "/,
  /A price must be a finite number/,
  // Bounds of each other.
  /Expected at most max_?[qQ]uantity|Expected fewer than days/,
  /is not an ISO 4217 currency code/,
  // Languages, URLs, images and colors.
  /language tag of BCP 47|Expected a valid URL|no user name or password|The contrast in the|data URL of a PNG/,
];

/** 132 yearly price lists of 20 products. They are not part of the repository. */
const folder = '../shared/pricings';
const realLists = existsSync(folder) ? listPriceLists(folder).map((file) => join(folder, file)) : [];
const readText = (file: string) => readFileSync(file, 'utf8');

const earlierList = `
version: "1.0"
saasName: Larder
currency: usd
hasAnnualPayment: true
features: { support: { valueType: text, defaultValue: Email, type: support, expression: "" } }
usageLimits: ~
plans:
  FREE: { description: "", monthlyPrice: 0, annualPrice: 0, unit: user, features: ~, usageLimits: ~ }
  TEAM: { monthlyPrice: 12, annualPrice: 10, features: { support: { value: Phone } } }
  GROUP: { annualPrice: Contact sales }
addOns: ~
`;

const newestList = `
syntaxVersion: 3.1
saasName: Larder
currency: EUR
billing: { monthly: 1, annual: 0.8 }
variables: { base: 10, price: { eu: 12 } }
tags: [Kitchen]
features:
  recipes: { valueType: NUMERIC, defaultValue: 1_000, type: DOMAIN, tag: Kitchen }
  subRecipes: { valueType: BOOLEAN, defaultValue: true, type: DOMAIN, render: AUTO }
  payment: { valueType: TEXT, defaultValue: [CARD, INVOICE], type: PAYMENT }
usageLimits:
  teamMembersLimit: { valueType: NUMERIC, defaultValue: 5, unit: user, period: ~, linkedFeatures: ~ }
  exports: { valueType: NUMERIC, defaultValue: .inf, type: RENEWABLE, period: { value: 15, unit: DAY }, trackable: true }
plans:
  KITCHEN: { price: "#base * 1.2", annualPrice: 9.6, private: false, features: { payment: { value: [CARD] } } }
  BRIGADE: { price: 59, unit: user/month, usageLimits: { teamMembersLimit: { value: .inf } } }
addOns:
  extraOutlet:
    price: 5
    availableFor: [KITCHEN]
    usageLimitsExtensions: { teamMembersLimit: { value: 5 } }
    subscriptionConstraints: { minQuantity: 1, maxQuantity: .inf, quantityStep: 1 }
  training: { price: 20, description: Two sessions, dependsOn: [extraOutlet], excludes: [] }
custom: { app_versions: { app: { title: Larder }, plans: { BRIGADE: { trial: { days: 14 } } } }, owner: Ann }
`;

/** Its plan is both the default and retired, because it has every key. */
const extension = readText('examples/price-list-extension.yml').replace(/^ *default: true.*\n/m, '');

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictTypes: false, strictNumbers: false });
const schemas = { list: createPriceListSchema(), extension: createExtensionSchema() };
const validators = { list: ajv.compile(schemas.list), extension: ajv.compile(schemas.extension) };

/** Each kind of file, with how the import reads it. */
const kinds = {
  list: (text: string) => void findExtension(parsePriceList('list.yml', text)),
  extension: (text: string) =>
    void parseExtension('list.extension.yml', text, parsePriceList('list.yml', newestList).list),
};
type Kind = keyof typeof kinds;

function findProblems(kind: Kind, text: string): string[] {
  try {
    kinds[kind](text);
    return [];
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return error.diagnostics.map(({ path, message }: Diagnostic) => `${path}: ${message}`);
  }
}

function findSchemaProblems(kind: Kind, text: string): string[] {
  const validate = validators[kind];
  validate(parseYamlFile('file', text).data);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

/** How the import and the schema disagree. It is null if they agree. */
function findDisagreement(kind: Kind, text: string): object | null {
  const [problems, schemaProblems] = [findProblems(kind, text), findSchemaProblems(kind, text)];
  const expressed = problems.filter((problem) => !otherRules.some((rule) => rule.test(problem)));
  const isAgreed = schemaProblems.length > 0 ? problems.length > 0 : expressed.length === 0;
  return isAgreed ? null : { problems, schemaProblems: schemaProblems.slice(0, 3) };
}

type Path = (string | number)[];

function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, child]) => listPaths(child, [...path, key]))];
}

const values = [null, '', 'text', '12', -1, 0, 0.5, 7, 1e9, true, false, [], ['text'], [1], {}, { value: 1 }];
const edits = ['replace', 'remove', 'rename', 'add'] as const;

/** A file with one edit at one of its paths. */
function mutate(text: string, at: number, edit: (typeof edits)[number], value: unknown): string {
  const data = structuredClone(parseYamlFile('file', text).data);
  const paths = listPaths(data).slice(1);
  // Large maps have many values of the same kind: first the level, then the path.
  const depths = [...new Set(paths.map((path) => path.length))];
  const ofDepth = paths.filter((path) => path.length === depths[at % depths.length]);
  const path = ofDepth[Math.floor(at / depths.length) % ofDepth.length]!;
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], data) as Record<string, unknown>;
  const key = String(path.at(-1));
  if (edit === 'add') parent[Array.isArray(parent) ? parent.length : 'unknownKey'] = value;
  else if (edit === 'replace' || Array.isArray(parent)) parent[key] = value;
  else {
    if (edit === 'rename') parent[`${key}s`] = parent[key];
    delete parent[key];
  }
  return stringify(data, { aliasDuplicateObjects: false });
}

describe('the JSON Schemas', () => {
  it.each([
    ['price-list', schemas.list],
    ['price-list-extension', schemas.extension],
  ])('of examples/generated/%s.schema.json are stored. Update: vitest -u', async (name, schema) => {
    const path = join(import.meta.dirname, `../../../examples/generated/${name}.schema.json`);
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(path);
  });

  it('describe every key', () => {
    const listUndescribed = (value: unknown, path: string): string[] => {
      if (typeof value !== 'object' || value === null) return [];
      const { if: _, then: __, else: ___, allOf: ____, ...schema } = value as JsonSchema;
      return Object.entries(schema).flatMap(([keyword, part]) => [
        ...(keyword === 'properties' && schema.type !== undefined
          ? Object.entries(part as Record<string, JsonSchema>).flatMap(([key, property]) =>
              property.description ? [] : [`${path}.${key}`],
            )
          : []),
        ...listUndescribed(part, `${path}.${keyword}`),
      ]);
    };
    expect(listUndescribed(schemas.list, 'list')).toEqual([]);
    expect(listUndescribed(schemas.extension, 'extension')).toEqual([]);
  });

  const lists = ['examples/price-list.yml', ...realLists];

  it('accept the examples and all real lists', () => {
    for (const file of lists) expect([file, findSchemaProblems('list', readText(file))]).toEqual([file, []]);
    for (const list of [earlierList, newestList]) {
      expect([findProblems('list', list), findSchemaProblems('list', list)]).toEqual([[], []]);
    }
    expect([findProblems('extension', extension), findSchemaProblems('extension', extension)]).toEqual([
      [],
      [],
    ]);
  });

  it('agree with the import on changed files', () => {
    const sample = isFullRun ? lists : lists.filter((_, index) => index % 40 === 0);
    const files: [Kind, string][] = [
      ...sample.map((file): [Kind, string] => ['list', readText(file)]),
      // A large list takes as long as a hundred small ones.
      ...Array.from({ length: sample.length }, (_, index): [Kind, string] =>
        index % 2 === 0 ? ['list', newestList] : ['list', earlierList],
      ),
      ...Array.from({ length: sample.length }, (): [Kind, string] => ['extension', extension]),
    ];
    const counts = { accepted: 0, rejected: 0 };
    const property = fc.property(
      fc.constantFrom(...files),
      fc.nat(),
      fc.constantFrom(...edits),
      fc.constantFrom(...values),
      ([kind, text], at, edit, value) => {
        const mutated = mutate(text, at, edit, value);
        counts[findSchemaProblems(kind, mutated).length > 0 ? 'rejected' : 'accepted'] += 1;
        expect(findDisagreement(kind, mutated)).toBeNull();
      },
    );
    const numRuns = sampleSize({ quick: 100, full: 500 });
    fc.assert(property, { numRuns, seed: chooseSeed(process.env.PRICE_LIST_SEED), endOnFailure: true });
    expect(Math.min(counts.accepted, counts.rejected)).toBeGreaterThan(numRuns / 10);
  });

  it.each([
    ['an unknown key', 'list', 'hasAnnualPayment: true', 'anualPayment: true'],
    ['a type', 'list', 'monthlyPrice: 12', 'monthlyPrice: { eur: 12 }'],
    ['a missing price', 'list', 'monthlyPrice: 12, annualPrice: 10, ', ''],
    ['a default of another type', 'list', 'defaultValue: Email', 'defaultValue: true'],
  ] as const)('reject %s', (_, kind, from, to) => {
    expect(earlierList).toContain(from);
    const changed = earlierList.replace(from, to);
    expect(findSchemaProblems(kind, changed)).not.toEqual([]);
    expect(findProblems(kind, changed)).not.toEqual([]);
  });
});
