import type { ImportPlan } from '@/lib/catalog-import/import-plan';
import type { FeatureContent } from '@/lib/contract/fields';
import { compareSnapshots } from '@/lib/domain/compare-features';
import { formatAmount } from '@/lib/format/localized-amount';
import { formatAnnualFees, formatFees, type MoneyFormatter } from './format-fees';
import type { Loss, VersionDecision } from './keep-versions';
import type { VersionOutcome } from './list-outcomes';

/** What happens to accounts that have versions and add-ons that change: each decision with its reason, and for versions what it is about. */
export function formatOutcomes(
  {
    decisions,
    outcomes,
    accounts,
    addOnDecisions,
    included,
  }: Pick<ImportPlan, 'decisions' | 'outcomes' | 'accounts' | 'addOnDecisions' | 'included'>,
  money: MoneyFormatter,
): string[] {
  const byKey = new Map(decisions.map((decision) => [decision.key, decision]));
  const addOns = addOnDecisions.map(
    (decision) =>
      `${decision.title}  (${formatAccounts(decision.accounts)}): ${describeDecision(decision, decision.accounts)}`,
  );
  const versions = outcomes.flatMap((outcome) => {
    const { version, keptId, before, after } = outcome;
    const decision = byKey.get(version.catalogKey);
    const count = accounts.get(keptId ?? version.id) ?? 0;
    if (before === null || (decision === undefined && (count === 0 || version.active))) return [];
    if (outcome.outcome === 'retired') return [];
    const name = version.active ? version.title : `${version.tag}  ${version.title}`;
    const label = `${name}  (${formatAccounts(count)}): ${describeDecision(decision, count)}`;
    return [label, ...formatContentChanges({ before, after }, money).map((line) => `    ${line}`)];
  });
  const turnedOff = included.map(
    ({ version, addOn, accounts }) =>
      `${version} includes ${addOn}: turned off for ${formatAccounts(accounts)}.`,
  );
  return [...versions, ...addOns, ...turnedOff];
}

export function formatAccounts(count: number): string {
  return count === 0 ? 'no accounts' : count === 1 ? '1 account' : `${count} accounts`;
}

/** With the number of accounts if it does not concern all. */
const describeLoss = ({ reason, accounts }: Loss, all: number) =>
  accounts === all ? reason : `${reason} (${formatAccounts(accounts)})`;

function describeDecision(
  decision: Omit<VersionDecision, 'unconcerned'> | undefined,
  accounts: number,
): string {
  if (!decision) return 'features that it shares with the list change';
  const losses = [...new Set(decision.losses.map((loss) => describeLoss(loss, accounts)))].join(', ');
  const { isRequested } = decision;
  if (decision.decision === 'keep')
    return `keep, ${isRequested ? 'as --existing says' : `because ${losses}`}`;
  const although = losses === '' ? '' : `, although ${losses}`;
  return isRequested ? `follow, as --existing says${although}` : 'follow';
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
