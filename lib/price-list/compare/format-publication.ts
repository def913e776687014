import { isDeepStrictEqual } from 'node:util';
import type { ScheduleOutcome } from '@/lib/contract/catalog-editions';
import { toSnakeCase } from '@/lib/contract/field-names';
import type { Conversion } from '@/lib/db/convert-amounts';
import type { ScheduledOutcome } from '@/lib/domain/catalog-importer';
import { formatLanguage, listEntries } from '../build/build-texts';
import type {
  WrittenAddOnEffect,
  WrittenAddOnPrice,
  WrittenCell,
  WrittenVersion,
} from '../build/written-catalog';
import { formatDiagnostic } from '../yaml/diagnostics';
import { groupBy, type Kept, type RelationChange, type RowChange, type TextsChange } from './catalog-changes';
import { createMoneyFormatter, formatPrice, type MoneyFormatter } from './format-fees';
import { formatAccounts, formatOutcomes, formatRevenue } from './format-outcomes';
import { formatReport } from './format-report';
import { changesNothing, type Publication } from './publication';
import { formatRename } from './rename-rows';

const changeSigns = { add: '+', change: '~', retire: '-', restore: '^' };

/** Printed names of fields other than their words. Null fields are not printed: the sign or the order of the list shows them. */
const fieldLabels: Record<string, string | null> = {
  active: null,
  position: null,
  userFee: 'fee per user',
  annualUserFee: 'annual fee per user',
  priceText: 'price',
  limitKey: 'limit',
  catalogKey: 'key',
  isDefault: 'default',
  signInUrl: 'sign-in url',
  signUpUrl: 'sign-up url',
  billingUrl: 'billing url',
  homeUrl: 'home url',
  checkoutUrl: 'checkout url',
};

/**
 * Formats an import plan for the terminal: + added, ~ changed, - retired or removed, ^ restored. With `verbose`, every
 * part of the file that is not served is listed.
 */
export function formatPublication(slug: string, publication: Publication, { verbose = false } = {}): string {
  const { stored, catalog, listed: changes, report, accounts } = publication;
  const warnings = formatSection('Warnings', report.placeWarnings().map(formatDiagnostic));
  const conversion = formatSection(
    'Currency',
    publication.conversion ? [formatConversion(publication.conversion)] : [],
  );
  if (changesNothing(publication)) {
    return [...conversion, ...warnings, formatReport(report, verbose), 'No changes.'].join('\n\n');
  }
  const { title } = catalog.app;
  const money = createMoneyFormatter(stored?.app ?? catalog.app, catalog.app);
  const titles = createTitleLookup({ stored, catalog });
  const countAccounts = (key: string) => {
    const version = stored?.versions.find(
      ({ catalogKey, successorKey = catalogKey }: Kept<WrittenVersion>) => successorKey === key,
    );
    return version ? `  (${formatAccounts(accounts.get(version.id) ?? 0)})` : '';
  };
  const versions = changes.versions.flatMap((change) => {
    const { tag, title } = change.after;
    const details =
      change.kind === 'add'
        ? `  ${formatPrice(change.after, money)}`
        : countAccounts(change.after.catalogKey);
    return formatRow(change, `${tag}  ${title}${details}`, money);
  });
  const features = changes.features.flatMap((change) => {
    const { title, humanId } = change.after;
    const loss = `    GET /account/features/${humanId} answers allowed: false on the plans of this list`;
    return [
      ...formatRow(change, `${title}  (${humanId})`, money),
      ...(change.kind === 'retire' ? [loss] : []),
    ];
  });
  const grants = changes.grants.map(
    ({ kind, version, accountId }) =>
      `${kind === 'add' ? '+' : '-'} ${titles.version(version)} for ${accountId}`,
  );
  return [
    ...conversion,
    ...formatSection(`App "${slug}"`, changes.app ? formatRow(changes.app, title, money) : []),
    ...formatSection('Likely renames', formatRenames(publication)),
    ...formatSection('Existing accounts', formatOutcomes(publication, money)),
    ...formatSection(
      'List revenue per month',
      publication.revenue ? formatRevenue(publication.revenue, money) : [],
    ),
    ...formatSection('Versions', versions),
    ...formatSection('Features', features),
    ...formatSection('Feature matrix', formatMatrixChanges(changes.cells, titles, countAccounts)),
    ...formatSection('Add-ons', formatAddOns(changes, titles, money)),
    ...formatSection('Texts', changes.texts.map(formatTexts)),
    ...formatSection('Grants', grants),
    ...formatSection('Scheduled editions', publication.scheduled.flatMap(formatScheduled)),
    ...warnings,
    formatReport(report, verbose),
    formatSummary(changes),
  ].join('\n\n');
}

