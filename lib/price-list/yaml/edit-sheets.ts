import { isMap, type YAMLMap } from 'yaml';
import type { ListSection } from '@/lib/contract/price-list-keys';
import { parseCell } from './cell-text';
import { createTextChanges } from './edit-texts';
import {
  changeYaml,
  copyKey,
  moveKey,
  putChange,
  renameKey,
  UnsupportedYamlError,
  type YamlChange,
  type YamlChanges,
} from './edit-yaml';
import { slugify, toSentenceCase, toTitleCase } from './humanize';
import {
  getSettingPath,
  type ParsedPriceList,
  type PriceListText,
  parsePriceListText,
  type SettingPart,
  type SheetName,
} from './sheets';
import { parseTextId } from './texts';
import { getValue, type YamlFile } from './yaml-file';

/** The new text of a cell. Empty removes its value. */
export interface CellEdit {
  row: string;
  column: string;
  kind: Parameters<typeof parseCell>[0];
  text: string;
}

/** An edit of the table. */
export type SheetEdit =
  | { type: 'cells'; sheet: SheetName; cells: CellEdit[] }
  /** `name` is a title, from which the key follows. */
  | { type: 'add'; section: ListSection; name: string; after: string | null }
  | { type: 'copy' | 'remove'; section: ListSection; key: string }
  /** Adds a language of texts, or removes it with its texts. */
  | { type: 'language'; tag: string; isRemoved: boolean }
  /** `before` is a key. Null for the end. */
  | { type: 'move'; section: ListSection; key: string; before: string | null };

/** Writes an edit into the text. Throws `UnsupportedYamlError`. */
export function editPriceList(list: ParsedPriceList, edit: SheetEdit): PriceListText {
  if (edit.type === 'cells' && edit.sheet === 'texts') return editTexts(list, edit.cells);
  if (edit.type === 'cells') return editCells(list, edit.sheet, edit.cells);
  if (edit.type === 'language') {
    const changes = new Changes(list);
    changes.set('extension', ['texts', edit.tag], edit.isRemoved ? undefined : null);
    return changes.apply();
  }
  if (edit.type === 'add') return addEntry(list, edit);
  if (edit.type === 'remove') return removeEntry(list, edit.section, edit.key);
  const { section, key } = edit;
  const map = getMap(list.source, [section]);
  const { source } = list.text;
  const changed =
    edit.type === 'move'
      ? moveKey(source, map, key, edit.before)
      : copyKey(source, map, key, createKey(list, section, key));
  const copied = { ...list.text, source: changed };
  return edit.type === 'move' ? copied : copySettings(parsePriceListText(copied), list, section, key);
}

type Path = string[];

/** Changes of both files, by path. */
class Changes {
  private readonly source: YamlChanges = new Map();
  private readonly extension: YamlChanges = new Map();

  constructor(private readonly list: ParsedPriceList) {}

  put(part: SettingPart, path: Path, change: YamlChange): void {
    const { path: root, isSource } = this.list.extension;
    if (part === 'list') putChange(this.source, path, change);
    else putChange(isSource ? this.source : this.extension, [...root, ...path], change);
  }

  /** Sets a value, or removes it for undefined. */
  set(part: SettingPart, path: Path, value: unknown): void {
    this.put(part, path, value === undefined ? { remove: true } : { set: value });
  }

  apply(): PriceListText {
    const { text, source, extension } = this.list;
    const changed = changeYaml(text.source, source.root, this.source);
    if (this.extension.size === 0) return { ...text, source: changed };
    const changedExtension = changeYaml(text.extension ?? '', extension.file.root, this.extension);
    return { source: changed, extension: changedExtension.trim() === '' ? null : changedExtension };
  }
}

/** A row or column: the part of the list or a section, and a key in it. */
function parseItem(id: string): [part: string, key: string] {
  const dot = id.indexOf('.');
  return dot === -1 ? [id, ''] : [id.slice(0, dot), id.slice(dot + 1)];
}

function editCells(list: ParsedPriceList, sheet: SheetName, cells: CellEdit[]): PriceListText {
  const renamed = cells.filter(({ row, column }) => row === 'key' || column === 'key');
  const changes = new Changes(list);
  for (const cell of cells) if (!renamed.includes(cell)) editCell(list, changes, sheet, cell);
  let text = changes.apply();
  for (const { row, column, text: name } of renamed) {
    const [section, key] = parseItem(row === 'key' ? column : row);
    const next = name.trim();
    if (next !== '' && next !== key)
      text = renameEntry(parsePriceListText(text), section as ListSection, key, next);
  }
  return text;
}

