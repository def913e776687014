import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { toKey } from './check-document';
import { isRecord } from './yaml-file';

/**
 * What becomes of a key: a value, changes below it, or its removal. A key that is missing is added last, or after
 * another one.
 */
export type YamlChange = { set: unknown; after?: string } | { remove: true } | YamlChanges;
export type YamlChanges = Map<string, YamlChange>;

/** A text of which a change would have to print the whole again. */
export class UnsupportedYamlError extends Error {}

interface Patch {
  from: number;
  to: number;
  text: string;
}

/**
 * Changes a YAML text. What the changes do not concern stays as it is: comments, order, quotes and spaces.
 * `contents` is the root of the parsed text. Throws `UnsupportedYamlError`.
 */
export function changeYaml(text: string, contents: Node | null, changes: YamlChanges): string {
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    return appendLines(text, renderBlock(listAdded(changes), 0, 2));
  }
  if (!isMap(contents)) throw new UnsupportedYamlError('The text is not a map.');
  const editor = new YamlEditor(text);
  editor.changeMap(contents, changes);
  return editor.applyPatches();
}

/** Adds the change of a path. */
export function putChange(changes: YamlChanges, path: string[], change: YamlChange): void {
  const [key, ...below] = path;
  if (key === undefined) return;
  if (below.length === 0) {
    changes.set(key, change);
    return;
  }
  const known = changes.get(key);
  const next: YamlChanges = known instanceof Map ? known : new Map();
  changes.set(key, next);
  putChange(next, below, change);
}

/** Writes another name of a key. */
export function renameKey(text: string, map: YAMLMap, key: string, name: string): string {
  const { range } = getKeyNode(map, key);
  return text.slice(0, range[0]) + renderKey(name, map.flow === true) + text.slice(range[1]);
}

/** Moves a key before another one, or to the end for null. */
export function moveKey(text: string, map: YAMLMap, key: string, before: string | null): string {
  const editor = new YamlEditor(text);
  const names = map.items.map(getName);
  const order = names.filter((name) => name !== key);
  order.splice(before === null ? order.length : order.indexOf(before), 0, key);
  const parts = new Map(names.map((name, index) => [name, editor.slicePair(map, index)]));
  const moved = order.map((name) => parts.get(name) ?? '');
  const [from, to] = editor.getSpan(map);
  return text.slice(0, from) + moved.join(map.flow ? ', ' : '') + text.slice(to);
}

/** Adds a copy of a key after it, with another name. */
export function copyKey(text: string, map: YAMLMap, key: string, name: string): string {
  const editor = new YamlEditor(text);
  const index = map.items.findIndex((pair) => getName(pair) === key);
  const { range } = getKeyNode(map, key);
  const end = editor.getPairEnd(map, index);
  const rest = text.slice(range[1], end);
  const copy = `${renderKey(name, map.flow === true)}${rest}`;
  if (map.flow) return `${text.slice(0, end)}, ${copy}${text.slice(end)}`;
  const separator = editor.getSeparator(map, index);
  return `${text.slice(0, end)}${separator}${' '.repeat(editor.getColumn(range[0]))}${copy}${text.slice(end)}`;
}

class YamlEditor {
  private readonly patches: Patch[] = [];
  private readonly step: number;
  /** Whether the text has values such as `{ value: true }`. */
  private readonly hasFlowValues: boolean;

