import { createMatcher } from '@/components/feature-search/create-matcher';
import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import type { FeatureChange, FeatureRef } from '@/lib/contract/fields';
import type { CatalogChange, HistoryEntry } from '@/lib/contract/history';

/** What happened to a feature, a limit or an add-on. */
export interface SubjectEvent {
  at: number;
  kind: 'gained' | 'lost' | 'changed';
  /** Whether a plan, or an add-on, was the cause. */
  source: 'plan' | 'addOn';
  /** Title of the plan or the add-on. */
  subject: string;
  /** Name of the person. It is empty for a former user, and null for the provider. */
  by: string | null;
  /** Both contents, if the kind is `changed`. */
  change: FeatureChange | null;
}

/** A feature, a limit or an add-on that the account has or had. */
export interface FoundSubject {
  id: string;
  title: string;
  isAddOn: boolean;
  /** Whether the account has it. */
  isOn: boolean;
  /** Since when, and why. */
  since: SubjectEvent;
  /** The newest comes first. */
  events: SubjectEvent[];
}

type Changes = Pick<CatalogChange, 'gained' | 'lost' | 'raised' | 'lowered' | 'changed'>;

/** A switch, or a change of a plan or an add-on by the provider. */
type Row = Pick<SubjectEvent, 'at' | 'source' | 'subject' | 'by'> & { changes: Changes };

interface IndexedFeature {
  /** The newest comes first. */
  titles: string[];
  /** Newest first: three times the number of the row, plus that of the kind. Objects of a long history would be too many. */
  places: number[];
  /** When add-ons with it were turned on and off. */
  toggles: SubjectEvent[];
}

const kinds = ['gained', 'changed', 'lost'] as const;

/** What `searchHistory` searches. */
export interface HistoryIndex {
  rows: Row[];
  features: Map<string, IndexedFeature>;
  /** Add-ons by ID. */
  addOns: Map<string, { titles: string[]; toggles: SubjectEvent[] }>;
}

/** Entries are newest first. */
export function indexHistory(
  entries: readonly HistoryEntry[],
  addOnEntries: readonly AddOnHistoryEntry[],
): HistoryIndex {
  const toRows = (changes: CatalogChange[], source: Row['source'], subject: string): Row[] =>
    changes
      .map((change) => ({ changes: change, at: change.changed_at, source, subject, by: null }))
      .toReversed();
  const rows = [
    ...entries.flatMap((entry): Row[] => {
      const { title: subject, activated: at, actor, kind } = entry;
      const by = kind === 'publication' ? null : actor.name;
      return [
        ...toRows(entry.catalog_changes, 'plan', subject),
        { changes: entry, at, source: 'plan', subject, by },
      ];
    }),
    ...addOnEntries.flatMap(({ title, catalog_changes: changes }) => toRows(changes, 'addOn', title)),
  ];
  const features: HistoryIndex['features'] = new Map();
  const getFeature = ({ id, title }: Pick<FeatureRef, 'id' | 'title'>): IndexedFeature => {
    let feature = features.get(id);
    if (!feature) {
      feature = { titles: [], places: [], toggles: [] };
      features.set(id, feature);
    }
    if (!feature.titles.includes(title)) feature.titles.push(title);
    return feature;
  };
  for (const [index, { changes }] of rows.entries()) {
    const { gained, raised, lowered, changed, lost } = changes;
    for (const feature of gained) getFeature(feature).places.push(3 * index);
    for (const list of [raised, lowered, changed])
      for (const feature of list) getFeature(feature).places.push(3 * index + 1);
    for (const feature of lost) getFeature(feature).places.push(3 * index + 2);
  }
  const addOns: HistoryIndex['addOns'] = new Map();
  for (const { id, title } of addOnEntries) {
    const known = addOns.get(id);
    if (!known) addOns.set(id, { titles: [title], toggles: [] });
    else if (!known.titles.includes(title)) known.titles.push(title);
  }
  for (const { entry, event } of listToggles(addOnEntries)) {
    addOns.get(entry.id)?.toggles.push(event);
    for (const feature of entry.features) getFeature(feature).toggles.push(event);
  }
  return { rows, features, addOns };
}

/** What a query finds, best first: at most `limit` subjects, and how many there are. */
export function searchHistory(
  { rows, features, addOns }: HistoryIndex,
  query: string,
  limit: number,
): { subjects: FoundSubject[]; count: number } {
  const rankMatch = createMatcher(query);
  if (!rankMatch) return { subjects: [], count: 0 };
  const found = [
    ...[...features].map(([id, { titles, ...feature }]) => ({ id, titles, isAddOn: false, ...feature })),
    ...[...addOns].map(([id, { titles, toggles }]) => ({ id, titles, isAddOn: true, places: [], toggles })),
  ].flatMap((subject) => {
    const [title = '', ...keywords] = subject.titles;
    const rank = rankMatch({ title, keywords, description: '' });
    return rank > 0 ? [{ ...subject, title, rank }] : [];
  });
  const subjects = found
    .toSorted((a, b) => b.rank - a.rank || a.title.length - b.title.length)
    .slice(0, limit)
    .flatMap(({ id, title, isAddOn, places, toggles }): FoundSubject[] => {
      const events = [...places.map((place) => toEvent(rows, place, id)), ...toggles].sort(
        (a, b) => b.at - a.at,
      );
      const state = findState(events);
      return state ? [{ id, title, isAddOn, events, ...state }] : [];
    });
  return { subjects, count: found.length };
}

function toEvent(rows: Row[], place: number, id: string): SubjectEvent {
  const { changes, ...cause } = rows[Math.floor(place / 3)]!;
  const kind = kinds[place % 3]!;
  const { raised, lowered, changed } = changes;
  const change =
    kind === 'changed' ? [...raised, ...lowered, ...changed].find((each) => each.id === id) : null;
  return { ...cause, kind, change: change ?? null };
}

/** When add-ons were turned on and off, newest first. Other entries of an add-on change its quantity or price. */
function listToggles(addOnEntries: readonly AddOnHistoryEntry[]) {
  return addOnEntries.flatMap((entry, index) => {
    const { id, status, title: subject, timestamp: at, by, cause } = entry;
    const before = addOnEntries.slice(index + 1).find((each) => each.id === id);
    if ((before?.status ?? 'inactive') === status) return [];
    const event: SubjectEvent = {
      ...{ at, subject, source: 'addOn', change: null },
      kind: status === 'active' ? 'gained' : 'lost',
      by: cause === 'publication' ? null : by,
    };
    return [{ entry, event }];
  });
}

/**
 * Whether there is a plan or an add-on with it, and since when without interruption: what replaces something at the same time was
 * gained before the other was lost. It is null without events.
 */
function findState(events: SubjectEvent[]): Pick<FoundSubject, 'isOn' | 'since'> | null {
  const sources = new Set<string>();
  let since: SubjectEvent | null = null;
  const oldestFirst = events
    .toReversed()
    .sort((a, b) => a.at - b.at || Number(a.kind === 'lost') - Number(b.kind === 'lost'));
  for (const event of oldestFirst) {
    const source = event.source === 'plan' ? 'plan' : event.subject;
    const was = sources.size > 0;
    if (event.kind === 'gained') sources.add(source);
    if (event.kind === 'lost') sources.delete(source);
    if (was !== sources.size > 0) since = event;
  }
  return since && { isOn: sources.size > 0, since };
}
