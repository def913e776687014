import { isDeepStrictEqual } from 'node:util';
import { isMap, isNode, isScalar, stringify } from 'yaml';
import type { ScheduleConflict } from '@/lib/contract/catalog-editions';
import { formatKeys, listSections } from '@/lib/contract/price-list-keys';
import type { EditionText } from '@/lib/db/catalog-editions';
import { toKey } from '../yaml/check-document';
import { isRecord, parseYamlDocument, type YamlDocument } from '../yaml/yaml-file';

/** Three values: of the text that a schedule was confirmed for, of the one that is live now, and of the scheduled one. */
interface Sides<T> {
  base: T;
  live: T;
  scheduled: T;
}

type ParsedText = Pick<YamlDocument, 'document' | 'data' | 'keysAt'>;

/** Throws `ImportError` for a text that can't be read: an earlier release accepted it. */
function parseText(text: string): ParsedText {
  const { data, ...parsed } = parseYamlDocument('source', text);
  return { ...parsed, data: data ?? {} };
}

/**
 * Returns a function that merges three texts: the scheduled one gets what differs between `base` and `live`. Maps are
 * merged key by key, other values as a whole. A value that differs in both is a conflict, or with `prefersScheduled` that of
 * the scheduled text. Throws `ImportError` for a text that can't be read. The other two texts are parsed once: several editions
 * are merged with them.
 */
export function createTextMerger() {
  const parsed = new Map<string, ParsedText>();
  const parseOnce = (text: string) => {
    const known = parsed.get(text) ?? parseText(text);
    parsed.set(text, known);
    return known;
  };
  return (
    texts: Sides<EditionText>,
    { prefersScheduled = false } = {},
  ): { text: EditionText; conflicts: ScheduleConflict[] } => {
    const merge = (file: ScheduleConflict['file'], own: Sides<string>) => {
      const [base, live] = [own.base, own.live].map(parseOnce) as [ParsedText, ParsedText];
      const files = { base, live, scheduled: parseText(own.scheduled) };
      return mergeFile(file, own, files, prefersScheduled);
    };
    const source = merge(
      'source',
      mapSides(texts, (text) => text.source),
    );
    const extension = merge(
      'extension',
      mapSides(texts, (text) => text.extension ?? ''),
    );
    return {
      // The list can contain the extension, and then has no other one.
      text: { source: source.text, extension: extension.text === '' ? null : extension.text },
      conflicts: [...source.conflicts, ...extension.conflicts],
    };
  };
}

interface Edit {
  path: string[];
  /** The new value, or undefined if the key is removed. */
  value: unknown;
}

/** The keys of a section in the order of the merged text. */
interface Order {
  section: string;
  keys: string[];
}

/** Keys of a list that change nothing that is served. The scheduled list keeps its own. */
const metadata = new Set(formatKeys.list.metadata.split(' '));

function mergeFile(
  file: ScheduleConflict['file'],
  texts: Sides<string>,
  files: Sides<ParsedText>,
  prefersScheduled: boolean,
) {
  const data = mapSides(files, (each) => each.data);
  const edits: Edit[] = [];
  const conflicts: ScheduleConflict[] = [];
  const addConflict = (path: string[], sides: Sides<unknown>) =>
    conflicts.push({ file, path: path.join('.'), ...mapSides(sides, formatValue) });
  const merge = (path: string[], sides: Sides<unknown>): void => {
    const { base, live, scheduled } = sides;
    if (isDeepStrictEqual(base, live) || isDeepStrictEqual(scheduled, live)) return;
    if (isDeepStrictEqual(base, scheduled)) {
      edits.push({ path, value: live });
    } else if (isRecord(live) && isRecord(scheduled) && (isRecord(base) || base === undefined)) {
      for (const key of new Set([...Object.keys(base ?? {}), ...Object.keys(live)])) {
        if (path.length === 0 && file === 'source' && metadata.has(key)) continue;
        merge([...path, key], { base: base?.[key], live: live[key], scheduled: scheduled[key] });
      }
    } else if (!prefersScheduled) addConflict(path, sides);
  };
  merge([], data);
  const merged = edits.reduce<unknown>(applyEdit, data.scheduled);
  const orders = (file === 'source' ? listSections : []).flatMap((section): Order[] => {
    const rows = isRecord(merged) ? merged[section] : undefined;
    if (!isRecord(rows)) return [];
    const listed = mapSides(files, ({ keysAt }) => keysAt([section]));
    const keys = mergeOrder(listed, new Set(Object.keys(rows)));
    if (keys) return [{ section, keys }];
    if (!prefersScheduled) addConflict([section], listed);
    return [];
  });
  const isMoved = ({ section, keys }: Order, side: keyof typeof files) =>
    !isSameList(files[side].keysAt([section]), keys);
  if (conflicts.length > 0 || (edits.length === 0 && !orders.some((order) => isMoved(order, 'scheduled'))))
    return { text: texts.scheduled, conflicts };
  if (isDeepStrictEqual(merged, data.live) && !orders.some((order) => isMoved(order, 'live')))
    return { text: texts.live, conflicts };
  return { text: writeText(files, { edits, orders, merged }), conflicts };
}

