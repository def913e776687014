import { isDeepStrictEqual } from 'node:util';
import type { CatalogDifference, ScheduleOutcome } from '@/lib/contract/catalog-editions';
import type { Price } from '@/lib/contract/versions';
import type { Conversion } from '@/lib/db/convert-amounts';
import type { ScheduledOutcome } from '@/lib/domain/catalog-importer';
import { formatLanguage, listEntries } from '../build/build-texts';
import { formatDiagnostic } from '../yaml/diagnostics';
import { groupBy, type RowChange, type TextsChange } from './catalog-changes';
import { describeDifference, hasContent } from './describe-difference';
import { formatAccounts, formatContentChanges, formatDecision, formatRevenue } from './format-accounts';
import { createMoneyFormatter, formatPrice, type MoneyFormatter } from './format-fees';
import { formatReport } from './format-report';
import { changesNothing, type Publication } from './publication';

type ChangedVersion = CatalogDifference['versions'][number];
type ChangedAddOn = CatalogDifference['add_ons'][number];
type ChangedFeature = CatalogDifference['features'][number];
type FieldChange = ChangedVersion['fields'][number];

const changeSigns = { added: '+', changed: '~', retired: '-', restored: '^' };

/**
 * Formats an import plan for the terminal: + added, ~ changed, - retired or removed, ^ restored. With `verbose`, every
 * part of the file that is not served is listed.
 */
export function formatPublication(slug: string, publication: Publication, { verbose = false } = {}): string {
  const { stored, catalog, listed, report, revenue } = publication;
  const end = [
    ...formatSection('Warnings', report.placeWarnings().map(formatDiagnostic)),
    formatReport(report, verbose),
  ];
  const conversion = publication.conversion ? [formatConversion(publication.conversion)] : [];
  const start = formatSection('Currency', conversion);
  if (changesNothing(publication)) return [...start, ...end, 'No changes.'].join('\n\n');
  const difference = describeDifference(publication);
  const money = createMoneyFormatter(stored?.app ?? catalog.app, catalog.app);
  const titles = new Map(
    [...(stored?.versions ?? []), ...catalog.versions].map(({ catalogKey, title }) => [catalogKey, title]),
  );
  const app = listed.app && [
    `${stored ? '~' : '+'} ${catalog.app.title}`,
    ...formatFields(difference.app.filter(({ field }) => !/^texts\b/.test(field))),
  ];
  return [
    ...start,
    ...formatSection(`App "${slug}"`, app ?? []),
    ...formatSection('Likely renames', difference.renames.flatMap(formatLikelyRename)),
    ...formatSection(
      'Plans',
      difference.versions.flatMap((version) => formatVersion(version, publication, money)),
    ),
    ...formatSection(
      'Earlier plans',
      difference.earlier_versions.flatMap((version) => [
        `${version.tag}  ${version.title}  (${formatAccounts(version.accounts ?? 0)})${formatDecision(version)}`,
        ...formatContentChanges(version, money),
      ]),
    ),
    ...formatSection('List revenue per month', revenue ? formatRevenue(revenue, money) : []),
    ...formatSection('Features', difference.features.flatMap(formatFeature)),
    ...formatSection('Add-ons', [
      ...difference.add_ons.flatMap((addOn) => formatAddOn(addOn, titles, money)),
      ...formatAddOnAccounts(difference, publication),
    ]),
    ...formatSection('Texts', listed.texts.map(formatTexts)),
    ...formatSection(
      'Grants',
      listed.grants.map(({ kind, version, accountId }) => {
        const sign = kind === 'add' ? '+' : '-';
        return `${sign} ${titles.get(version) ?? version} for ${accountId}`;
      }),
    ),
    ...formatSection('Scheduled editions', publication.scheduled.flatMap(formatScheduled)),
    ...end,
    formatSummary(listed),
  ].join('\n\n');
}

const formatConversion = ({ currency, from, to }: Conversion) =>
  `Amounts in ${currency} are stored with ${to} digits instead of ${from}. No price changes.`;

/** The lines of the extension, each with what happens without it. */
function formatLikelyRename({ section, extension, title, accounts }: CatalogDifference['renames'][number]) {
  const effect =
    section === 'plans' ? `${title} keeps ${formatAccounts(accounts ?? 0)}` : `accounts lose ${title}`;
  return [extension, `    Without this line in the extension, ${effect}.`];
}

/** A plan with what it contains, if it is new, and otherwise what changes and what happens to its accounts. */
function formatVersion(version: ChangedVersion, { catalog }: Publication, money: MoneyFormatter): string[] {
  const { key, kind, tag, title, accounts, price, fields } = version;
  const { scheduled_changes: scheduled = 0, waiting_changes: waiting = 0 } = version;
  const rows = new Map(catalog.features.map((feature) => [feature.catalogKey, feature]));
  const contents = catalog.cells.flatMap(({ version, feature, value }) => {
    const row = rows.get(feature);
    return version === key && row ? [{ id: row.humanId, title: row.title, value }] : [];
  });
  const withValues = (features: { id: string; title: string }[]) =>
    features.map((feature) => ({ value: null, ...contents.find(({ id }) => id === feature.id), ...feature }));
  const gained = kind === 'added' ? contents : withValues(version.gained);
  const changes = formatContentChanges({ ...version, gained }, money);
  const isShared = kind === 'changed' && version.decision === null && changes.length > 0;
  const decision = isShared ? ': features that it shares with the list change' : formatDecision(version);
  const about =
    kind === 'added' ? formatPrice(price, money) : `(${formatAccounts(accounts ?? 0)})${decision}`;
  const count = (all: number, word: string) => `    ${all} ${word} change${all === 1 ? '' : 's'}`;
  return [
    `${changeSigns[kind]} ${tag}  ${title}  ${about}`,
    ...changes,
    ...formatFields(fields),
    ...(scheduled > 0 ? [`${count(scheduled, 'scheduled')} to it will not be made`] : []),
    ...(waiting > 0 ? [`${count(waiting, 'requested')} to it can’t be approved`] : []),
  ];
}

