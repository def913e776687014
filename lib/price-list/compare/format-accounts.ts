import type { CatalogDifference } from '@/lib/contract/catalog-editions';
import type { FeatureContent } from '@/lib/contract/fields';
import type { Revenue } from '@/lib/domain/editions/revenue';
import { formatAmount } from '@/lib/format/localized-amount';
import { formatPrice, type MoneyFormatter } from './format-fees';

type EarlierVersion = CatalogDifference['earlier_versions'][number];
/** What a publication does to accounts. */
type Decided = Omit<CatalogDifference['earlier_add_ons'][number], 'key' | 'present_key' | 'title'>;

export function formatAccounts(count: number): string {
  if (count === 0) return 'no accounts';
  return count === 1 ? '1 account' : `${count} accounts`;
}

/** ": keep, because the price rises". Empty if nothing is decided. */
export function formatDecision(decided: Decided): string {
  const { decision, accounts, losses, requested_decision: requested, renewals } = decided;
  if (decision === null) return '';
  const { following_accounts: following } = decided;
  // A loss that does not concern all accounts has their number.
  const reasons = losses
    .map((loss) =>
      loss.accounts === accounts ? loss.reason : `${loss.reason} (${formatAccounts(loss.accounts)})`,
    )
    .join(', ');
  const isRequested = requested === decision;
  const said = isRequested ? ', as --existing says' : '';
  const although = isRequested && reasons !== '' ? `, although ${reasons}` : '';
  const now = following > 0 ? `; ${formatAccounts(following)} follow` : '';
  if (decision === 'follow') return `: follow${said}${although}`;
  if (decision === 'follow_renewal') {
    const times = renewals ? `: ${formatRenewals(renewals)}` : '';
    return `: follow at renewal${said || ', as decided before'}${although}${times}${now && `${now} now`}`;
  }
  if (decision === 'keep' && isRequested) return `: keep${said}`;
  const kept = decision === 'keep' ? 'keep' : 'keep the price, get the content';
  const because = reasons === '' ? '' : `, because ${reasons}`;
  return `: ${kept}${said || because}${now}`;
}

type Renewals = NonNullable<Decided['renewals']>;

/** "2 accounts at once, 5 accounts at the end of the period, from 2027-01-31 on" */
function formatRenewals({ at_once, at_period_end, unknown, first_at, last_at }: Renewals): string {
  const [first, last] = [first_at, last_at].map((time) =>
    new Date((time ?? 0) * 1000).toISOString().slice(0, 10),
  );
  return [
    ...(at_once > 0 ? [`${formatAccounts(at_once)} at once`] : []),
    ...(at_period_end > 0
      ? [`${formatAccounts(at_period_end)} at the end of the period, from ${first} on`]
      : []),
    ...(unknown > 0 ? [`${formatAccounts(unknown)} when the period is known, ${last} at the latest`] : []),
  ].join(', ');
}

interface Content
  extends Pick<EarlierVersion, 'previous_price' | 'price' | 'lost' | 'raised' | 'lowered' | 'changed'> {
  gained: { title: string; value?: string | null }[];
}

/** What changes of the price, features and limits of a version, below its line. */
export function formatContentChanges(content: Content, money: MoneyFormatter): string[] {
  const { previous_price: previous, gained, lost, raised, lowered, changed } = content;
  const [before, after] = [
    previous && formatPrice(previous, money, 'before'),
    formatPrice(content.price, money),
  ];
  const titles = gained.map(({ title, value = null }) => (value === null ? title : `${title} (${value})`));
  return [
    ...(before === null || before === after ? [] : [`    price: ${before} → ${after}`]),
    ...wrapItems('    + ', titles),
    ...wrapItems(
      '    - ',
      lost.map(({ title }) => title),
    ),
    ...[...raised, ...lowered, ...changed].map(
      ({ title, from, to }) => `    ~ ${title}: ${formatContent(from)} → ${formatContent(to)}`,
    ),
  ];
}

/** An amount is not its `value`, which has the unit at the time when it was imported. */
function formatContent({ value, ...amount }: FeatureContent): string {
  if (amount.unlimited || amount.amount !== null) return formatAmount(amount);
  return value ?? 'included';
}

const maxLineWidth = 106;

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
