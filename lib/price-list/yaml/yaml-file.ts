import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import type { z } from 'zod';
import { type AliasTargets, checkDocument, isMergeKey, toKey } from './check-document';
import { type Diagnostic, ImportError } from './diagnostics';

/** Keys from the root of a file to a node. */
export type YamlPath = readonly PropertyKey[];

/** The plain data of a YAML file, with the positions and the order of its nodes. */
export interface YamlFile {
  name: string;
  /** The value is null for a part of another file. */
  text: string | null;
  data: unknown;
  /** The syntax tree, or null for an empty file, and for a part of another file. */
  root: Node | null;
  /** Keys of the map at `path`, in file order. A plain object would list integer-like keys first. */
  keysAt(path: YamlPath): string[];
  diagnosticAt(path: YamlPath, message: string): Diagnostic;
}

/** The nodes of a file. */
interface Tree {
  root: Node | null;
  targets: AliasTargets;
}

/** Message for a required value that the file lacks. */
export const requiredMessage = 'This value is required.';

const maxLength = 5_000_000;
/** Scalars, indicators, spaces and line ends. The parser keeps an object of each. */
const maxTokens = 300_000;

/** Parses YAML text. Throws `ImportError` with every syntax error. */
export function parseYamlFile(name: string, text: string): YamlFile {
  const { tree, data, keysAt, createDiagnostic } = parseYamlDocument(name, text);
  return {
    name,
    text,
    data,
    root: tree.root,
    keysAt,
    diagnosticAt: (path, message) =>
      createDiagnostic(findOffset(tree, path), path.map(String).join('.'), message),
  };
}

export interface YamlDocument {
  /** The document with its comments and anchors. */
  document: Document;
  tree: Tree;
  data: unknown;
  keysAt: YamlFile['keysAt'];
  createDiagnostic: (offset: number, path: string, message: string) => Diagnostic;
}

/** Parses YAML text, for changes of its document. Throws `ImportError` with every syntax error. */
export function parseYamlDocument(name: string, text: string): YamlDocument {
  const problem = findSizeProblem(text);
  if (problem) throw new ImportError([{ file: name, line: null, column: null, path: '', message: problem }]);
  const lines = new LineCounter();
  // YAML 1.2 has no merge keys, but other readers of Pricing2Yaml merge `<<`. The parser compares each key of a map
  // with all others.
  const document = parseDocument(text, {
    lineCounter: lines,
    merge: true,
    prettyErrors: false,
    uniqueKeys: false,
  });
  const createDiagnostic = (offset: number, path: string, message: string): Diagnostic => {
    const { line, col } = lines.linePos(offset);
    return { file: name, line, column: col, path, message };
  };
  const { problems, targets } = checkDocument(document, text);
  const diagnostics = problems.map(({ offset, message }) => createDiagnostic(offset, '', message));
  if (diagnostics.length > 0) throw new ImportError(diagnostics);
  const tree: Tree = { root: document.contents, targets };
  const data = toPlainData(tree);
  return { document, tree, data, keysAt: (path) => listKeys(tree, data, path), createDiagnostic };
}

/** Why a text is not parsed. It is null for one that is. */
function findSizeProblem(text: string): string | null {
  if (text.length > maxLength) return 'The file is larger than 5 MB.';
  if (text.length <= maxTokens) return null;
  let tokens = 0;
  for (const _ of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > maxTokens) return 'The file has too many values. Make it smaller.';
  }
  return null;
}

/**
 * The parser's own conversion compares each alias with all others. Aliases share the data of their anchor, which
 * precedes them.
 */
function toPlainData({ root, targets }: Tree): unknown {
  const converted = new Map<unknown, unknown>();
  const convert = (node: unknown): unknown => {
    if (isAlias(node)) return converted.get(targets.get(node));
    let value: unknown = null;
    if (isMap(node)) value = convertMap(node);
    if (isSeq(node)) value = node.items.map(convert);
    if (isScalar(node)) value = node.value;
    converted.set(node, value);
    return value;
  };
  const convertMap = ({ items }: YAMLMap) => {
    const map: Record<string, unknown> = {};
    for (const { key, value } of items) {
      const data = convert(value);
      if (!isMergeKey(key)) map[toKey(key)] = data;
      // A key of the map itself, or of an earlier source, comes first.
      else for (const source of [data].flat()) Object.assign(map, { ...(source as object), ...map });
    }
    return map;
  };
  return convert(root);
}

/** Validates the data of a file. Throws `ImportError` with every mismatch, and with `others`. */
export function validateYaml<T>(file: YamlFile, schema: z.ZodType<T>, others: Diagnostic[] = []): T {
  const result = schema.safeParse(file.data, { error: describeIssue });
  if (result.success) return result.data;
  const diagnostics = result.error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [file.diagnosticAt(issue.path, issue.message)];
    return issue.keys.map((key) => file.diagnosticAt([...issue.path, key], describeUnknownKey(key)));
  });
  throw new ImportError([...diagnostics, ...others]);
}

export const describeUnknownKey = (key: string) => `Unknown key "${shorten(key)}".`;

const typeNames: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'a map',
  record: 'a map',
  string: 'a string',
};

/** A sentence for what a schema has no message for. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined || issue.input === null) return requiredMessage;
  if (issue.code === 'invalid_type') return `Expected ${typeNames[issue.expected] ?? issue.expected}.`;
  if (issue.code === 'invalid_value') return `Expected ${formatWords(issue.values)}.`;
  if (issue.code === 'too_small') return `Expected at least ${issue.minimum}.`;
  if (issue.code === 'too_big') return `Expected at most ${issue.maximum}.`;
  return undefined;
}

/** "a, b, or c". */
export const formatWords = (words: readonly unknown[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(words.map(String));

const maxQuotedLength = 80;

/** A text of the file, for a message. */
export function shorten(text: string): string {
  return text.length <= maxQuotedLength ? text : `${text.slice(0, maxQuotedLength)}…`;
}

/** The value at a path. It is undefined if there is none. */
export function getValue({ data }: Pick<YamlFile, 'data'>, path: YamlPath): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    data,
  );
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Whether a value is a map. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}

/** Keys in the order of the syntax tree, followed by merged keys, which are only in the data. */
function listKeys(tree: Tree, data: unknown, path: YamlPath): string[] {
  const value = getValue({ data }, path);
  if (!isObject(value)) return [];
  const node = resolveAlias(tree, nodesOnPath(tree, path).at(-1));
  const ordered = isMap(node) ? node.items.map((pair) => toKey(pair.key)) : [];
  return [...new Set([...ordered.filter((key) => Object.hasOwn(value, key)), ...Object.keys(value)])];
}

/** The nodes from the root to `path`, as far as they exist. */
function nodesOnPath(tree: Tree, path: YamlPath): Node[] {
  const nodes: Node[] = [];
  let node: Node | null = tree.root;
  if (node) nodes.push(node);
  for (const key of path) {
    const parent = resolveAlias(tree, node);
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
function findOffset(tree: Tree, path: YamlPath): number {
  const nodes = nodesOnPath(tree, path);
  const last = nodes.at(-1);
  if (!isMap(last) && !isSeq(last)) return last?.range?.[0] ?? 0;
  const parent = resolveAlias(tree, nodes.at(-2));
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

function resolveAlias({ targets }: Tree, node: Node | null | undefined): Node | null | undefined {
  return isAlias(node) ? targets.get(node) : node;
}
