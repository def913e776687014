'use client';

import { type ReactNode, useId, useState } from 'react';
import { CatalogText } from '@/components/catalog/catalog-text';
import { ContentChange } from '@/components/feature-content/content-change';
import { interpolate } from '@/components/i18n/interpolate';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { getPriceMessages } from '@/components/pricing/price-messages';
import { buildReceipt } from '@/components/receipt/build-receipt';
import { Receipt } from '@/components/receipt/receipt';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { DateText } from '@/components/ui/date-text';
import { Icon, type IconName } from '@/components/ui/icon';
import { linkClassName, TextButton, TextLink } from '@/components/ui/text-link';
import { pageUrls } from '@/lib/client/page-urls';
import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import type { FeatureChange, FeatureRef } from '@/lib/contract/fields';
import type { HistoryEntry } from '@/lib/contract/history';
import { formatDuration, formatRelativeTime } from '@/lib/format/elapsed-time';
import { formatMoneyChange } from '@/lib/format/money';
import {
  findUserUnit,
  formatAnnualPrice,
  formatPrice,
  type PeriodPrice,
  toAnnualPrice,
} from '@/lib/format/price';
import { AddOnEntries } from './add-on-entries';
import { calculatePaidAmounts, type PricePeriod, toReceiptState } from './price-periods';
import { getSpacingSteps } from './timeline-spacing';
import { useHistoryText } from './use-history-text';

interface TimelineEntryProps {
  entry: HistoryEntry;
  /** Changes of add-ons while the plan was active, newest first. */
  options: AddOnHistoryEntry[];
  /** The preceding entry in time, which is displayed below this one. */
  older: HistoryEntry | undefined;
  /** What the account paid from the entry on, and before. Null for the oldest entry that is loaded. */
  period: PricePeriod | null;
  periodBefore: PricePeriod | null;
  /** Unix seconds. Null on the server and during hydration. */
  now: number | null;
  isOwner: boolean;
}

/** One class name per spacing step. Tailwind generates only class names that appear in full in the source. */
const spacingClassNames = [
  'pb-8',
  'pb-10',
  'pb-12',
  'pb-16',
  'pb-20',
  'pb-24',
  'pb-28',
  'pb-32',
  'pb-36',
  'pb-40',
];

export function TimelineEntry(props: TimelineEntryProps) {
  const { entry, options, older, now, isOwner } = props;
  const history = useHistoryText();
  const isCurrent = entry.deactivated === null;
  const [expanded, setExpanded] = useState(false);
  const detailsId = useId();
  // A phone shows the details on demand.
  const detailsClassName = expanded ? '' : 'phone:hidden';
  const spacing = older ? spacingClassNames[getSpacingSteps(entry.activated - older.activated)] : 'pb-12';
  return (
    <li
      id={entry.history_id}
      className={classNames(
        'relative grid grid-cols-[1.75rem_minmax(0,1fr)] break-inside-avoid wide:grid-cols-[14rem_2.5rem_minmax(0,1fr)_minmax(0,1fr)]',
        spacing,
        'phone:pb-1 print:pb-6',
      )}
    >
      <TimelineMarker isCurrent={isCurrent} isLast={older === undefined} />
      <div className="col-start-2 text-small text-soft wide:col-start-1 wide:row-start-1 wide:pt-1.5 wide:pe-6">
        <EntryDate activated={entry.activated} now={now} />
      </div>
      <div className="col-start-2 wide:col-start-3 wide:row-start-1">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h2 tabIndex={-1} className="text-head">
            <CatalogText>{entry.title}</CatalogText>
          </h2>
          {isCurrent && <Badge tone="yours">{history.current}</Badge>}
        </div>
        {entry.description && (
          <p className={classNames('max-w-[60ch] text-soft', detailsClassName)}>
            <CatalogText>{entry.description}</CatalogText>
          </p>
        )}
        <p className="mt-3 flex flex-wrap gap-x-4 phone:mt-0">
          <span>
            <ChangeLabel entry={entry} />
          </span>
          {isOwner && <UndoLink entry={entry} now={now} />}
        </p>
        <p className="figures text-small middle:hidden print:hidden">
          <EntryPrice {...props} />
        </p>
        <TextButton
          aria-expanded={expanded}
          aria-controls={detailsId}
          className="inline-block min-h-11 text-small middle:hidden print:hidden"
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? history.hideDetails : history.showDetails}
          <span className="sr-only">
            : <CatalogText>{entry.title}</CatalogText>
          </span>
        </TextButton>
        <div id={detailsId} className={detailsClassName}>
          <EntryDetails {...props} />
        </div>
        <div className="pt-4 phone:pb-4 empty:hidden">
          <AddOnEntries entries={options} plans={[entry]} />
        </div>
      </div>
      <div className={`${detailsClassName} col-start-2 wide:col-start-4 wide:row-start-1 wide:ps-8`}>
        <FeatureChanges entry={entry} />
      </div>
    </li>
  );
}