/** A language stays without its last text. */
function editTexts(list: ParsedPriceList, cells: CellEdit[]): PriceListText {
  const changes = new Changes(list);
  const { file, path } = list.extension;
  for (const language of new Set(cells.map(({ column }) => column))) {
    const at = [...path, 'texts', language];
    const own = cells.filter(({ column }) => column === language);
    const edits = own.map(({ row, text }) => ({ path: parseTextId(row), text }));
    const below = createTextChanges(getValue(file, at), edits);
    changes.put('extension', ['texts', language], below ?? { set: null });
  }
  return changes.apply();
}

function editCell(list: ParsedPriceList, changes: Changes, sheet: SheetName, cell: CellEdit): void {
  const [rowPart, rowKey] = parseItem(cell.row);
  const [columnPart, columnKey] = parseItem(cell.column);
  const isEntryRow = sheet === 'features';
  const [section, key] = isEntryRow ? [rowPart, rowKey] : [columnPart, columnKey];
  const [part, name] = isEntryRow ? [columnPart, columnKey] : [rowPart, rowKey];
  const { kind, text } = cell;
  if (part === 'list' || part === 'extension') {
    const path = getSettingPath(part, sheet === 'app' ? 'app' : (section as ListSection), key, name);
    changes.set(part, path, parseCell(kind, text));
  } else if (part === 'addOns') {
    const isAvailable = parseCell('flag', text) ?? true;
    if (typeof isAvailable !== 'boolean') throw new UnsupportedYamlError('Expected yes or no.');
    editAvailability(list, changes, name, key, isAvailable);
  } else {
    editContent(list, changes, [section, key], part, name, cell);
  }
}

/** The value of a feature or limit. "+10" is by how much an add-on raises a limit. */
function editContent(
  list: ParsedPriceList,
  changes: Changes,
  owner: Path,
  part: string,
  key: string,
  cell: CellEdit,
): void {
  const added = [...owner, 'usageLimitsExtensions', key];
  const own = [...owner, part, key];
  const isAdded = owner[0] === 'addOns' && part === 'usageLimits' && cell.text.trim().startsWith('+');
  const value = parseCell(cell.kind, isAdded ? cell.text.trim().slice(1) : cell.text);
  for (const [path, isSet] of [
    [own, !isAdded],
    [added, isAdded],
  ] as const) {
    if (isSet && value !== undefined) changes.set('list', [...path, 'value'], value);
    // The value of a merged map is not its own, so the default is written.
    else if (getValue(list.source, path) !== undefined) changes.set('list', path, undefined);
  }
}

function editAvailability(
  list: ParsedPriceList,
  changes: Changes,
  addOn: string,
  plan: string,
  isAvailable: boolean,
): void {
  const plans = list.source.keysAt(['plans']);
  const path = ['addOns', addOn, 'availableFor'];
  const known = getValue(list.source, path);
  const before = Array.isArray(known) ? known.map(String) : plans;
  const after = isAvailable
    ? plans.filter((key) => key === plan || before.includes(key))
    : before.filter((key) => key !== plan);
  if (after.length !== before.length) changes.set('list', path, after);
}

function addEntry(list: ParsedPriceList, edit: Extract<SheetEdit, { type: 'add' }>): PriceListText {
  const { section, name, after } = edit;
  const key = createKey(list, section, name);
  const changes = new Changes(list);
  const inSection = (of: string | null) => (of === null ? undefined : getValue(list.source, [section, of]));
  const neighbor = inSection(after) as Record<string, unknown> | undefined;
  changes.put('list', [section, key], {
    set: createValue(section, neighbor),
    ...(after !== null && { after }),
  });
  const derive = section === 'plans' || section === 'addOns' ? toTitleCase : toSentenceCase;
  if (derive(key) !== name.trim()) changes.set('extension', [section, key, 'title'], name.trim());
  return changes.apply();
}

/** What a new entry has. Its price is still to be decided, which the check says. */
function createValue(
  section: ListSection,
  neighbor: Record<string, unknown> | undefined,
): Record<string, unknown> {
  const pick = (...names: string[]) =>
    Object.fromEntries(names.flatMap((name) => (neighbor?.[name] == null ? [] : [[name, neighbor[name]]])));
  if (section === 'plans') return { price: null, ...pick('unit') };
  if (section === 'addOns') return { price: null, ...pick('unit', 'availableFor') };
  if (section === 'usageLimits') return { valueType: 'NUMERIC', defaultValue: 0 };
  return { valueType: 'BOOLEAN', defaultValue: false, type: 'DOMAIN', ...pick('type', 'tag') };
}

