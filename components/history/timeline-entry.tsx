'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useId, useRef, useState } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { useNumbersFormat } from '@/components/i18n/use-numbers-format';
import { usePriceOptions } from '@/components/pricing/use-price-options';
import { Receipt } from '@/components/receipt/receipt';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { AppDate, useAppDate } from '@/components/ui/date-text';
import { Quote } from '@/components/ui/inline-text';
import { SpokenSubject, TextButton, TextLink } from '@/components/ui/text-link';
import { pageUrls, switchSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { HistoryEntry } from '@/lib/contract/history';
import { pagePaths } from '@/lib/contract/page-paths';
import { formatDuration } from '@/lib/format/elapsed-time';
import { formatMoneyChange } from '@/lib/format/money';
import { formatAnnualPrice, formatPrice } from '@/lib/pricing/format-price';
import type { NextPrice } from '@/lib/pricing/next-prices';
import { findUserUnit } from '@/lib/pricing/price';
import { buildReceipt } from '@/lib/pricing/receipt';
import { subtractAmounts } from '@/lib/pricing/total';
import { AddOnEntries, type AddOnRow } from './add-on-entries';
import { FeatureChanges } from './feature-changes';
import { calculatePaidAmounts, type PricePeriod, toReceiptState } from './price-periods';
import styles from './timeline.module.css';
import { TimelineRow, type TimelineRowProps } from './timeline-row';
import { useNearWindow } from './use-near-window';

interface TimelineEntryProps extends Pick<TimelineRowProps, 'olderAt' | 'now'> {
  entry: HistoryEntry;
  /** What happened to add-ons while the plan was active, newest first. */
  options: AddOnRow[];
  /** What the account paid from the entry on, and before. It is null for the oldest entry that is loaded. */
  period: PricePeriod | null;
  periodBefore: PricePeriod | null;
  /** What the plan of the current entry costs later. */
  nextPrices: NextPrice[];
  isOwner: boolean;
  /** Renders the details when the entry is near the window. */
  isLazy: boolean;
}

export function TimelineEntry(props: TimelineEntryProps) {
  const { entry, options, olderAt, now, isOwner, isLazy } = props;
  const row = useRef<HTMLLIElement>(null);
  const isRendered = useNearWindow(row, isLazy);
  const history = usePageText('account').history;
  const isCurrent = entry.deactivated === null;
  const [expanded, setExpanded] = useState(false);
  const detailsId = useId();
  return (
    <TimelineRow
      id={entry.history_id}
      ref={row}
      isLazy={isLazy}
      isExpanded={expanded}
      at={entry.activated}
      olderAt={olderAt}
      now={now}
      marker={isCurrent ? 'current' : 'earlier'}
    >
      <div className={styles.entry}>
        <div>
          <h2 tabIndex={-1}>
            <CatalogText>{entry.title}</CatalogText>
          </h2>
          {isCurrent && <Badge tone="yours">{history.current}</Badge>}
        </div>
        {entry.description && (
          <p className={styles.details}>
            <CatalogText>{entry.description}</CatalogText>
          </p>
        )}
        <p className={styles.label}>
          <span>
            <ChangeLabel {...props} />
            <TrialNote {...props} />
          </span>
          {isOwner && <UndoLink entry={entry} now={now} />}
        </p>
        <p className={styles.brief}>
          <EntryPrice {...props} />
          {useNextPrices(props).map(({ from, price }) => (
            <span key={from}>
              {from} · {price}
            </span>
          ))}
        </p>
        <TextButton
          aria-expanded={expanded}
          aria-controls={detailsId}
          className={styles.brief}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? history.hideDetails : history.showDetails}
          <SpokenSubject>{entry.title}</SpokenSubject>
        </TextButton>
        <div id={detailsId} className={styles.details}>
          {isRendered && <EntryDetails {...props} />}
        </div>
        {isRendered && options.length > 0 && (
          <div className="pt-4 phone:pb-4">
            <AddOnEntries rows={options} plans={[entry]} />
          </div>
        )}
      </div>
      <div className={classNames(styles.details, styles.changes)}>
        {isRendered && <FeatureChanges entry={entry} />}
      </div>
    </TimelineRow>
  );
}

/** Whether the account was in a trial before the entry, and in none since. */
function endsTrial({ entry, periodBefore }: Pick<TimelineEntryProps, 'entry' | 'periodBefore'>): boolean {
  return entry.trial_ends_at === null && (periodBefore?.entry.trial_ends_at ?? null) !== null;
}

/** That a trial begins, or ends with another plan. */
function TrialNote(props: Pick<TimelineEntryProps, 'entry' | 'periodBefore'>) {
  const history = usePageText('account').history;
  const { trial_ends_at: at, kind, id, previous_version_id: fromId } = props.entry;
  if (at !== null && kind !== 'users') {
    return <> · {interpolate(history.trialUntil, [<AppDate key="trial" at={at} until />])}</>;
  }
  return endsTrial(props) && id !== fromId && ` · ${history.trialEnded}`;
}

/** What the switch changed: the plan, or only the billing period or a number. */
function ChangeLabel({ entry, periodBefore }: Pick<TimelineEntryProps, 'entry' | 'periodBefore'>) {
  const history = usePageText('account').history;
  const formatNumbers = useNumbersFormat();
  const { previous_title: from, previous_version_id: fromId } = entry;
  if (from === null) return history.firstPlan;
  if (entry.kind === 'users') {
    if (entry.undo) return history.undoneUsers;
    return history.changedUsers(formatNumbers({ ...entry, price: entry }));
  }
  if (entry.kind === 'terms') return history.terms[entry.terms ? 'agreed' : 'ended'];
  if (entry.undo) return fromId === entry.id ? history.undonePeriod : interpolate(history.undone, [from]);
  if (fromId === entry.id && endsTrial({ entry, periodBefore })) return history.trialEnded;
  if (fromId === entry.id) return history.changedPeriod[entry.account_billing_period];
  if (entry.kind === 'publication') return interpolate(history.followed, [from]);
  const texts = from === entry.title ? history.changedFromEarlier : history.changedFrom;
  return interpolate(texts[entry.direction], [from]);
}