/** What the switch changed: the plan, or only the billing period. */
function ChangeLabel({ entry }: Pick<TimelineEntryProps, 'entry'>) {
  const history = useHistoryText();
  const { previous_title: from, previous_version_id: fromId } = entry;
  if (from === null) return history.firstPlan;
  if (entry.undo) return fromId === entry.id ? history.undonePeriod : interpolate(history.undone, [from]);
  if (fromId === entry.id) return history.changedPeriod[entry.account_billing_period];
  return interpolate(history.changedFrom[entry.direction], [from]);
}

/** Opens the dialog that undoes the switch, as long as that is possible. */
function UndoLink({ entry, now }: Pick<TimelineEntryProps, 'entry' | 'now'>) {
  const history = useHistoryText();
  const { history_id: undo, previous_version_id: previousId, undo_until: until } = entry;
  if (now === null || until === null || now >= until || previousId === null) return null;
  return (
    <TextLink href={pageUrls.plans({ switch: previousId, undo })} className="screen-only">
      {history.undo}
    </TextLink>
  );
}

/** The date and time, and the relative time once `now` is known. */
function EntryDate({ activated, now }: { activated: number; now: number | null }) {
  const history = useHistoryText();
  const { locale } = useDateFormatOptions();
  return (
    <>
      <DateText at={activated} withTime className="block" />
      <span className="block min-h-5">
        {now !== null && formatRelativeTime(locale, activated, now, history.justNow)}
      </span>
    </>
  );
}

/** The line of the timeline, with a filled square for the current plan and a ring for each earlier one. */
function TimelineMarker({ isCurrent, isLast }: { isCurrent: boolean; isLast: boolean }) {
  return (
    <span aria-hidden="true" className="absolute inset-y-0 start-0 w-3 wide:start-56">
      {!isLast && (
        <span className="absolute start-[5px] top-6 bottom-0 border-s border-line wide:top-8 wide:-bottom-2" />
      )}
      <span
        className={classNames(
          'absolute start-0 top-1 size-[11px] forced-color-adjust-none wide:top-3',
          isCurrent
            ? 'bg-yours [print-color-adjust:exact] forced-colors:bg-[Highlight]'
            : 'rounded-full border-[1.5px] border-edge forced-colors:border-[CanvasText]',
        )}
      />
    </span>
  );
}

/** Duration, price, actor and reason, as recorded at the time of the switch. */
function EntryDetails(props: Omit<TimelineEntryProps, 'options' | 'isOwner'>) {
  const { entry, now } = props;
  const history = useHistoryText();
  const { locale } = useDateFormatOptions();
  return (
    <dl className="mt-3 grid max-w-[60ch] grid-cols-[minmax(0,7.5rem)_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
      <Detail label={history.active}>{formatActiveTime(entry, now, locale, history.soFar)}</Detail>
      <Detail label={history.priceAtTheTime}>
        <EntryReceipt {...props} />
      </Detail>
      <Detail label={history.changedBy}>
        <Actor actor={entry.actor} />
      </Detail>
      {entry.reason && (
        <Detail label={history.reason}>
          <q>
            <bdi>{entry.reason}</bdi>
          </q>
        </Detail>
      )}
    </dl>
  );
}

