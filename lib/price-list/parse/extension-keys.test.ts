import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { extensionKeys } from '@/lib/contract/price-list-keys';
import { choices } from '../yaml/cell-text';
import { extensionSchema } from './extension';
import { featureTypes, limitTypes } from './pricing2yaml';

/** The keys of an object, also behind `optional`, `nullable` and records. */
function listKeys(schema: unknown): string[] {
  const { shape, def } = schema as {
    shape?: object;
    def: { innerType?: unknown; valueType?: unknown };
  };
  if (shape) return Object.keys(shape);
  return listKeys(def.innerType ?? def.valueType);
}

test('the editor completes the keys that an extension can have', () => {
  const { shape } = extensionSchema;
  const levels = { list: extensionSchema, ...shape };
  const keys = Object.entries(levels).map(([level, schema]) => [level, listKeys(schema).sort().join(' ')]);
  expect(Object.fromEntries(keys)).toEqual(
    Object.fromEntries(
      Object.entries(extensionKeys).map(([level, names]) => [level, names.split(' ').sort().join(' ')]),
    ),
  );
});

test('the table offers the types that a list can have', () => {
  expect(choices.type.toSorted()).toEqual(featureTypes.toSorted());
  expect(choices.limitType.toSorted()).toEqual(limitTypes.toSorted());
});

test('examples/price-list-extension.yml is valid and has every key', () => {
  const example = readFileSync(
    new URL('../../../examples/price-list-extension.yml', import.meta.url),
    'utf8',
  );
  extensionSchema.parse(parse(example));
  const words = new Set(example.match(/\w+/g));
  const keys = Object.values(extensionKeys).flatMap((names) => names.split(' '));
  expect(keys.filter((key) => !words.has(key))).toEqual([]);
});
