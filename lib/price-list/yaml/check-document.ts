import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { findTextProblem } from '@/lib/contract/display-text';

/** A problem at an offset of the text. */
export interface DocumentProblem {
  offset: number;
  message: string;
}

/** The node that each alias refers to. */
export type AliasTargets = ReadonlyMap<Alias, Node>;

const tooDeepMessage = 'The file is nested too deeply.';

/** Levels of maps, pairs and lists. The functions that read the data are recursive. */
const maxDepth = 100;
/** The values of an anchor are read again for each alias. */
const maxAliasedValues = 200_000;

/** The parser makes values of these tags that the data can't have. It warns of unknown ones. */
const otherTags = /^tag:yaml\.org,2002:(?=(binary|omap|pairs|set|timestamp)$)/;

/** Finds the errors of the parser, and what it accepts and an import does not. */
export function checkDocument(
  document: Document,
  text: string,
): { problems: DocumentProblem[]; targets: AliasTargets } {
  const { version } = document.directives?.yaml ?? {};
  if (version !== undefined && version !== '1.2') {
    const message = `The file is YAML ${version}, in which words such as NO are not texts. Remove this line.`;
    return { problems: [{ offset: text.search(/(?<=^\ufeff?)%YAML/m), message }], targets: new Map() };
  }
  const checker = new DocumentChecker();
  visit(document, { Node: (_, node, path) => checker.check(node, path) });
  const { problems, targets, isTooDeep } = checker;
  if (isTooDeep) return { problems, targets };
  const errors = [...document.errors, ...document.warnings].map((error) => ({
    offset: error.pos[0],
    message: describeError(error),
  }));
  return { problems: [...errors, ...problems], targets };
}

/** The message of the parser as a sentence. */
function describeError({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'A file can have only one document.';
  if (code === 'RESOURCE_EXHAUSTION') return tooDeepMessage;
  return /[.?!]$/.test(message) ? message : `${message}.`;
}

class DocumentChecker {
  problems: DocumentProblem[] = [];
  /** Then the parser may have other errors that follow from it. */
  isTooDeep = false;
  readonly targets = new Map<Alias, Node>();
  private readonly anchors = new Map<string, Node>();
  private readonly counts = new Map<Node, number>();
  private aliasedValues = 0;

  check(node: Node, path: readonly (Document | Node | Pair)[]): symbol | undefined {
    if (path.length > maxDepth) {
      this.isTooDeep = true;
      this.problems = [];
      this.report(node, tooDeepMessage);
      return visit.BREAK;
    }
    if (isAlias(node)) return this.checkAlias(node, path);
    if (node.anchor !== undefined) this.anchors.set(node.anchor, node);
    if (node.tag !== undefined && otherTags.test(node.tag))
      this.report(node, `The tag "${node.tag.replace(otherTags, '!!')}" is not supported.`);
    if (isMap(node)) this.checkMap(node);
    if (isScalar(node)) this.checkScalar(node, node.value);
    return undefined;
  }

  private checkAlias(alias: Alias, path: readonly (Document | Node | Pair)[]): symbol | undefined {
    const { source } = alias;
    const target = this.anchors.get(source);
    if (!target || path.includes(target)) {
      const problem = target ? 'is part of its own anchor' : 'has no anchor before it';
      this.report(alias, `The alias "*${source}" ${problem}.`);
      return undefined;
    }
    this.targets.set(alias, target);
    this.aliasedValues += this.countValues(target);
    if (this.aliasedValues <= maxAliasedValues) return undefined;
    this.report(alias, 'The aliases repeat too many values.');
    return visit.BREAK;
  }

  /** Keys that a map has twice, and those that a plain object can't have. */
  private checkMap({ items }: YAMLMap): void {
    const keys = new Set<string>();
    for (const { key, value } of items) {
      if (isMergeKey(key)) {
        this.checkMerge(value);
        continue;
      }
      const name = toKey(key);
      if (!isScalar(key) || key.value === null) this.report(key, 'A key must be a text.');
      else if (name === '__proto__') this.report(key, '"__proto__" is not allowed as a key.');
      else if (typeof key.value !== 'string' && name !== key.source)
        this.report(key, `The key "${key.source}" is read as "${name}". Put it in quotes.`);
      else if (keys.has(name)) this.report(key, `The key "${name}" is not unique.`);
      keys.add(name);
    }
  }

  private checkMerge(value: unknown): void {
    const resolve = (node: unknown) => (isAlias(node) ? this.anchors.get(node.source) : node);
    const source = resolve(value);
    for (const each of isSeq(source) ? source.items : [value]) {
      const target = resolve(each);
      if (target !== undefined && !isMap(target)) this.report(each, '"<<" can only merge maps.');
    }
  }

  private checkScalar(node: Node, value: unknown): void {
    const problem = typeof value === 'string' ? findTextProblem(value) : null;
    if (problem !== null) this.report(node, problem);
  }

  /** The number of values below a node, with those that its aliases refer to. Anchors precede their aliases. */
  private countValues(node: unknown): number {
    if (isAlias(node)) return this.counts.get(this.targets.get(node) ?? node) ?? 0;
    const known = this.counts.get(node as Node);
    if (known !== undefined) return known;
    let children: unknown[] = [];
    if (isMap(node)) children = node.items.map(({ value }) => value);
    if (isSeq(node)) children = node.items;
    const count = children.reduce<number>((sum, child) => sum + this.countValues(child), 1);
    this.counts.set(node as Node, count);
    return count;
  }

  private report(node: unknown, message: string): void {
    this.problems.push({ offset: (node as Node | null)?.range?.[0] ?? 0, message });
  }
}

/** The parser reads `<<` as a symbol. */
export function isMergeKey(key: unknown): boolean {
  return isScalar(key) && typeof key.value === 'symbol';
}

export function toKey(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}
