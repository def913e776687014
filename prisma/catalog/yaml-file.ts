import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { type Fault, Refused } from './fault';

/** Names from the top of a file to a place in it. */
export type Path = readonly PropertyKey[];

/** A YAML file as plain data, which still knows where each thing stands and in which order. */
export interface YamlFile {
  name: string;
  data: unknown;
  /** Names of the map at `path` in the file's order; plain objects would put names that look like numbers first. */
  namesAt(path: Path): string[];
  fault(path: Path, message: string): Fault;
}

const largest = 5_000_000;

/** Reads YAML text. Throws `Refused` with every fault of syntax. */
export function parseYamlFile(name: string, text: string): YamlFile {
  const noPlace = { file: name, line: null, column: null, about: '' };
  if (text.length > largest) throw new Refused([{ ...noPlace, message: 'The file is larger than 5 MB.' }]);
  const lines = new LineCounter();
  // Merge keys are outside YAML 1.2, but what other readers of the format do with `<<` is merge.
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false });
  const placed = (offset: number, about: string, message: string): Fault => {
    const { line, col } = lines.linePos(offset);
    return { file: name, line, column: col, about, message };
  };

  const faults = [...document.errors, ...document.warnings].map(({ pos, message }) =>
    placed(pos[0], '', message),
  );
  faults.push(...unusableScalars(document).map(({ at, message }) => placed(at, '', message)));
  if (faults.length > 0) throw new Refused(faults);

  const data = plainData(document, noPlace);
  return {
    name,
    data,
    namesAt: (path) => namesAt(document, data, path),
    fault: (path, message) => placed(offsetOf(document, path), path.map(String).join('.'), message),
  };
}

/** The order is the syntax tree's; what a merge key brought in is only in the data, and comes after. */
function namesAt(document: Document, data: unknown, path: Path): string[] {
  const inData = path.reduce<unknown>((holder, step) => (isObject(holder) ? holder[step] : null), data);
  if (!isObject(inData)) return [];
  const node = resolve(document, nodesAlong(document, path).at(-1));
  const inTree = isMap(node) ? node.items.map((pair) => nameOf(pair.key)) : [];
  return [...new Set([...inTree.filter((name) => Object.hasOwn(inData, name)), ...Object.keys(inData)])];
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

function plainData(document: Document, noPlace: Omit<Fault, 'message'>): unknown {
  try {
    return document.toJS();
  } catch (error) {
    // An alias without its anchor, or aliases of aliases that would fill the memory.
    throw new Refused([{ ...noPlace, message: error instanceof Error ? error.message : String(error) }]);
  }
}

/** Text that no database column takes, and the one name that plain objects can't hold. */
function unusableScalars(document: Document): { at: number; message: string }[] {
  const found: { at: number; message: string }[] = [];
  visit(document, {
    Scalar(key, node) {
      const at = node.range?.[0] ?? 0;
      if (typeof node.value === 'string' && /[\0\p{Surrogate}]/u.test(node.value)) {
        found.push({ at, message: 'A text holds a character that can’t be stored.' });
      }
      if (key === 'key' && node.value === '__proto__')
        found.push({ at, message: '"__proto__" can’t be a name.' });
    },
  });
  return found;
}

/** The nodes from the top to `path`, as far as they exist. */
function nodesAlong(document: Document, path: Path): Node[] {
  const nodes: Node[] = [];
  let node: Node | null = document.contents;
  if (node) nodes.push(node);
  for (const step of path) {
    const holder = resolve(document, node);
    node = null;
    if (isMap(holder)) {
      const pair = holder.items.find((item) => nameOf(item.key) === String(step));
      // The name itself, where the value is left empty: its place is the better one to point at.
      node = ((pair?.value as Node | null) ?? (pair?.key as Node | undefined)) || null;
    } else if (isSeq(holder)) {
      node = (holder.items[Number(step)] as Node | undefined) ?? null;
    }
    if (!node) break;
    nodes.push(node);
  }
  return nodes;
}

/** Where a fault about `path` is shown: at the name, or at the value itself for a plain one. */
function offsetOf(document: Document, path: Path): number {
  const nodes = nodesAlong(document, path);
  const last = nodes.at(-1);
  if (!isMap(last) && !isSeq(last)) return last?.range?.[0] ?? 0;
  const holder = resolve(document, nodes.at(-2));
  const step = path[nodes.length - 2];
  const pair = isMap(holder) ? holder.items.find((item) => nameOf(item.key) === String(step)) : undefined;
  return (pair?.key as Node | undefined)?.range?.[0] ?? last.range?.[0] ?? 0;
}

function resolve(document: Document, node: Node | null | undefined): Node | null | undefined {
  return isAlias(node) ? node.resolve(document) : node;
}

function nameOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}