/** Opens the dialog that undoes the switch, as long as that is possible. On the page of an account, it opens there. */
function UndoLink({ entry, now }: Pick<TimelineEntryProps, 'entry' | 'now'>) {
  const history = usePageText('account').history;
  const { history_id: undo, previous_version_id: previousId, undo_until: until } = entry;
  const page = usePathname();
  const [, setSearchParams] = useSearchParams(switchSearchParams);
  if (now === null || until === null || now >= until || previousId === null) return null;
  if (page !== pagePaths.history) {
    return (
      <TextButton
        data-undo={undo}
        aria-haspopup="dialog"
        className="screen-only"
        onClick={() => setSearchParams({ switch: previousId, undo })}
      >
        {history.undo}
      </TextButton>
    );
  }
  return (
    <TextLink href={pageUrls.plans({ switch: previousId, undo })} className="screen-only">
      {history.undo}
    </TextLink>
  );
}

/** Duration, price, actor and reason, as recorded at the time of the switch. */
function EntryDetails(props: Omit<TimelineEntryProps, 'options' | 'isOwner' | 'isLazy'>) {
  const { entry, now } = props;
  const history = usePageText('account').history;
  const { locale } = useDateFormatOptions();
  return (
    <dl>
      <Detail label={history.active}>{formatActiveTime(entry, now, locale, history.soFar)}</Detail>
      <Detail label={history.priceAtTheTime}>
        <EntryReceipt {...props} />
      </Detail>
      {useNextPrices(props).map(({ from, price }) => (
        <Detail key={from} label={from}>
          {price}
        </Detail>
      ))}
      <Detail label={history.changedBy}>
        <Actor actor={entry.actor} />
      </Detail>
      {entry.reason && (
        <Detail label={history.reason}>
          <Quote>{entry.reason}</Quote>
        </Detail>
      )}
    </dl>
  );
}

type EntryPriceProps = Pick<TimelineEntryProps, 'entry' | 'period' | 'periodBefore'>;

/** What the account paid from the entry on. The price of the plan says it all if there is nothing to add up. */
function EntryReceipt(props: EntryPriceProps) {
  const { entry, period, periodBefore } = props;
  const { billing_period: app, account_billing_period: billed, users } = entry;
  const state = period && toReceiptState(period);
  const isOne = (entry.quantity ?? 1) === 1;
  if (!state || (isOne && buildReceipt([state], { app, shown: billed, users }).lines.length < 2))
    return <EntryPrice {...props} withAnnual />;
  const before = periodBefore && calculatePaidAmounts(periodBefore, billed).total;
  const after = calculatePaidAmounts(period, billed).total;
  return (
    <Receipt
      states={[state]}
      period={billed}
      app={entry}
      users={users}
      difference={subtractAmounts(after, before)}
    />
  );
}

/** The price of the plan, and the difference from what the account paid before. */
function EntryPrice({
  entry,
  period,
  periodBefore,
  withAnnual = false,
}: EntryPriceProps & { withAnnual?: boolean }) {
  const { amounts, pricing } = useText();
  const { locale } = useDateFormatOptions();
  const { billing_period: app, account_billing_period: billed, users } = entry;
  const priceOptions = usePriceOptions(entry, billed);
  const annual = withAnnual && formatAnnualPrice(entry, priceOptions);
  const [before, after] = [periodBefore, period].map((each) => each && calculatePaidAmounts(each, app).total);
  const difference = subtractAmounts(after, before);
  const prices = [period, periodBefore].flatMap((each) => (each ? [each.price, ...each.addOns] : []));
  const perUser = prices.some(({ user_fee }) => user_fee);
  const unit = findUserUnit(prices);
  return (
    <>
      {formatPrice(entry, priceOptions)}
      {difference !== null && difference !== 0 && (
        <span>
          {formatMoneyChange(locale, entry, difference) +
            (perUser ? ` · ${pricing.forSeats(users, unit && amounts.unit(unit, users))}` : '')}
        </span>
      )}
      {annual && <span>{annual}</span>}
    </>
  );
}

/** "From 1 March 2027", and the price of the plan from then on. */
function useNextPrices({ entry, nextPrices }: Pick<TimelineEntryProps, 'entry' | 'nextPrices'>) {
  const { badges } = usePageText('account').changes;
  const priceOptions = usePriceOptions(entry, entry.account_billing_period);
  const formatAppDate = useAppDate();
  return nextPrices.map(({ at, price }) => ({
    from: badges.from(formatAppDate(at)),
    price: formatPrice(price, priceOptions),
  }));
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function formatActiveTime(
  { plan_since: since, deactivated }: HistoryEntry,
  now: number | null,
  locale: string,
  soFar: (duration: string) => string,
): string | null {
  if (deactivated !== null) return formatDuration(locale, since, deactivated);
  return now === null ? null : soFar(formatDuration(locale, since, now));
}

/** Omits a channel without a translation. */
function Actor({ actor: { name, channel } }: Pick<HistoryEntry, 'actor'>) {
  const history = usePageText('account').history;
  const channels: Record<string, (name: string) => string> = history.channels;
  return interpolate(channels[channel] ?? ((actorName) => actorName), [
    <bdi key="name">{name || history.formerUser}</bdi>,
  ]);
}