const formatConversion = ({ currency, from, to }: Conversion) =>
  `Amounts in ${currency} are stored with ${to} digits instead of ${from}. No price changes.`;

/** "~ German: 3 added, 1 changed, 0 removed" */
function formatTexts({ language, before, after }: TextsChange): string {
  const [earlier, texts] = [before && listEntries(before), listEntries(after)];
  const added = [...texts.keys()].filter((key) => !earlier?.has(key)).length;
  const removed = [...(earlier?.keys() ?? [])].filter((key) => !texts.has(key)).length;
  const changed = [...texts].filter(([key, { text }]) => {
    const other = earlier?.get(key)?.text;
    return other !== undefined && !isDeepStrictEqual(other, text);
  }).length;
  const counts = `${added} added, ${changed} changed, ${removed} removed`;
  return `${before ? '~' : '+'} ${formatLanguage(language)}: ${counts}`;
}

/** The lines of the extension, each with what happens without it. */
function formatRenames({ renames, stored, accounts }: Publication): string[] {
  return renames.flatMap((rename) => {
    const version = stored?.versions.find(({ catalogKey }) => catalogKey === rename.from);
    const count = rename.section === 'plans' && version ? (accounts.get(version.id) ?? 0) : 0;
    const effect =
      rename.section === 'plans'
        ? `${rename.title} keeps ${formatAccounts(count)}`
        : `accounts lose ${rename.title}`;
    return [formatRename(rename), `    Without this line in the extension, ${effect}.`];
  });
}

const scheduleOutcomes: Record<ScheduleOutcome, string> = {
  scheduled: 'stays scheduled, and gets the changes of this list',
  confirmation_required: 'does something else for accounts. It is published only if it is confirmed again',
  conflict: 'is not published: both change the same values',
  invalid: 'is not published: its text has problems with this list',
};

function formatScheduled({ edition, outcome, conflicts }: ScheduledOutcome): string[] {
  const { number, publishAt, ends } = edition;
  const ended = ends ? `, which ends edition ${ends.number},` : '';
  return [
    `edition ${number} of ${publishAt?.toISOString()}${ended} ${scheduleOutcomes[outcome]}`,
    ...conflicts.map(({ path, base, live, scheduled }) => {
      const [before, here, there] = [base, live, scheduled].map((value) => value ?? 'none');
      return `    ${path}: ${before} → ${here} here, ${there} in edition ${number}`;
    }),
  ];
}

function formatSummary({ versions, features, cells, addOns, unchanged }: Publication['changes']): string {
  return [
    `Versions: ${formatCounts(versions, unchanged.versions)}`,
    `Features: ${formatCounts(features, unchanged.features)}`,
    `Matrix: ${cells.length} changed, ${unchanged.cells} unchanged.`,
    `Add-ons: ${formatCounts(addOns, unchanged.addOns)}`,
  ].join('\n');
}

function formatCounts(rows: ChangedRow[], unchanged: number): string {
  const reordered = rows.filter(isReorder).length;
  const count = (kind: RowChange<object>['kind']) =>
    rows.filter((row) => row.kind === kind && !isReorder(row)).length;
  return [
    `${count('add')} added`,
    `${count('change')} changed`,
    `${count('retire')} retired`,
    ...(count('restore') > 0 ? [`${count('restore')} restored`] : []),
    ...(reordered > 0 ? [`${reordered} reordered`] : []),
    `${unchanged} unchanged.`,
  ].join(', ');
}

