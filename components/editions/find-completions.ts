import {
  extensionKeys,
  formatKeys,
  type ListSection,
  listSections,
  trialKeys,
} from '@/lib/contract/price-list-keys';
import { toSentenceCase, toTitleCase } from '@/lib/price-list/yaml/humanize';

export type TextKind = 'source' | 'extension';

interface Line {
  indent: number;
  key: string | null;
}

function parseLine(text: string): Line | null {
  const [, spaces = '', rest = ''] = /^( *)(.*)$/.exec(text) ?? [];
  if (rest === '' || rest.startsWith('#')) return null;
  const key = /^(?:"([^"]+)"|'([^']+)'|([^\s:#{[-][^:#]*?))\s*:(?:\s|$)/.exec(rest);
  return { indent: spaces.length, key: key?.[1] ?? key?.[2] ?? key?.[3] ?? null };
}

/** The keys above a line with this indent, from the root: `['plans', 'TEAM', 'features']`. */
function findPath(lines: readonly string[], indent: number): string[] {
  const path: string[] = [];
  let below = indent;
  for (let index = lines.length - 1; index >= 0 && below > 0; index -= 1) {
    const line = parseLine(lines[index] ?? '');
    if (!line || line.indent >= below) continue;
    if (line.key !== null) path.unshift(line.key);
    below = line.indent;
  }
  return path;
}

/** The names below a key at the root: of features, limits, plans or add-ons. */
function listNames(text: string, section: string): string[] {
  const lines = text.split('\n').flatMap((line) => parseLine(line) ?? []);
  const start = lines.findIndex(({ indent, key }) => indent === 0 && key === section);
  const first = lines[start + 1];
  if (start === -1 || !first || first.indent === 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex(({ indent }) => indent === 0);
  return rest
    .slice(0, end === -1 ? undefined : end)
    .flatMap(({ indent, key }) => (indent === first.indent && key !== null ? key : []));
}

export interface Heading {
  key: string;
  /** The key at the root that it is below. It is null for a key at the root. */
  section: string | null;
  /** Line number, from 1. */
  line: number;
}

/** The keys at the root of a text, and those below them. */
export function listHeadings(text: string): Heading[] {
  let indent: number | null = null;
  let section: string | null = null;
  return text.split('\n').flatMap((source, index) => {
    const line = parseLine(source);
    if (!line || line.key === null) return [];
    const { key } = line;
    if (line.indent === 0) {
      indent = null;
      section = key;
      return [{ key, section: null, line: index + 1 }];
    }
    indent ??= line.indent;
    return line.indent === indent ? [{ key, section, line: index + 1 }] : [];
  });
}

/** The plan, add-on, feature or limit with one of the titles in the preview. */
export function findTitled(text: string, titles: string[]): Heading | undefined {
  const headings = listHeadings(text).filter(({ section }) => isSection(section ?? undefined));
  const derive = (key: string) => [toTitleCase(key), toSentenceCase(key)];
  for (const title of titles) {
    const found = headings.find(({ key }) => derive(key).includes(title));
    if (found) return found;
  }
  return undefined;
}

const isSection = (name: string | undefined): name is ListSection =>
  (listSections as readonly (string | undefined)[]).includes(name);

interface CompletionInput {
  kind: TextKind;
  /** The lines above the one with the cursor. */
  before: readonly string[];
  /** The text of that line before the cursor. */
  line: string;
  /** The whole price list, which has the names. */
  source: string;
}

/** What can stand as a key at the cursor. It is null if no key can: in a value, a list or a comment. */
export function findCompletions({ kind, before, line, source }: CompletionInput): string[] | null {
  const [, spaces, typed] = /^( *)([\w-]*)$/.exec(line) ?? [];
  if (spaces === undefined || typed === undefined) return null;
  const inList = findPath(before, spaces.length);
  // The list can contain the extension.
  const isExtension = kind === 'extension' || (inList[0] === 'custom' && inList[1] === 'app_versions');
  if (!isExtension) return listFormatKeys(inList, source);
  return listExtensionKeys(kind === 'source' ? inList.slice(2) : inList, source);
}

function listFormatKeys([section, name, part, ...deeper]: string[], source: string): string[] {
  if (section === undefined) return formatKeys.list.served.split(' ');
  if (section === 'custom' && name === undefined) return ['app_versions'];
  if (!isSection(section) || name === undefined) return [];
  if (part === undefined) return formatKeys[section].served.split(' ');
  if (deeper.length > 0) return deeper.length === 1 ? ['value'] : [];
  if (part === 'features') return listNames(source, 'features');
  return part === 'usageLimits' || part === 'usageLimitsExtensions' ? listNames(source, 'usageLimits') : [];
}

function listExtensionKeys([section, name, part]: string[], source: string): string[] {
  if (section === undefined) return extensionKeys.list.split(' ');
  if (section === 'app') return name === undefined ? extensionKeys.app.split(' ') : [];
  if (section === 'plans' && part === 'trial') return trialKeys;
  if (!isSection(section) || part !== undefined) return [];
  return name === undefined ? listNames(source, section) : extensionKeys[section].split(' ');
}