type EntryPriceProps = Pick<TimelineEntryProps, 'entry' | 'period' | 'periodBefore'>;

/** What the account paid from the entry on. The price of the plan says it all if there is nothing to add up. */
function EntryReceipt(props: EntryPriceProps) {
  const { entry, period, periodBefore } = props;
  const { billing_period, account_billing_period: billed } = entry;
  const state = period && toReceiptState(period);
  if (!state || buildReceipt([state], 1).lines.length < 2) return <EntryPrice {...props} withAnnual />;
  const before = periodBefore && calculatePaidAmounts(periodBefore, billed).total;
  const after = calculatePaidAmounts(period, billed).total;
  return (
    <Receipt
      states={[state]}
      period={billed}
      app={{ currency: entry.currency, billing_period }}
      users={1}
      difference={before === null || after === null ? null : after - before}
      className="-mt-1.5"
    />
  );
}

/** The price of the plan, and the difference from what the account paid before, for one user. */
function EntryPrice({
  entry: recorded,
  period,
  periodBefore,
  withAnnual = false,
}: EntryPriceProps & { withAnnual?: boolean }) {
  const text = useText();
  const { pricing } = text;
  const { locale } = useDateFormatOptions();
  const entry = toEntryPrice(recorded);
  const priceOptions = { locale, currency: recorded.currency, period: recorded.billing_period };
  const messages = getPriceMessages(text);
  const annual = withAnnual && formatAnnualPrice(entry, priceOptions, messages);
  const [before, after] = [periodBefore, period].map(
    (each) => each && calculatePaidAmounts(each, recorded.billing_period).total,
  );
  const difference = before == null || after == null ? 0 : after - before;
  const prices = [period, periodBefore].flatMap((each) => (each ? [each.entry, ...each.addOns] : []));
  const perUser = prices.some(({ user_fee }) => user_fee);
  return (
    <>
      {formatPrice(entry, priceOptions, messages)}
      {difference !== 0 && (
        <span className="figures block text-soft">
          {formatMoneyChange(locale, recorded.currency, difference)}
          {perUser && ` · ${pricing.forSeats(1, findUserUnit(prices))}`}
        </span>
      )}
      {annual && <span className="block text-soft">{annual}</span>}
    </>
  );
}

/** The price of the billing period, per period of the app's fees. */
function toEntryPrice(entry: HistoryEntry): PeriodPrice {
  const isAnnual = entry.account_billing_period === 'year' && entry.billing_period === 'month';
  return isAnnual ? toAnnualPrice(entry) : entry;
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="min-h-5">{children}</dd>
    </>
  );
}

function formatActiveTime(
  { activated, deactivated }: HistoryEntry,
  now: number | null,
  locale: string,
  soFar: (duration: string) => string,
): string | null {
  if (deactivated !== null) return formatDuration(locale, activated, deactivated);
  return now === null ? null : soFar(formatDuration(locale, activated, now));
}

/** Omits a channel without a translation. */
function Actor({ actor: { name, channel } }: Pick<HistoryEntry, 'actor'>) {
  const history = useHistoryText();
  const channels: Record<string, (name: string) => string> = history.channels;
  return interpolate(channels[channel] ?? ((actorName) => actorName), [<bdi key="name">{name}</bdi>]);
}

const maxShownFeatures = 4;

const isBetter = ({ improved }: FeatureChange) => improved !== false;
const isWorse = ({ improved }: FeatureChange) => improved === false;
const isLimit = ({ is_limit }: FeatureRef) => is_limit;
const isFeature = ({ is_limit }: FeatureRef) => !is_limit;