/** A key that the section does not have: `TEAM_PLUS` for plans, `teamPlus` for others. */
function createKey(list: ParsedPriceList, section: ListSection, name: string): string {
  const words = slugify(name).split('-');
  const [first = '', ...others] = words;
  const base =
    section === 'plans'
      ? words.join('_').toUpperCase()
      : first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const known = new Set(list.source.keysAt([section]));
  const isKnown = (key: string) => key === '' || known.has(key);
  if (!isKnown(base)) return base;
  const start = base || name.trim() || section;
  if (!isKnown(start)) return start;
  let number = 2;
  while (isKnown(`${start}${section === 'plans' ? '_' : ''}${number}`)) number += 1;
  return `${start}${section === 'plans' ? '_' : ''}${number}`;
}

/** Settings of the extension that one entry has, or that say what only the original is. */
const ownSettings = ['tag', 'title', 'human_id', 'renamed_from', 'default', 'recommended'];

/** A copy has the settings and the texts that two entries can have, and is named where the original is. */
function copySettings(
  copied: ParsedPriceList,
  list: ParsedPriceList,
  section: ListSection,
  key: string,
): PriceListText {
  const known = new Set(list.source.keysAt([section]));
  const copy = copied.source.keysAt([section]).find((each) => !known.has(each));
  if (copy === undefined) return copied.text;
  const { file, path } = list.extension;
  const { lists, values, policy, trials, texts } = findReferences(list, section, key);
  const changes = new Changes(copied);
  const copyFields = (to: Path, fields: unknown, isCopied: (name: string) => boolean) => {
    if (typeof fields !== 'object' || fields === null) return;
    for (const [name, value] of Object.entries(fields)) {
      if (isCopied(name)) changes.set('extension', [...to, name], value);
    }
  };
  const inExtension = (at: Path) => getValue(file, [...path, ...at]);
  copyFields([section, copy], inExtension([section, key]), (name) => !ownSettings.includes(name));
  for (const at of texts) copyFields([...at.slice(0, -1), copy], inExtension(at), (name) => name !== 'title');
  if (policy) changes.set('extension', [...policy.slice(0, -1), copy], inExtension(policy));
  // A trial that goes on as its own plan.
  if (trials.some(([, plan]) => plan === key)) {
    const trial = Object.entries(inExtension([section, key, 'trial']) as object);
    const own = trial.map(([name, value]) => [name, name === 'then' ? copy : value]);
    changes.set('extension', [section, copy, 'trial'], Object.fromEntries(own));
  }
  for (const { path: at, values: named } of lists) {
    // What requires the original does not require its copy.
    if (at.at(-1) === 'dependsOn') continue;
    const both = named.flatMap((each) => (each === key ? [key, copy] : [each]));
    changes.set('list', at, both);
  }
  for (const at of values) changes.set('list', [...at.slice(0, -1), copy], getValue(list.source, at));
  return changes.apply();
}

/** Where the list and the extension name the entries of a section. */
function findReferences({ source, extension }: ParsedPriceList, section: ListSection, key: string) {
  const lists: Path[] = [];
  const maps: Path[] = [];
  const inAll = (owner: ListSection, ...names: string[]) =>
    source.keysAt([owner]).flatMap((each) => names.map((name) => [owner, each, name]));
  if (section === 'plans') lists.push(...inAll('addOns', 'availableFor'));
  if (section === 'addOns') lists.push(...inAll('addOns', 'dependsOn', 'excludes'));
  if (section === 'features') {
    lists.push(...inAll('usageLimits', 'linkedFeatures'));
    maps.push(...inAll('plans', 'features'), ...inAll('addOns', 'features'));
  }
  if (section === 'usageLimits') {
    maps.push(...inAll('plans', 'usageLimits'), ...inAll('addOns', 'usageLimits', 'usageLimitsExtensions'));
  }
  const inList = (path: Path) => {
    const values = getValue(source, path);
    return Array.isArray(values) && values.includes(key) ? [{ path, values: values.map(String) }] : [];
  };
  const usersLimit = [...extension.path, 'app', 'users_limit'];
  const policy = section === 'plans' ? getSettingPath('extension', section, key, 'switching') : null;
  const isPolicy = policy !== null && getValue(extension.file, [...extension.path, ...policy]) !== undefined;
  return {
    /** The path in the extension of what it says beside the entry's own settings, or null if it says nothing. */
    policy: isPolicy ? policy : null,
    /** Paths in the extension of the plans that follow a trial. */
    trials: section === 'plans' ? findTrials(extension, key) : [],
    /** Paths in the extension of its texts in other languages. */
    texts: extension.file
      .keysAt([...extension.path, 'texts'])
      .map((language) => ['texts', language, section, key])
      .filter((path) => getValue(extension.file, [...extension.path, ...path]) !== undefined),
    lists: lists.flatMap(inList),
    /** Paths of the entries' values. */
    values: maps.map((path) => [...path, key]).filter((path) => getValue(source, path) !== undefined),
    isUsersLimit: section === 'usageLimits' && getValue(extension.file, usersLimit) === key,
  };
}