interface ChangedRow {
  kind: RowChange<object>['kind'];
  fields: string[];
}

/** Whether only the position in the list changes. */
function isReorder({ kind, fields }: ChangedRow): boolean {
  return kind === 'change' && fields.every((field) => fieldLabels[field] === null);
}

function formatSection(heading: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [[heading, ...lines.map((line) => `  ${line}`)].join('\n')];
}

function formatRow<T extends object>(change: RowChange<T>, label: string, money: MoneyFormatter): string[] {
  if (isReorder(change)) return [];
  const limit = formatLimitChange(change);
  const fields = change.fields.filter(
    (field) => fieldLabels[field] !== null && !(limit !== null && limitFields.includes(field)),
  );
  return [
    `${changeSigns[change.kind]} ${label}`,
    ...(limit === null ? [] : [`    ${limit}`]),
    ...fields.map((field) => `    ${formatField(change, field, money)}`),
  ];
}

/** The fields that a usage limit gives its row. */
const limitFields = ['limitKey', 'limitType', 'unit', 'period'];

/** What becomes of the amount of a feature that gets a usage limit or loses it. It is null if it keeps its limit. */
function formatLimitChange({
  before,
  after,
  fields,
}: {
  before: object | null;
  after: object;
  fields: readonly string[];
}): string | null {
  if (!fields.includes('limitKey')) return null;
  const [from, to] = [before, after].map(
    (row) => (row as { limitKey?: string | null } | null)?.limitKey ?? null,
  );
  if (to === null)
    return `has no amount any more: the limit "${from}" does not apply to it alone, or is missing`;
  return from === null
    ? `has an amount from now on, that of the limit "${to}"`
    : `has the amount of the limit "${to}" instead of "${from}"`;
}

function formatField<T extends object>(
  { before, after }: RowChange<T>,
  field: keyof T & string,
  money: MoneyFormatter,
): string {
  const isFee = /^(annual)?(user)?fee$/i.test(field);
  const format = (value: unknown, state: 'before' | 'after') => {
    if (isFee && typeof value === 'number') return money(value, state);
    return value === null ? 'none' : JSON.stringify(value);
  };
  const label = fieldLabels[field] ?? toSnakeCase(field).replaceAll('_', ' ');
  return `${label}: ${format(before?.[field], 'before')} → ${format(after[field], 'after')}`;
}

function createTitleLookup({ stored, catalog }: Pick<Publication, 'stored' | 'catalog'>): TitleLookup {
  const byKey = (rows: { catalogKey: string; title: string }[]) =>
    new Map(rows.map(({ catalogKey, title }) => [catalogKey, title]));
  const versions = byKey([...(stored?.versions ?? []), ...catalog.versions]);
  const features = byKey([...(stored?.features ?? []), ...catalog.features]);
  const addOns = byKey([...(stored?.addOns ?? []), ...catalog.addOns]);
  return {
    version: (key) => versions.get(key) ?? key,
    feature: (key) => features.get(key) ?? key,
    addOn: (key) => addOns.get(key) ?? key,
  };
}

/** Titles by `catalogKey`. */
interface TitleLookup {
  version(key: string): string;
  feature(key: string): string;
  addOn(key: string): string;
}

const maxLineWidth = 106;