/** Lost and gained features and changed amounts, losses beside gains on wide screens. */
function FeatureChanges({ entry }: { entry: HistoryEntry }) {
  const history = useHistoryText();
  const { gained, lost, raised, lowered, changed, previous_version_id } = entry;
  // The features of the account's first plan are not listed as gained.
  if (previous_version_id === null) {
    return [
      { title: history.startedWith, features: gained.filter(isFeature) },
      { title: history.startedWithLimits, features: gained.filter(isLimit) },
    ].map(
      ({ title, features }) =>
        features.length > 0 && (
          <ChangedFeatures
            key={title(features.length)}
            title={title(features.length)}
            icon="tick"
            iconClassName=""
            features={features}
          />
        ),
    );
  }
  const losses = [
    { title: history.lost, icon: 'minus', iconClassName: 'text-lost', features: lost.filter(isFeature) },
    { title: history.lostLimits, icon: 'minus', iconClassName: 'text-lost', features: lost.filter(isLimit) },
    { title: history.lowered, icon: 'minus', iconClassName: 'text-lost', features: lowered.filter(isWorse) },
    { title: history.raised, icon: 'minus', iconClassName: 'text-lost', features: raised.filter(isWorse) },
  ] as const;
  const gains = [
    { title: history.gained, icon: 'plus', iconClassName: 'text-gained', features: gained.filter(isFeature) },
    {
      title: history.gainedLimits,
      icon: 'plus',
      iconClassName: 'text-gained',
      features: gained.filter(isLimit),
    },
    { title: history.raised, icon: 'plus', iconClassName: 'text-gained', features: raised.filter(isBetter) },
    {
      title: history.lowered,
      icon: 'plus',
      iconClassName: 'text-gained',
      features: lowered.filter(isBetter),
    },
  ] as const;
  const others = [
    { title: history.changed, icon: 'dash', iconClassName: 'text-soft', features: changed },
  ] as const;
  // Other changes follow the gains, or the losses if there are no gains.
  const hasGains = gains.some(({ features }) => features.length > 0);
  const columns = (hasGains ? [losses, [...gains, ...others]] : [[...losses, ...others]])
    .map((sections) => sections.filter(({ features }) => features.length > 0))
    .filter((sections) => sections.length > 0);
  if (columns.length === 0) {
    return <p className="mt-4 text-small text-soft wide:mt-1.5">{history.sameFeatures}</p>;
  }
  return (
    <div className={classNames('grid gap-x-8', columns.length > 1 && 'middle:grid-cols-2')}>
      {columns.map((sections) => (
        <div key={sections[0]?.icon} className="min-w-0">
          {sections.map(({ title, features, ...icon }) => (
            <ChangedFeatures
              key={title(features.length)}
              title={title(features.length)}
              features={features}
              {...icon}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface ChangedFeaturesProps {
  title: string;
  icon: IconName;
  iconClassName: string;
  features: readonly (FeatureRef | FeatureChange)[];
}

function ChangedFeatures({ title, icon, iconClassName, features }: ChangedFeaturesProps) {
  const history = useHistoryText();
  const shown = features.length <= maxShownFeatures + 1 ? features : features.slice(0, maxShownFeatures);
  const hidden = features.slice(shown.length);
  return (
    <div className="mt-4 min-w-0 wide:mt-1.5 wide:not-first:mt-4 max-w-[32rem] print:max-w-none text-small">
      <h3 className="font-normal text-soft">{title}</h3>
      <FeatureList features={shown} icon={icon} iconClassName={iconClassName} />
      {hidden.length > 0 && (
        <details>
          <summary className={`mt-1 inline-block print:hidden ${linkClassName}`}>
            {history.andMore(hidden.length)}
          </summary>
          <FeatureList features={hidden} icon={icon} iconClassName={iconClassName} />
        </details>
      )}
    </div>
  );
}

function FeatureList({ features, icon, iconClassName }: Omit<ChangedFeaturesProps, 'title'>) {
  return (
    <ul className="mt-1 gap-x-8 print:columns-[12rem]">
      {features.map((feature) => (
        <li
          key={feature.id}
          className={classNames('flex gap-2 break-inside-avoid', 'from' in feature && 'pb-1')}
        >
          <Icon name={icon} className={`mt-[0.2rem] ${iconClassName}`} />
          <span className="min-w-0">
            <CatalogText>{feature.title}</CatalogText>
            {'from' in feature && (
              <span className="figures block text-soft">
                <ContentChange from={feature.from} to={feature.to} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
