import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import type { z } from 'zod';
import { type Diagnostic, ImportError } from '@/lib/catalog-import/diagnostics';
import { isDisplayText } from '@/lib/contract/fields';

/** Keys from the root of a file to a node. */
export type YamlPath = readonly PropertyKey[];

/** The plain data of a YAML file, with the positions and the order of its nodes. */
export interface YamlFile {
  name: string;
  /** Null for a part of another file. */
  text: string | null;
  data: unknown;
  /** Keys of the map at `path`, in file order. A plain object would list integer-like keys first. */
  keysAt(path: YamlPath): string[];
  diagnosticAt(path: YamlPath, message: string): Diagnostic;
}

/** Message for a required value that the file lacks. */
export const requiredMessage = 'This value is required.';

const maxLength = 5_000_000;

/** Parses YAML text. Throws `ImportError` with every syntax error. */
export function parseYamlFile(name: string, text: string): YamlFile {
  const wholeFile = { file: name, line: null, column: null, path: '' };
  if (text.length > maxLength) {
    throw new ImportError([{ ...wholeFile, message: 'The file is larger than 5 MB.' }]);
  }
  const lines = new LineCounter();
  // YAML 1.2 has no merge keys, but other readers of Pricing2Yaml merge `<<`. The parser compares each key of a map with all others.
  const document = catchDeepNesting(wholeFile, () =>
    parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false, uniqueKeys: false }),
  );
  const createDiagnostic = (offset: number, path: string, message: string): Diagnostic => {
    const { line, col } = lines.linePos(offset);
    return { file: name, line, column: col, path, message };
  };

  const diagnostics = [...document.errors, ...document.warnings].map(({ pos, message }) =>
    createDiagnostic(pos[0], '', message),
  );
  const unsupported = catchDeepNesting(wholeFile, () => findUnsupportedNodes(document));
  for (const { offset, message } of unsupported) {
    diagnostics.push(createDiagnostic(offset, '', message));
  }
  if (diagnostics.length > 0) throw new ImportError(diagnostics);

  const data = toPlainData(document, wholeFile);
  return {
    name,
    text,
    data,
    keysAt: (path) => listKeys(document, data, path),
    diagnosticAt: (path, message) =>
      createDiagnostic(findOffset(document, path), path.map(String).join('.'), message),
  };
}

/** Validates the data of a file. Throws `ImportError` with every mismatch, and with `others`. */
export function validateYaml<T>(file: YamlFile, schema: z.ZodType<T>, others: Diagnostic[] = []): T {
  const result = schema.safeParse(file.data, {
    error: (issue) => (issue.input === undefined || issue.input === null ? requiredMessage : undefined),
  });
  if (result.success) return result.data;
  const diagnostics = result.error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [file.diagnosticAt(issue.path, issue.message)];
    return issue.keys.map((key) => file.diagnosticAt([...issue.path, key], 'Unknown key.'));
  });
  throw new ImportError([...diagnostics, ...others]);
}

/** Keys in the order of the syntax tree, followed by merged keys, which are only in the data. */
function listKeys(document: Document, data: unknown, path: YamlPath): string[] {
  const value = path.reduce<unknown>((parent, key) => (isObject(parent) ? parent[key] : null), data);
  if (!isObject(value)) return [];
  const node = resolveAlias(document, nodesOnPath(document, path).at(-1));
  const ordered = isMap(node) ? node.items.map((pair) => toKey(pair.key)) : [];
  return [...new Set([...ordered.filter((key) => Object.hasOwn(value, key)), ...Object.keys(value)])];
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The parser is recursive, and so are its visitors. */
function catchDeepNesting<T>(wholeFile: Omit<Diagnostic, 'message'>, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ImportError([{ ...wholeFile, message: 'The file is nested too deeply.' }]);
  }
}

function toPlainData(document: Document, wholeFile: Omit<Diagnostic, 'message'>): unknown {
  try {
    return catchDeepNesting(wholeFile, () => document.toJS());
  } catch (error) {
    if (error instanceof ImportError) throw error;
    // An alias without an anchor, or nested aliases that expand beyond the parser's limit.
    const message = error instanceof Error ? error.message : String(error);
    throw new ImportError([{ ...wholeFile, message }]);
  }
}

/**
 * Finds text that Postgres can't store or that can't be displayed safely, the one key that a plain object can't have, and keys that a map
 * has twice.
 */
function findUnsupportedNodes(document: Document): { offset: number; message: string }[] {
  const found: { offset: number; message: string }[] = [];
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        const value = isScalar(key) ? key.value : key;
        if (keys.has(value)) {
          found.push({ offset: (key as Node).range?.[0] ?? 0, message: 'Map keys must be unique' });
        }
        keys.add(value);
      }
    },
    Scalar(key, node) {
      const offset = node.range?.[0] ?? 0;
      if (typeof node.value === 'string' && /[\0\p{Surrogate}]/u.test(node.value)) {
        found.push({ offset, message: 'The text contains a null character or an unpaired surrogate.' });
      } else if (typeof node.value === 'string' && !isDisplayText(node.value)) {
        const message = 'The text contains a control character or a directional formatting character.';
        found.push({ offset, message });
      }
      if (key === 'key' && node.value === '__proto__') {
        found.push({ offset, message: '"__proto__" is not allowed as a key.' });
      }
    },
  });
  return found;
}

/** The nodes from the root to `path`, as far as they exist. */
function nodesOnPath(document: Document, path: YamlPath): Node[] {
  const nodes: Node[] = [];
  let node: Node | null = document.contents;
  if (node) nodes.push(node);
  for (const key of path) {
    const parent = resolveAlias(document, node);
    node = null;
    if (isMap(parent)) {
      const pair = findPair(parent, key);
      // An empty value has no position of its own, so its key is used.
      node = ((pair?.value as Node | null) ?? (pair?.key as Node | undefined)) || null;
    } else if (isSeq(parent)) {
      node = (parent.items[Number(key)] as Node | undefined) ?? null;
    }
    if (!node) break;
    nodes.push(node);
  }
  return nodes;
}

/** The offset to report for `path`: of the value if it is a scalar, else of its key. */
function findOffset(document: Document, path: YamlPath): number {
  const nodes = nodesOnPath(document, path);
  const last = nodes.at(-1);
  if (!isMap(last) && !isSeq(last)) return last?.range?.[0] ?? 0;
  const parent = resolveAlias(document, nodes.at(-2));
  const key = path[nodes.length - 2];
  const pair = isMap(parent) ? findPair(parent, key) : undefined;
  return (pair?.key as Node | undefined)?.range?.[0] ?? last.range?.[0] ?? 0;
}

/** The pairs of each map by key. Thousands of paths lead through a large map. */
const pairsByKey = new WeakMap<YAMLMap, Map<string, Pair>>();

function findPair(map: YAMLMap, key: PropertyKey | undefined): Pair | undefined {
  let pairs = pairsByKey.get(map);
  if (!pairs) {
    // The first one of equal keys.
    pairs = new Map(map.items.map((pair) => [toKey(pair.key), pair] as const).toReversed());
    pairsByKey.set(map, pairs);
  }
  return pairs.get(String(key));
}

function resolveAlias(document: Document, node: Node | null | undefined): Node | null | undefined {
  return isAlias(node) ? node.resolve(document) : node;
}

function toKey(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}