/** For each version: the added features, the removed ones, then each changed cell. */
function formatMatrixChanges(
  cells: RelationChange<WrittenCell>[],
  titles: TitleLookup,
  countAccounts: (version: string) => string,
): string[] {
  const byVersion = groupBy(cells, ({ before, after }) => (after ?? before)!.version);
  return [...byVersion].flatMap(([version, changes]) => {
    const name = (cell: WrittenCell) => titles.feature(cell.feature);
    const added = changes.flatMap(({ before, after }) =>
      after && !before ? [`${name(after)}${after.value === null ? '' : ` (${after.value})`}`] : [],
    );
    const removed = changes.flatMap(({ before, after }) => (before && !after ? [name(before)] : []));
    const changed = changes.flatMap(({ before, after }) =>
      before && after
        ? [`  ~ ${name(after)}: ${before.value ?? 'included'} → ${after.value ?? 'included'}`]
        : [],
    );
    const heading = `${titles.version(version)}${countAccounts(version)}`;
    return [heading, ...wrapItems('  + ', added), ...wrapItems('  - ', removed), ...changed];
  });
}

/** For each add-on: its row, the versions that it is available for, and what it contains. */
function formatAddOns(
  { addOns, addOnPrices, addOnEffects }: Publication['changes'],
  titles: TitleLookup,
  money: MoneyFormatter,
): string[] {
  const rows = new Map(addOns.map((change) => [change.after.catalogKey, change]));
  const prices = groupBy(addOnPrices, ({ before, after }) => (after ?? before)!.addOn);
  const effects = groupBy(addOnEffects, ({ before, after }) => (after ?? before)!.addOn);
  const keys = new Set([...rows.keys(), ...prices.keys(), ...effects.keys()]);
  return [...keys].flatMap((key) => {
    const change = rows.get(key);
    const label = change ? `${change.after.title}  (${change.after.humanId})` : titles.addOn(key);
    const row = change ? formatRow(change, label, money) : [];
    const details = [
      ...formatAddOnPrices(prices.get(key) ?? [], titles, money),
      ...(effects.get(key) ?? []).flatMap((effect) => formatEffect(effect, titles)),
    ];
    return row.length === 0 && details.length > 0 ? [`~ ${label}`, ...details] : [...row, ...details];
  });
}

/** Versions with the same change are on one line. */
function formatAddOnPrices(
  changes: RelationChange<WrittenAddOnPrice>[],
  titles: TitleLookup,
  money: MoneyFormatter,
): string[] {
  const lines = changes.map(({ before, after }) => ({
    version: titles.version((after ?? before)!.version),
    text: [before, after].map((price) => (price ? formatPrice(price, money) : null)),
  }));
  return [...groupBy(lines, ({ text }) => JSON.stringify(text)).values()].flatMap((group) => {
    const [before, after] = group[0]!.text;
    const versions = group.map(({ version }) => version).join(', ');
    if (after === null) return [`    - for ${versions}`];
    return [`    ${before === null ? `+ ${after}` : `~ ${before} → ${after}`}, for ${versions}`];
  });
}

function formatEffect({ before, after }: RelationChange<WrittenAddOnEffect>, titles: TitleLookup): string[] {
  const format = ({ feature, effect, value, byVersion }: WrittenAddOnEffect) => {
    const title = titles.feature(feature);
    if (byVersion) {
      const amounts = Object.entries(byVersion).map(
        ([key, { value }]) => `${value} for ${titles.version(key)}`,
      );
      return `${title}: ${amounts.join(', ')}`;
    }
    if (effect === 'include') return value === null ? title : `${title} (${value})`;
    return effect === 'add' ? `${title}: ${value} more` : `${title}: ${value}`;
  };
  return [...(before ? [`    - ${format(before)}`] : []), ...(after ? [`    + ${format(after)}`] : [])];
}

function wrapItems(prefix: string, items: string[]): string[] {
  const lines: string[] = [];
  for (const [index, item] of items.entries()) {
    const text = index === items.length - 1 ? item : `${item}; `;
    const last = lines.at(-1);
    if (last !== undefined && last.length + text.length <= maxLineWidth) {
      lines[lines.length - 1] = last + text;
    } else {
      lines.push((last === undefined ? prefix : ' '.repeat(prefix.length)) + text);
    }
  }
  return lines.map((line) => line.trimEnd());
}
