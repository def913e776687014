import type { FeatureContent } from '@/lib/contract/fields';
import type { RenewalCounts } from '@/lib/db/catalog-follows';
import { compareSnapshots } from '@/lib/domain/catalog/compare-features';
import type { Revenue } from '@/lib/domain/editions/revenue';
import { formatAmount } from '@/lib/format/localized-amount';
import { formatAnnualFees, formatFees, type MoneyFormatter } from './format-fees';
import type { Decision, Loss } from './keep-versions';
import type { VersionOutcome } from './list-outcomes';
import { describeEarlierVersions, listKeepingPrice, type Publication } from './publication';

/**
 * What happens to accounts that have versions and add-ons that change: each decision with its reason, and for versions
 * what it is about.
 */
export function formatOutcomes(
  {
    stored,
    changed,
    decisions,
    outcomes,
    accounts,
    addOnDecisions,
    included,
    catalog,
    unavailable,
    changesTo,
  }: Omit<Publication, 'listed' | 'changes' | 'report' | 'renames' | 'yearly' | 'addOnCounts' | 'scheduled'>,
  money: MoneyFormatter,
): string[] {
  const format = (name: string, decision: Decision) =>
    `${name}  (${formatAccounts(decision.accounts)}): ${describeDecision(decision)}`;
  const byKey = new Map(decisions.map((decision) => [decision.key, decision]));
  const keepingPrice = listKeepingPrice(decisions);
  const versions = outcomes.flatMap((outcome) => {
    const { version, keptId, before, after } = outcome;
    if (keepingPrice.has(version.id)) return [];
    const { active, catalogKey, tag, title } = version;
    const decision = version.replacedBy === null ? byKey.get(catalogKey) : undefined;
    const count = accounts.get(keptId ?? version.id) ?? 0;
    if (before === null || (decision === undefined && (count === 0 || active))) return [];
    if (outcome.outcome === 'retired') return [];
    const name = active ? title : `${tag}  ${title}`;
    const label = decision
      ? format(name, decision)
      : `${name}  (${formatAccounts(count)}): features that it shares with the list change`;
    return [label, ...formatContentChanges({ before, after }, money).map((line) => `    ${line}`)];
  });
  const earlier = describeEarlierVersions({ stored, changed, decisions });
  const earlierVersions = earlier.flatMap(({ decision, version, from, to }) => [
    format(`${version.tag}  ${version.title}`, decision),
    ...formatContentChanges({ before: from, after: to }, money).map((line) => `    ${line}`),
  ]);
  const addOns = addOnDecisions.map((decision) =>
    format(decision.presentKey === null ? decision.title : `Earlier ${decision.title}`, decision),
  );
  const turnedOff = included.map(
    ({ version, addOn, accounts }) =>
      `${version} includes ${addOn}: turned off for ${formatAccounts(accounts)}.`,
  );
  const notOffered = [...unavailable].map(([key, count]) => {
    const title = catalog.addOns.find(({ catalogKey }) => catalogKey === key)?.title ?? key;
    return `${title}  (${formatAccounts(count)}): not available, because a kept plan lacks what it needs`;
  });
  const notMade = outcomes.flatMap(({ version }) => {
    const { scheduled = 0, waiting = 0 } = changesTo.get(version.id) ?? {};
    const format = (count: number, kind: string) => `${count} ${kind}${count === 1 ? '' : 's'}`;
    return [
      ...(scheduled > 0
        ? [`${version.title}: ${format(scheduled, 'scheduled change')} to it will not be made`]
        : []),
      ...(waiting > 0
        ? [`${version.title}: ${format(waiting, 'requested change')} to it can’t be approved`]
        : []),
    ];
  });
  return [...versions, ...earlierVersions, ...addOns, ...turnedOff, ...notOffered, ...notMade];
}

export function formatAccounts(count: number): string {
  if (count === 0) return 'no accounts';
  return count === 1 ? '1 account' : `${count} accounts`;
}

/** With the number of accounts if it does not concern all. */
const describeLoss = ({ reason, accounts }: Loss, all: number) =>
  accounts === all ? reason : `${reason} (${formatAccounts(accounts)})`;

