import { isNothing, type RowChange } from './changes';
import type { ImportPlan } from './import-catalog';
import { decimalsOf } from './minor-units';
import { type Money, markLines, pricesText, type Titles } from './print-marks';

const signs = { add: '+', change: '~', retire: '-', restore: '^' };

/** Names of fields as they are told; those that are told by the sign, or by the order of the list, are null. */
const words: Record<string, string | null> = {
  active: null,
  position: null,
  userFee: 'fee per user',
  moreInfo: 'more info',
  isDefault: 'default',
  humanId: 'human id',
  billingPeriod: 'billing period',
  contactUrl: 'contact address',
  frameOrigins: 'may be framed by',
  entryBlocker: 'entry blocker',
  exitBlocker: 'exit blocker',
};

/** What an import does, to be read by a person: + added, ~ changed, - retired or taken away, ^ restored. */
export function printPlan(slug: string, { stored, catalogue, changes, warnings }: ImportPlan): string {
  if (isNothing(changes)) return 'Nothing to change.';
  const { currency, title } = catalogue.app;
  const money: Money = (minor, when) => {
    const own = when === 'before' ? (stored?.app.currency ?? currency) : currency;
    const decimals = decimalsOf(own);
    return minor === null ? 'none' : `${(minor / 10 ** decimals).toFixed(decimals)} ${own}`;
  };
  const titles = titlesOf({ stored, catalogue });
  const versions = changes.versions.flatMap((change) => {
    const { tag, title } = change.after;
    const label =
      change.kind === 'add' ? `${tag}  ${title}  ${pricesText(change.after, money)}` : `${tag}  ${title}`;
    return rowLines(change, label, money);
  });
  const features = changes.features.flatMap((change) =>
    rowLines(change, `${change.after.title}  (${change.after.humanId})`, money),
  );
  const grants = changes.grants.map(
    ({ kind, version, accountId }) =>
      `${kind === 'add' ? '+' : '-'} ${titles.version(version)} for ${accountId}`,
  );
  return [
    ...section(`App "${slug}"`, changes.app ? rowLines(changes.app, title, money) : []),
    ...section('Versions', versions),
    ...section('Features', features),
    ...section('What each version has', markLines(changes.cells, titles, money)),
    ...section('Granted', grants),
    ...section('Rounded', warnings),
    summary(changes),
  ].join('\n\n');
}

function summary({ versions, features, cells, unchanged }: ImportPlan['changes']): string {
  return [
    `Versions: ${counts(versions, unchanged.versions)}`,
    `Features: ${counts(features, unchanged.features)}`,
    `Matrix: ${cells.length} changed, ${unchanged.cells} unchanged.`,
  ].join('\n');
}

function counts(rows: { kind: RowChange<object>['kind']; fields: string[] }[], same: number): string {
  const moved = rows.filter(isMove).length;
  const count = (kind: RowChange<object>['kind']) =>
    rows.filter((row) => row.kind === kind && !isMove(row)).length;
  return [
    `${count('add')} added`,
    `${count('change')} changed`,
    `${count('retire')} retired`,
    ...(count('restore') > 0 ? [`${count('restore')} restored`] : []),
    ...(moved > 0 ? [`${moved} moved`] : []),
    `${same} unchanged.`,
  ].join(', ');
}

/** Only its place in the list is another. */
function isMove({ kind, fields }: { kind: RowChange<object>['kind']; fields: string[] }): boolean {
  return kind === 'change' && fields.every((field) => words[field] === null);
}

function section(heading: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [[heading, ...lines.map((line) => `  ${line}`)].join('\n')];
}

function rowLines<T extends object>(change: RowChange<T>, label: string, money: Money): string[] {
  if (isMove(change)) return [];
  const fields = change.fields.filter((field) => words[field] !== null);
  return [
    `${signs[change.kind]} ${label}`,
    ...fields.map((field) => `    ${fieldLine(change, field, money)}`),
  ];
}

function fieldLine<T extends object>(
  { before, after }: RowChange<T>,
  field: keyof T & string,
  money: Money,
): string {
  const isFee = field === 'fee' || field === 'userFee';
  const show = (value: unknown, when: 'before' | 'after') =>
    isFee && typeof value === 'number' ? money(value, when) : value === null ? 'none' : JSON.stringify(value);
  return `${words[field] ?? field}: ${show(before?.[field], 'before')} → ${show(after[field], 'after')}`;
}

/** Readable names of versions and features, by their keys. */
function titlesOf({ stored, catalogue }: Pick<ImportPlan, 'stored' | 'catalogue'>): Titles {
  const byKey = (rows: { catalogKey: string; title: string }[]) =>
    new Map(rows.map(({ catalogKey, title }) => [catalogKey, title]));
  const versions = byKey([...(stored?.versions ?? []), ...catalogue.versions]);
  const features = byKey([...(stored?.features ?? []), ...catalogue.features]);
  return {
    version: (key) => versions.get(key) ?? key,
    feature: (key) => features.get(key) ?? key,
  };
}
