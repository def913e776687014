import type { CatalogueCell } from './catalogue';
import { isNothing, type RowChange } from './changes';
import type { ImportPlan } from './import-catalog';
import { decimalsOf } from './minor-units';

const signs = { add: '+', change: '~', retire: '-', restore: '^' };

/** What an import does, to be read by a person: a line for each thing added (+), changed (~), retired (-), restored (^). */
export function printPlan(slug: string, { stored, catalogue, changes, warnings }: ImportPlan): string {
  const money = (minor: unknown) => amountText(minor, catalogue.app.currency);
  const titles = titlesOf({ stored, catalogue });
  const sections = [
    section(`${catalogue.app.title} (app "${slug}")`, [
      ...(changes.app?.kind === 'add' ? ['+ a new app'] : []),
      ...(changes.app?.fields.map((field) => `~ ${fieldLine(changes.app!, field, money)}`) ?? []),
    ]),
    section(
      'Versions',
      changes.versions.flatMap((change) =>
        rowLines(change, `${change.after.tag}  ${change.after.title}`, money),
      ),
    ),
    section(
      'Features',
      changes.features.flatMap((change) =>
        rowLines(change, `${change.after.title}  (${change.after.humanId})`, money),
      ),
    ),
    section(
      'What each version has',
      changes.cells.map(({ before, after }) => {
        const { version, feature } = (after ?? before)!;
        const what = `${titles.version(version)}: ${titles.feature(feature)}`;
        if (!before) return `+ ${what}${markText(after!, money)}`;
        return after ? `~ ${what}:${markText(before, money)} →${markText(after, money)}` : `- ${what}`;
      }),
    ),
    section(
      'Grants',
      changes.grants.map(
        ({ kind, version, accountId }) =>
          `${kind === 'add' ? '+' : '-'} ${titles.version(version)} for ${accountId}`,
      ),
    ),
    section(
      'Rounded',
      warnings.map((warning) => `! ${warning}`),
    ),
  ];
  return [...sections.filter((text) => text !== ''), summary({ changes })].join('\n\n');
}

function summary({ changes }: Pick<ImportPlan, 'changes'>): string {
  if (isNothing(changes)) return 'Nothing to change.';
  const rows = [...changes.versions, ...changes.features];
  const count = (kind: RowChange<unknown>['kind']) => rows.filter((change) => change.kind === kind).length;
  const counts = [
    `${count('add')} added`,
    `${count('change')} changed`,
    `${count('retire')} retired`,
    ...(count('restore') > 0 ? [`${count('restore')} restored`] : []),
    `${changes.unchanged.versions + changes.unchanged.features} unchanged`,
  ];
  const marks = changes.cells.length;
  return `Versions and features: ${counts.join(', ')}. Marks in the matrix: ${marks} changed, ${changes.unchanged.cells} unchanged.`;
}

function section(heading: string, lines: string[]): string {
  return lines.length === 0 ? '' : [heading, ...lines.map((line) => `  ${line}`)].join('\n');
}

function rowLines<T extends object>(
  change: RowChange<T>,
  label: string,
  money: (minor: unknown) => string,
): string[] {
  if (change.kind === 'add') return [`+ ${label}${pricesText(change.after, money)}`];
  const fields = change.fields.filter((field) => field !== 'active');
  return [
    `${signs[change.kind]} ${label}`,
    ...fields.map((field) => `    ${fieldLine(change, field, money)}`),
  ];
}

function fieldLine<T extends object>(
  { before, after }: RowChange<T>,
  field: keyof T & string,
  money: (minor: unknown) => string,
): string {
  const show = (value: unknown) =>
    field === 'fee' || field === 'userFee' ? money(value) : value === null ? 'none' : JSON.stringify(value);
  return `${readable[field] ?? field}: ${show(before?.[field])} → ${show(after[field])}`;
}

const readable: Record<string, string> = {
  userFee: 'fee per user',
  moreInfo: 'more info',
  isDefault: 'default',
  humanId: 'human id',
  billingPeriod: 'billing period',
  contactUrl: 'contact address',
  entryBlocker: 'entry blocker',
  exitBlocker: 'exit blocker',
};

function pricesText(row: object, money: (minor: unknown) => string): string {
  if (!('fee' in row) || !('userFee' in row)) return '';
  const prices = [
    ...(row.fee === null ? [] : [money(row.fee)]),
    ...(row.userFee === null ? [] : [`${money(row.userFee)} per user`]),
  ];
  return `  ${prices.join(' + ') || 'on request'}`;
}

function markText(cell: CatalogueCell, money: (minor: unknown) => string): string {
  if (cell.kind === 'included') return cell.value === null ? ' included' : ` "${cell.value}"`;
  return ` optional${pricesText(cell, money).replace(/^ /, '')}${cell.offer === null ? '' : `, "${cell.offer}"`}`;
}

function amountText(minor: unknown, currency: string): string {
  if (typeof minor !== 'number') return 'none';
  const decimals = decimalsOf(currency);
  return `${(minor / 10 ** decimals).toFixed(decimals)} ${currency}`;
}

function titlesOf({ stored, catalogue }: Pick<ImportPlan, 'stored' | 'catalogue'>) {
  const byKey = (rows: { catalogKey: string; title: string }[]) =>
    new Map(rows.map(({ catalogKey, title }) => [catalogKey, title]));
  const versions = byKey([...(stored?.versions ?? []), ...catalogue.versions]);
  const features = byKey([...(stored?.features ?? []), ...catalogue.features]);
  return {
    version: (key: string) => versions.get(key) ?? key,
    feature: (key: string) => features.get(key) ?? key,
  };
}