function findTrials({ file, path }: ParsedPriceList['extension'], key: string): Path[] {
  const paths = file.keysAt([...path, 'plans']).map((plan) => ['plans', plan, 'trial', 'then']);
  return paths.filter((then) => getValue(file, [...path, ...then]) === key);
}

function removeEntry(list: ParsedPriceList, section: ListSection, key: string): PriceListText {
  const { lists, values, policy, texts, isUsersLimit } = findReferences(list, section, key);
  const changes = new Changes(list);
  changes.set('list', [section, key], undefined);
  for (const each of policy ? [policy, ...texts] : texts) changes.set('extension', each, undefined);
  const { file, path } = list.extension;
  if (getValue(file, [...path, section, key]) !== undefined)
    changes.set('extension', [section, key], undefined);
  for (const { path: at, values: named } of lists) {
    const others = named.filter((each) => each !== key);
    changes.set('list', at, others);
  }
  for (const each of values) changes.set('list', each, undefined);
  if (isUsersLimit) changes.set('extension', ['app', 'users_limit'], undefined);
  return changes.apply();
}

/** Renames an entry wherever it is named. `renamed_from` says that it is the same one, so that accounts keep it. */
function renameEntry(list: ParsedPriceList, section: ListSection, key: string, name: string): PriceListText {
  if (list.source.keysAt([section]).includes(name))
    throw new UnsupportedYamlError(`The list already has "${name}".`);
  const { lists, values, policy, trials, texts, isUsersLimit } = findReferences(list, section, key);
  const settings = [...list.extension.path, section, key];
  const hasSettings = getValue(list.extension.file, settings) !== undefined;
  let current = list;
  const renameIn = (isSource: boolean, path: Path) => {
    const file = isSource ? current.source : current.extension.file;
    const map = getMap(file, path.slice(0, -1));
    if (!map.items.some(({ key: node }) => String(node) === key)) return;
    const text = renameKey(file.text ?? '', map, key, name);
    current = parsePriceListText({ ...current.text, ...(isSource ? { source: text } : { extension: text }) });
  };
  renameIn(true, [section, key]);
  for (const path of values) renameIn(true, path);
  if (hasSettings) renameIn(list.extension.isSource, settings);
  for (const each of policy ? [policy, ...texts] : texts)
    renameIn(list.extension.isSource, [...list.extension.path, ...each]);
  const changes = new Changes(current);
  for (const { path, values: known } of lists) {
    changes.set(
      'list',
      path.map((each, index) => (index === 1 && path[0] === section && each === key ? name : each)),
      known.map((value) => (value === key ? name : value)),
    );
  }
  for (const [plans, plan, ...then] of trials) {
    changes.set('extension', [plans!, plan === key ? name : plan!, ...then], name);
  }
  if (isUsersLimit) changes.set('extension', ['app', 'users_limit'], name);
  const from = getValue(list.extension.file, [...settings, 'renamed_from']) ?? key;
  changes.set('extension', [section, name, 'renamed_from'], from === name ? undefined : from);
  return changes.apply();
}

/** The map at a path. Throws `UnsupportedYamlError` for one that another place of the text has. */
function getMap({ root }: YamlFile, path: Path): YAMLMap {
  let node: unknown = root;
  for (const key of path) node = isMap(node) ? node.get(key, true) : undefined;
  if (!isMap(node)) throw new UnsupportedYamlError(`The text has no map at ${path.join('.')}.`);
  return node;
}