  constructor(private readonly text: string) {
    this.step = /^[^\s#][^\n]*:[^\S\n]*(?:#[^\n]*)?\n(?:\s*#[^\n]*\n)*( +)\S/m.exec(text)?.[1]?.length ?? 2;
    this.hasFlowValues = /\{\s*value:/.test(text);
  }

  applyPatches(): string {
    let result = this.text;
    const ordered = this.patches.map((patch, index) => ({ ...patch, index }));
    ordered.sort((a, b) => b.from - a.from || b.to - a.to || b.index - a.index);
    for (const { from, to, text } of ordered) result = result.slice(0, from) + text + result.slice(to);
    return result;
  }

  changeMap(map: YAMLMap, changes: YamlChanges): void {
    const pairs = new Map(map.items.map((pair) => [getName(pair), pair]));
    const removed = new Set<Pair>();
    const added: YamlChanges = new Map();
    for (const [key, change] of changes) {
      const pair = pairs.get(key);
      if (!pair) added.set(key, change);
      else if (this.isRemoval(pair, change)) removed.add(pair);
      else if (change instanceof Map) this.changeBelow(map, pair, change);
      else if ('set' in change) this.replaceValue(map, pair, change.set);
    }
    if (map.flow) this.changeFlowItems(map, removed, listAdded(added));
    else this.changeBlockItems(map, removed, added);
  }

  /** Whether a change removes a key, or all that is below it. */
  private isRemoval({ value }: Pair, change: YamlChange): boolean {
    if (!(change instanceof Map)) return 'remove' in change;
    if (!isMap(value) || listAdded(change).some(([key]) => !value.has(key))) return false;
    return value.items.every((pair) => {
      const below = change.get(getName(pair));
      return below !== undefined && this.isRemoval(pair, below);
    });
  }

  private changeBelow(map: YAMLMap, pair: Pair, changes: YamlChanges): void {
    const { value } = pair;
    const added = listAdded(changes);
    if (isMap(value)) this.changeMap(value, changes);
    else if (added.length === 0) return;
    else if (isAlias(value)) this.extendAlias(map, pair, value, added);
    else this.replaceValue(map, pair, Object.fromEntries(added));
  }

  /** The map that an alias repeats, with keys of its own. */
  private extendAlias(map: YAMLMap, pair: Pair, alias: Alias, added: [string, unknown][]): void {
    const [from, to] = getRange(alias);
    const source = this.text.slice(from, to);
    if (map.flow) {
      const own = added.map(([key, value]) => `${renderKey(key, true)}: ${renderFlow(value)}`);
      this.patches.push({ from, to, text: `{ ${[`<<: ${source}`, ...own].join(', ')} }` });
      return;
    }
    const indent = this.getColumn(getRange(pair.key)[0]) + this.step;
    const lines = [`${' '.repeat(indent)}<<: ${source}`, ...this.renderLines(added, indent)];
    this.patches.push({ from: this.getColon(pair) + 1, to, text: `\n${lines.join('\n')}` });
  }

  private replaceValue(map: YAMLMap, pair: Pair, value: unknown): void {
    const node = pair.value as Node | null;
    const isBlock = !map.flow;
    const indent = this.getColumn(getRange(pair.key)[0]);
    const isMapValue = isBlock && isRecord(value) && Object.keys(value).length > 0;
    const type = isScalar(node) ? node.type : undefined;
    let rendered = isBlock ? renderValue(value, indent, this.step, type) : renderFlow(value);
    if (isMapValue) rendered = `\n${this.renderLines(Object.entries(value), indent + this.step).join('\n')}`;
    const isEmpty = node === null || (isScalar(node) && node.value === null && !node.source);
    if (isEmpty) {
      const colon = this.getColon(pair);
      const from = colon === -1 ? getRange(pair.key)[1] : colon + 1;
      const end = isMapValue ? this.getLineEnd(from) : from;
      this.patches.push({
        from: end,
        to: end,
        text: `${colon === -1 ? ':' : ''}${isMapValue ? '' : ' '}${rendered}`,
      });
      return;
    }
    const isBlockCollection = (isMap(node) || isSeq(node)) && !node.flow;
    if (isBlockCollection && node.anchor !== undefined)
      throw new UnsupportedYamlError('An anchor would be lost.');
    if (isBlockCollection && isSeq(node) && Array.isArray(value) && value.length > 0) {
      this.replaceSequence(node, value);
      return;
    }
    const [start, end] = getRange(node);
    const from = isBlockCollection || isMapValue ? this.getColon(pair) + 1 : start;
    const to = isBlockCollection ? this.getContentEnd(node) : end;
    const space = from === start || isMapValue ? '' : ' ';
    this.patches.push({ from, to: trimLineEnd(this.text, to), text: space + rendered });
  }

  /** Replaces the lines of a list. Those that stay are unchanged. */
  private replaceSequence(node: YAMLSeq, values: unknown[]): void {
    const items = node.items as Node[];
    const [first] = items;
    if (!first) return;
    const from = this.getLineStart(getRange(first)[0]);
    const pad = /^\s*/.exec(this.text.slice(from))?.[0] ?? '';
    const kept = new Map(
      items.map((item) => {
        const lineStart = this.getLineStart(getRange(item)[0]);
        const lineEnd = this.getLineEnd(this.getContentEnd(item));
        return [isScalar(item) ? item.value : item, this.text.slice(lineStart, lineEnd)];
      }),
    );
    const lines = values.map((value) => kept.get(value) ?? `${pad}- ${renderFlow(value)}`);
    const to = this.getLineEnd(this.getContentEnd(node));
    this.patches.push({ from, to, text: lines.join('\n') });
  }

  private changeFlowItems(map: YAMLMap, removed: Set<Pair>, added: [string, unknown][]): void {
    const items = map.items.map((pair) => ({ pair, from: getRange(pair.key)[0], to: this.getFlowEnd(pair) }));
    const kept = items.filter(({ pair }) => !removed.has(pair));
    const last = kept.at(-1);
    const own = added.map(([key, value]) => `${renderKey(key, true)}: ${renderFlow(value)}`);
    if (!last) {
      const [from, to] = getRange(map);
      if (removed.size + own.length > 0) this.patches.push({ from, to, text: `{ ${own.join(', ')} }` });
      return;
    }
    items.forEach(({ pair, from, to }, index) => {
      const next = items[index + 1];
      if (removed.has(pair) && next && from < last.from) this.patches.push({ from, to: next.from, text: '' });
      else if (removed.has(pair) && from > last.from) {
        this.patches.push({ from: items[index - 1]?.to ?? from, to, text: '' });
      }
    });
    if (own.length > 0) this.patches.push({ from: last.to, to: last.to, text: `, ${own.join(', ')}` });
  }

  private changeBlockItems(map: YAMLMap, removed: Set<Pair>, added: YamlChanges): void {
    map.items.forEach((pair, index) => {
      if (!removed.has(pair)) return;
      const from = this.getPairStart(map, index);
      const to = this.getPairEnd(map, index);
      this.patches.push({ from, to: Math.min(to + 1, this.text.length), text: '' });
    });
    const indent = this.getColumn(getRange(map.items[0]?.key)[0]);
    for (const [key, change] of added) {
      const [entry] = listAdded(new Map([[key, change]]));
      if (!entry) continue;
      const after = change instanceof Map || !('after' in change) ? undefined : change.after;
      const found = map.items.findIndex((pair) => getName(pair) === after);
      const index = found === -1 ? map.items.length - 1 : found;
      const at = this.getPairEnd(map, index);
      const separator = this.getSeparator(map, index);
      this.patches.push({ from: at, to: at, text: separator + this.renderLines([entry], indent).join('\n') });
    }
  }

  private renderLines(entries: [string, unknown][], indent: number): string[] {
    return renderBlock(entries, indent, this.step, this.hasFlowValues);
  }

  /** The line breaks between a pair and the next one, so that added plans are apart as others are. */
  getSeparator(map: YAMLMap, index: number): string {
    const other = index > 0 ? index : index + 1;
    const pair = map.items[other];
    if (!pair) return '\n';
    const between = this.text.slice(this.getPairEnd(map, other - 1), getRange(pair.key)[0]);
    return /\n[^\S\n]*\n/.test(between) ? '\n\n' : '\n';
  }

  /** The span from the first pair to the end of the last one. */
  getSpan(map: YAMLMap): [from: number, to: number] {
    const last = map.items.length - 1;
    const end = this.getPairEnd(map, last);
    return [this.getPairStart(map, 0), map.flow ? end : Math.min(end + 1, this.text.length)];
  }

  /** A pair with the comments before it. */
  slicePair(map: YAMLMap, index: number): string {
    const [, spanEnd] = this.getSpan(map);
    const isLast = index === map.items.length - 1;
    if (map.flow) return this.text.slice(this.getPairStart(map, index), this.getPairEnd(map, index));
    const slice = this.text.slice(
      this.getPairStart(map, index),
      isLast ? spanEnd : this.getPairStart(map, index + 1),
    );
    return slice.endsWith('\n') ? slice : `${slice}\n`;
  }

  /** The start of a pair's line, or of the comment lines directly above it. Those above the first pair can be of the map. */
  private getPairStart(map: YAMLMap, index: number): number {
    const [keyStart] = getRange(map.items[index]?.key);
    if (map.flow) return keyStart;
    const indent = this.getColumn(keyStart);
    let start = this.getLineStart(keyStart);
    if (start + indent !== keyStart) throw new UnsupportedYamlError('The key is not first on its line.');
    const first = index === 0 ? start : this.getPairEnd(map, index - 1) + 1;
    while (start > first) {
      const above = this.getLineStart(start - 1);
      const line = this.text.slice(above, start);
      if (above < first || !line.trimStart().startsWith('#') || line.search(/\S/) !== indent) break;
      start = above;
    }
    return start;
  }

  /** The end of the line that a pair ends in. */
  getPairEnd(map: YAMLMap, index: number): number {
    const pair = map.items[index];
    if (!pair) return getRange(map)[0];
    if (map.flow) return this.getFlowEnd(pair);
    return this.getLineEnd(this.getPairContentEnd(pair));
  }

  private getFlowEnd({ key, value }: Pair): number {
    const node = value as Node | null;
    return Math.max(getRange(key)[1], node?.range?.[1] ?? 0);
  }

  private getPairContentEnd({ key, value }: Pair): number {
    const end = value ? this.getContentEnd(value as Node) : 0;
    return Math.max(getRange(key)[1], end);
  }

  /** The end of a node without the comments and blank lines that the parser counts as part of a collection. */
  private getContentEnd(node: Node): number {
    const last = isMap(node) || isSeq(node) ? node.items.at(-1) : undefined;
    if ((!isMap(node) && !isSeq(node)) || node.flow || last === undefined) {
      return trimLineEnd(this.text, getRange(node)[1]);
    }
    return isMap(node) ? this.getPairContentEnd(last as Pair) : this.getContentEnd(last as Node);
  }

  /** The offset of the colon after a key. -1 for a key of a flow map without one. */
  private getColon({ key }: Pair): number {
    let colon = getRange(key)[1];
    while (/\s/.test(this.text[colon] ?? '')) colon += 1;
    return this.text[colon] === ':' ? colon : -1;
  }

  /** The column of a key, or of the first character of a line whose map begins elsewhere. */
  getColumn(offset: number): number {
    const start = this.getLineStart(offset);
    const before = this.text.slice(start, offset);
    return before.trim() === '' ? before.length : before.search(/\S/);
  }

  private getLineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  private getLineEnd(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    return end === -1 ? this.text.length : end;
  }
}

type KeyNode = Node & { range: [number, number, number] };

function getKeyNode(map: YAMLMap, key: string): KeyNode {
  const pair = map.items.find((item) => getName(item) === key);
  if (!pair) throw new UnsupportedYamlError(`The map has no key "${key}".`);
  return pair.key as KeyNode;
}

const getName = ({ key }: Pair) => toKey(key);

function getRange(node: unknown): [from: number, to: number] {
  const [from, to] = (node as Node | null | undefined)?.range ?? [];
  if (from === undefined || to === undefined) throw new UnsupportedYamlError('A value has no place.');
  return [from, to];
}

/** Keys with their values, without those that are removed. */
function listAdded(changes: YamlChanges): [string, unknown][] {
  return [...changes].flatMap(([key, change]): [string, unknown][] => {
    if (!(change instanceof Map)) return 'set' in change ? [[key, change.set]] : [];
    const below = listAdded(change);
    return below.length === 0 ? [] : [[key, Object.fromEntries(below)]];
  });
}

/** The lines of keys. Values of features are written as the text does it: `{ value: true }`, or in lines of their own. */
function renderBlock(
  entries: [string, unknown][],
  indent: number,
  step: number,
  hasFlowValues = false,
): string[] {
  const pad = ' '.repeat(indent);
  return entries.flatMap(([key, value]) => {
    const name = `${pad}${renderKey(key, false)}:`;
    if (!isRecord(value)) return `${name} ${renderValue(value, indent, step)}`;
    const below = Object.entries(value);
    const isOverride = below.length === 1 && below[0]?.[0] === 'value';
    if (below.length === 0 || (isOverride && hasFlowValues)) return `${name} ${renderFlow(value)}`;
    return [name, ...renderBlock(below, indent + step, step, hasFlowValues)];
  });
}

const renderKey = (key: string, isFlow: boolean) => (isFlow ? renderFlow(key) : stringify(key).trimEnd());

/** A value after a key in a block. Texts of several lines are below it. */
function renderValue(value: unknown, indent: number, step: number, type?: Scalar['type']): string {
  if (typeof value !== 'string') return renderFlow(value);
  const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
  const rendered = stringify(
    { key: value },
    { lineWidth: 0, indent: step, ...(isQuoted && { defaultStringType: type, defaultKeyType: 'PLAIN' }) },
  );
  const lines = rendered.slice('key: '.length).trimEnd().split('\n');
  return lines
    .map((line, index) => (index === 0 || line === '' ? line : ' '.repeat(indent) + line))
    .join('\n');
}

/** A value in one line of YAML. */
export function renderFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(renderFlow).join(', ')}]`;
  if (isRecord(value)) {
    const entries = Object.entries(value).map(
      ([key, below]) => `${renderKey(key, true)}: ${renderFlow(below)}`,
    );
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  if (typeof value === 'string' && /[,[\]{}\n]/.test(value)) return JSON.stringify(value);
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

function appendLines(text: string, lines: string[]): string {
  if (lines.length === 0) return text;
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${start}${lines.join('\n')}\n`;
}

function trimLineEnd(text: string, offset: number): number {
  return text[offset - 1] === '\n' ? offset - 1 : offset;
}