function describeDecision({ decision, accounts, following, losses, requested, renewals }: Decision): string {
  const reasons = [...new Set(losses.map((loss) => describeLoss(loss, accounts)))].join(', ');
  const isRequested = requested === decision;
  if (decision === 'follow_renewal') {
    const although = isRequested && reasons !== '' ? `, although ${reasons}` : '';
    const said = isRequested ? ', as --existing says' : ', as decided before';
    const now = following > 0 ? `; ${formatAccounts(following)} follow now` : '';
    return `follow at renewal${said}${although}${renewals ? `: ${formatRenewals(renewals)}` : ''}${now}`;
  }
  if (decision !== 'follow') {
    const kept = decision === 'keep' ? 'keep' : 'keep the price, get the content';
    if (decision === 'keep' && isRequested) return `${kept}, as --existing says`;
    const because = reasons === '' ? '' : `, because ${reasons}`;
    const said = isRequested ? ', as --existing says' : because;
    return `${kept}${said}${following > 0 ? `; ${formatAccounts(following)} follow` : ''}`;
  }
  const although = reasons === '' ? '' : `, although ${reasons}`;
  return isRequested ? `follow, as --existing says${although}` : 'follow';
}

/** "2 accounts at once, 5 accounts at the end of the period, from 2027-01-31 on" */
function formatRenewals({ atOnce, atPeriodEnd, unknown, firstAt, lastAt }: RenewalCounts): string {
  const [first, last] = [firstAt, lastAt].map((time) => new Date(time ?? 0).toISOString().slice(0, 10));
  return [
    ...(atOnce > 0 ? [`${formatAccounts(atOnce)} at once`] : []),
    ...(atPeriodEnd > 0 ? [`${formatAccounts(atPeriodEnd)} at the end of the period, from ${first} on`] : []),
    ...(unknown > 0 ? [`${formatAccounts(unknown)} when the period is known, ${last} at the latest`] : []),
  ].join(', ');
}

function formatContentChanges(
  { before, after }: { before: NonNullable<VersionOutcome['before']>; after: VersionOutcome['after'] },
  money: MoneyFormatter,
): string[] {
  const changes = compareSnapshots(before, after);
  const price = [before, after].map((each) => formatFees(each, money));
  const annual = [before, after].map((each) => formatAnnualFees(each, money) ?? 'none');
  const list = (sign: string, features: { title: string }[]) =>
    features.map(({ title }) => `${sign} ${title}`);
  const contents = [...changes.raised, ...changes.lowered, ...changes.changed];
  return [
    ...(price[0] === price[1] ? [] : [`price: ${price.join(' → ')}`]),
    ...(annual[0] === annual[1] ? [] : [`annual price: ${annual.join(' → ')}`]),
    ...list('+', changes.gained),
    ...list('-', changes.lost),
    ...contents.map(({ title, from, to }) => `~ ${title}: ${formatContent(from)} → ${formatContent(to)}`),
  ];
}

/** Not `value` for an amount: it has the unit at the time when it was imported. */
function formatContent({ value, ...amount }: FeatureContent): string {
  if (amount.unlimited || amount.amount !== null) return formatAmount(amount);
  return value ?? 'included';
}

/** What accounts pay before and after, by version and billing period, with the largest accounts. */
export function formatRevenue({ versions }: Revenue, money: MoneyFormatter): string[] {
  const formatAmounts = ({ before, after }: { before: number; after: number }) =>
    `${money(before, 'before')} → ${money(after, 'after')}`;
  return versions.flatMap(({ tag, title, periods, largest }) => {
    const total = { accounts: 0, users: 0, before: 0, after: 0, unpriced: 0 };
    for (const period of periods) {
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += period[name];
    }
    const { accounts, users, unpriced } = total;
    return [
      `${tag}  ${title}  (${formatAccounts(accounts)}, ${users} users): ${formatAmounts(total)}`,
      ...(periods.length > 1
        ? periods.map(
            (each) =>
              `    billed per ${each.billingPeriod}  (${formatAccounts(each.accounts)}): ${formatAmounts(each)}`,
          )
        : []),
      ...(unpriced > 0
        ? [`    ${formatAccounts(unpriced)} with something that has no list price, which counts as 0`]
        : []),
      ...largest.map((each) => `    ${each.externalId ?? each.id}  ${each.title}: ${formatAmounts(each)}`),
    ];
  });
}