function mapSides<T, R>({ base, live, scheduled }: Sides<T>, map: (side: T) => R): Sides<R> {
  return { base: map(base), live: map(live), scheduled: map(scheduled) };
}

/** Returns a copy of `data`. */
function applyEdit(data: unknown, { path: [key, ...rest], value }: Edit): unknown {
  if (key === undefined) return value;
  const { [key]: present, ...others } = data as Record<string, unknown>;
  const next = rest.length === 0 ? value : applyEdit(present, { path: rest, value });
  // The key keeps its place.
  if (next !== undefined) return { ...(data as Record<string, unknown>), [key]: next };
  return others;
}

/**
 * The order of `keys`: that of the side that has changed it. Keys that only the other side has follow their predecessor
 * there. It is null if both have.
 */
function mergeOrder({ base, live, scheduled }: Sides<string[]>, keys: ReadonlySet<string>): string[] | null {
  const sides = mapSides({ base, live, scheduled }, (side) => new Set(side));
  const isCommon = (key: string) => sides.base.has(key) && sides.live.has(key) && sides.scheduled.has(key);
  const order = mapSides(sides, (side) => [...side].filter(isCommon).join('\n'));
  const isOwn = order.base === order.live || order.scheduled === order.live;
  if (!isOwn && order.base !== order.scheduled) return null;
  const [leading, other] = isOwn ? [scheduled, live] : [live, scheduled];
  const merged = leading.filter((key) => keys.has(key));
  for (const [index, key] of other.entries()) {
    if (!keys.has(key) || merged.includes(key)) continue;
    const previous = other.slice(0, index).findLast((each) => merged.includes(each));
    merged.splice(previous === undefined ? 0 : merged.indexOf(previous) + 1, 0, key);
  }
  return merged;
}

interface MergedText {
  edits: Edit[];
  orders: Order[];
  merged: unknown;
}

/** The scheduled text with the edits, with the comments and anchors of both texts if possible. */
function writeText(
  { scheduled: { document }, live }: Sides<ParsedText>,
  { edits, orders, merged }: MergedText,
): string {
  try {
    for (const { path, value } of edits) {
      const [present, next] = [document, live.document].map((each) => each.getIn(path, true));
      if (value === undefined) document.deleteIn(path);
      else {
        const node = isNode(next) ? next.clone() : next;
        if (isScalar(present) && isScalar(node)) node.comment = present.comment ?? null;
        document.setIn(path, node);
      }
    }
    for (const { section, keys } of orders) sortItems(document.get(section), keys);
    if (isDeepStrictEqual(document.toJS() ?? {}, merged)) return document.toString({ lineWidth: 0 });
  } catch {
    // An alias, a merge key or an anchor of one of the texts leads elsewhere in the other one.
  }
  return stringify(merged, { lineWidth: 0, aliasDuplicateObjects: false });
}

function sortItems(map: unknown, keys: string[]): void {
  if (!isMap(map)) return;
  const places = new Map(keys.map((key, index) => [key, index]));
  map.items.sort((a, b) => (places.get(toKey(a.key)) ?? 0) - (places.get(toKey(b.key)) ?? 0));
}

const isSameList = (a: string[], b: string[]) => a.join('\n') === b.join('\n');

const maxValueLength = 200;

/** A value as JSON, which is cut if it is long, or null if there is none. */
function formatValue(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}