/** The fields that a usage limit gives its row. */
const limitFields = ['limit_key', 'limit_type', 'unit', 'period'];

function formatFeature({ id, title, kind, fields }: ChangedFeature): string[] {
  const limit = fields.find(({ field }) => field === 'limit_key');
  const others = limit ? fields.filter(({ field }) => !limitFields.includes(field)) : fields;
  const loss = `    GET /account/features/${id} answers allowed: false on the plans of this list`;
  return [
    `${changeSigns[kind]} ${title}  (${id})`,
    ...(limit ? [`    ${formatLimitChange(limit)}`] : []),
    ...formatFields(others),
    ...(kind === 'retired' ? [loss] : []),
  ];
}

/** What becomes of the amount of a feature that gets a usage limit or loses it. */
function formatLimitChange({ from, to }: FieldChange): string {
  if (to === null)
    return `has no amount any more: the limit "${from}" does not apply to it alone, or is missing`;
  return from === null
    ? `has an amount from now on, that of the limit "${to}"`
    : `has the amount of the limit "${to}" instead of "${from}"`;
}

/** An add-on, the plans that it is available for, and what it contains. `titles` are those of plans, by their keys. */
function formatAddOn(
  addOn: ChangedAddOn,
  titles: ReadonlyMap<string, string>,
  money: MoneyFormatter,
): string[] {
  const { id, kind, title, accounts, prices, features, fields } = addOn;
  const concerned = accounts ? `, ${formatAccounts(accounts)}` : '';
  const format = (price: Price | null, state: 'before' | 'after') =>
    price && formatPrice(price, money, state);
  const changed = prices.map(({ version, from, to }) => ({
    title: titles.get(version) ?? version,
    from: format(from, 'before'),
    to: format(to, 'after'),
  }));
  return [
    `${changeSigns[kind]} ${title}  (${id}${concerned})${formatDecision(addOn)}`,
    ...[...groupBy(changed, ({ from, to }) => JSON.stringify([from, to])).values()].map((group) => {
      const plans = `for ${group.map(({ title }) => title).join(', ')}`;
      const { from, to } = group[0]!;
      if (to === null) return `    - ${plans}`;
      return `    ${from === null ? `+ ${to}` : `~ ${from} → ${to}`}, ${plans}`;
    }),
    ...features.map(({ feature, from, to }) => {
      if (to === null) return `    - ${feature}`;
      if (from !== null) return `    ~ ${feature}: ${from} → ${to}`;
      return to === 'included' ? `    + ${feature}` : `    + ${feature}: ${to}`;
    }),
    ...formatFields(fields),
  ];
}

/** What happens to accounts that have earlier generations of add-ons, or that lose an add-on or can't have it. */
function formatAddOnAccounts(
  { earlier_add_ons: earlier, included_add_ons: included }: CatalogDifference,
  { unavailable, catalog }: Publication,
): string[] {
  return [
    ...earlier.map(
      (each) => `Earlier ${each.title}  (${formatAccounts(each.accounts ?? 0)})${formatDecision(each)}`,
    ),
    ...included.map(
      ({ version, add_on: addOn, accounts }) =>
        `${version} includes ${addOn}: turned off for ${formatAccounts(accounts)}.`,
    ),
    ...[...unavailable].map(([key, count]) => {
      const title = catalog.addOns.find(({ catalogKey }) => catalogKey === key)?.title ?? key;
      return `${title}  (${formatAccounts(count)}): not available, because a kept plan lacks what it needs`;
    }),
  ];
}

const formatFields = (fields: FieldChange[]) =>
  fields.map(({ field, from, to }) => `    ${field}: ${from ?? 'none'} → ${to ?? 'none'}`);

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

function formatCounts(
  rows: { kind: RowChange<object>['kind']; fields: string[] }[],
  unchanged: number,
): string {
  const shown = rows.filter(hasContent);
  const reordered = rows.length - shown.length;
  const count = (kind: RowChange<object>['kind']) => shown.filter((row) => row.kind === kind).length;
  return [
    `${count('add')} added`,
    `${count('change')} changed`,
    `${count('retire')} retired`,
    ...(count('restore') > 0 ? [`${count('restore')} restored`] : []),
    ...(reordered > 0 ? [`${reordered} reordered`] : []),
    `${unchanged} unchanged.`,
  ].join(', ');
}

function formatSection(heading: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [[heading, ...lines.map((line) => `  ${line}`)].join('\n')];
}
