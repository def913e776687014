import type { ImportedCell } from '@/lib/catalog-import/build/imported-catalog';
import { getCurrencyDecimals } from '@/lib/catalog-import/build/price-resolver';
import type { ImportPlan } from '@/lib/catalog-import/import-catalog';
import { type CellChange, isUnchanged, type RowChange } from './catalog-changes';

const changeSigns = { add: '+', change: '~', retire: '-', restore: '^' };

/** Printed names of fields. Null fields are not printed: the sign or the order of the list shows them. */
const fieldLabels: Record<string, string | null> = {
  active: null,
  position: null,
  userFee: 'fee per user',
  moreInfo: 'more info',
  isDefault: 'default',
  humanId: 'human id',
  billingPeriod: 'billing period',
  contactUrl: 'contact url',
  frameOrigins: 'frame origins',
  entryBlocker: 'entry blocker',
  exitBlocker: 'exit blocker',
};

/** Formats an import plan for the terminal: + added, ~ changed, - retired or removed, ^ restored. */
export function formatPlan(slug: string, { stored, catalog, changes, warnings }: ImportPlan): string {
  if (isUnchanged(changes)) return 'No changes.';
  const { currency, title } = catalog.app;
  const money: MoneyFormatter = (minor, state) => {
    const code = state === 'before' ? (stored?.app.currency ?? currency) : currency;
    const decimals = getCurrencyDecimals(code);
    return minor === null ? 'none' : `${(minor / 10 ** decimals).toFixed(decimals)} ${code}`;
  };
  const titles = createTitleLookup({ stored, catalog });
  const versions = changes.versions.flatMap((change) => {
    const { tag, title } = change.after;
    const label =
      change.kind === 'add' ? `${tag}  ${title}  ${formatFees(change.after, money)}` : `${tag}  ${title}`;
    return formatRow(change, label, money);
  });
  const features = changes.features.flatMap((change) =>
    formatRow(change, `${change.after.title}  (${change.after.humanId})`, money),
  );
  const grants = changes.grants.map(
    ({ kind, version, accountId }) =>
      `${kind === 'add' ? '+' : '-'} ${titles.version(version)} for ${accountId}`,
  );
  return [
    ...formatSection(`App "${slug}"`, changes.app ? formatRow(changes.app, title, money) : []),
    ...formatSection('Versions', versions),
    ...formatSection('Features', features),
    ...formatSection('Feature matrix', formatMatrixChanges(changes.cells, titles, money)),
    ...formatSection('Grants', grants),
    ...formatSection('Rounded prices', warnings),
    formatSummary(changes),
  ].join('\n\n');
}

function formatSummary({ versions, features, cells, unchanged }: ImportPlan['changes']): string {
  return [
    `Versions: ${formatCounts(versions, unchanged.versions)}`,
    `Features: ${formatCounts(features, unchanged.features)}`,
    `Matrix: ${cells.length} changed, ${unchanged.cells} unchanged.`,
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
  const fields = change.fields.filter((field) => fieldLabels[field] !== null);
  return [
    `${changeSigns[change.kind]} ${label}`,
    ...fields.map((field) => `    ${formatField(change, field, money)}`),
  ];
}

function formatField<T extends object>(
  { before, after }: RowChange<T>,
  field: keyof T & string,
  money: MoneyFormatter,
): string {
  const isFee = field === 'fee' || field === 'userFee';
  const format = (value: unknown, state: 'before' | 'after') =>
    isFee && typeof value === 'number'
      ? money(value, state)
      : value === null
        ? 'none'
        : JSON.stringify(value);
  const label = fieldLabels[field] ?? field;
  return `${label}: ${format(before?.[field], 'before')} → ${format(after[field], 'after')}`;
}

function createTitleLookup({ stored, catalog }: Pick<ImportPlan, 'stored' | 'catalog'>): TitleLookup {
  const byKey = (rows: { catalogKey: string; title: string }[]) =>
    new Map(rows.map(({ catalogKey, title }) => [catalogKey, title]));
  const versions = byKey([...(stored?.versions ?? []), ...catalog.versions]);
  const features = byKey([...(stored?.features ?? []), ...catalog.features]);
  return {
    version: (key) => versions.get(key) ?? key,
    feature: (key) => features.get(key) ?? key,
  };
}

/** Titles of versions and features by `catalogKey`. */
interface TitleLookup {
  version(key: string): string;
  feature(key: string): string;
}

/** Formats minor units. The currency before the import may differ from the one after it. */
type MoneyFormatter = (minor: number | null, state?: 'before' | 'after') => string;

const maxLineWidth = 106;

/** For each version: the added features, the removed ones, then each changed cell. */
function formatMatrixChanges(cells: CellChange[], titles: TitleLookup, money: MoneyFormatter): string[] {
  const byVersion = new Map<string, CellChange[]>();
  for (const cell of cells) {
    const { version } = (cell.after ?? cell.before)!;
    byVersion.set(version, [...(byVersion.get(version) ?? []), cell]);
  }
  return [...byVersion].flatMap(([version, changes]) => {
    const name = (cell: ImportedCell) => titles.feature(cell.feature);
    const added = changes.flatMap(({ before, after }) =>
      after && !before ? [`${name(after)}${formatAddedCell(after, money)}`] : [],
    );
    const removed = changes.flatMap(({ before, after }) => (before && !after ? [name(before)] : []));
    const changed = changes.flatMap(({ before, after }) =>
      before && after
        ? [`  ~ ${name(after)}: ${formatCell(before, money)} → ${formatCell(after, money)}`]
        : [],
    );
    return [titles.version(version), ...wrapItems('  + ', added), ...wrapItems('  - ', removed), ...changed];
  });
}

/** "12.50 USD + 3.00 USD per user", "on request". */
function formatFees(
  { fee, userFee }: { fee: number | null; userFee: number | null },
  money: MoneyFormatter,
): string {
  const prices = [
    ...(fee === null ? [] : [money(fee)]),
    ...(userFee === null ? [] : [`${money(userFee)} per user`]),
  ];
  return prices.join(' + ') || 'on request';
}

function formatAddedCell(cell: ImportedCell, money: MoneyFormatter): string {
  if (cell.kind === 'included') return cell.value === null ? '' : ` (${cell.value})`;
  return ` (${formatCell(cell, money)})`;
}

function formatCell(cell: ImportedCell, money: MoneyFormatter): string {
  if (cell.kind === 'included') return cell.value ?? 'included';
  return `optional, ${formatFees(cell, money)}${cell.offer === null ? '' : `, as ${cell.offer}`}`;
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
