import { formatKeys } from '@/lib/contract/price-list-keys';
import type { Diagnostic } from '../yaml/diagnostics';
import { describeUnknownKey, type YamlFile } from '../yaml/yaml-file';
import { findSimilar } from './find-similar';

/** Where the extension can stand in the list itself. */
export const extensionPath = ['custom', 'app_versions'];

type Level = keyof typeof formatKeys;

interface FormatKey {
  path: string[];
  level: Level;
  /** `unknown` keys are not in the format at this place. */
  kind: keyof (typeof formatKeys)[Level] | 'unknown';
}

const keysOfFile = new WeakMap<YamlFile, FormatKey[]>();

/** Every key of a list with its meaning, apart from names and from what is below `custom`, `billing` and `variables`. */
export function listFormatKeys(file: YamlFile): FormatKey[] {
  let keys = keysOfFile.get(file);
  if (!keys) {
    keys = readFormatKeys(file);
    keysOfFile.set(file, keys);
  }
  return keys;
}

function readFormatKeys(file: YamlFile): FormatKey[] {
  const keysAt = (path: string[], level: Level): FormatKey[] =>
    file.keysAt(path).map((key) => ({ path: [...path, key], level, kind: findKind(level, key) }));
  const overrides = (path: string[]) =>
    ['features', 'usageLimits', 'usageLimitsExtensions'].flatMap((section) =>
      file.keysAt([...path, section]).flatMap((key) => keysAt([...path, section, key], 'override')),
    );
  const custom = file.keysAt(['custom']).flatMap((key): FormatKey[] => {
    const path = ['custom', key];
    return path.join('.') === extensionPath.join('.') ? [] : [{ path, level: 'list', kind: 'unserved' }];
  });
  return [
    ...keysAt([], 'list'),
    ...custom,
    ...(['features', 'usageLimits', 'plans', 'addOns'] as const).flatMap((section) =>
      file
        .keysAt([section])
        .flatMap((key) => [
          ...keysAt([section, key], section),
          ...(section === 'plans' || section === 'addOns' ? overrides([section, key]) : []),
        ]),
    ),
  ];
}

const kindsByLevel = new Map(
  Object.entries(formatKeys).map(([level, keys]) => {
    const kinds = Object.entries(keys) as [FormatKey['kind'], string][];
    return [
      level,
      new Map(kinds.flatMap(([kind, names]) => names.split(' ').map((key) => [key, kind] as const))),
    ];
  }),
);

function findKind(level: Level, key: string): FormatKey['kind'] {
  return kindsByLevel.get(level)?.get(key) ?? 'unknown';
}

/** Keys that are not in the format at their place, such as misspelt ones. */
export function findUnknownKeys(file: YamlFile): Diagnostic[] {
  return listFormatKeys(file).flatMap(({ path, level, kind }) => {
    if (kind !== 'unknown') return [];
    const key = path.at(-1) ?? '';
    const { served, unserved, metadata } = formatKeys[level];
    const similar = findSimilar(key, [served, unserved, metadata].join(' ').split(' '));
    const advice = similar ? `Did you mean "${similar}"?` : 'It is ignored with --lenient.';
    return [file.diagnosticAt(path, `${describeUnknownKey(key)} ${advice}`)];
  });
}
