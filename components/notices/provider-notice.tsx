'use client';

import { Fragment, type ReactNode, use, useId } from 'react';
import { ContentChange } from '@/components/feature-content/feature-content';
import { splitChanges } from '@/components/feature-content/split-changes';
import { CatalogText, CatalogTextContext } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { type PlanActionProps, SwitchLabel } from '@/components/pricing/plan-action';
import { useChosenPrice } from '@/components/pricing/use-billing';
import { usePriceOptions } from '@/components/pricing/use-price-options';
import { Button } from '@/components/ui/button';
import { changeIconClassNames } from '@/components/ui/change-icon';
import { classNames } from '@/components/ui/class-names';
import { AppDate, DateText } from '@/components/ui/date-text';
import { ErrorMessage } from '@/components/ui/error-message';
import { SpokenSubject, TextButton, TextLink } from '@/components/ui/text-link';
import { useDismissNotice } from '@/lib/client/notices';
import { getChangeAnchor, pageUrls } from '@/lib/client/page-urls';
import type { BillingPeriod, FeatureChange, FeatureRef } from '@/lib/contract/fields';
import type { NoticeBody } from '@/lib/contract/notices';
import type { VersionList } from '@/lib/contract/versions';
import { describePrice, formatPrice } from '@/lib/pricing/format-price';

export interface ProviderNoticeProps extends Pick<PlanActionProps, 'offline' | 'onSwitch' | 'onIntent'> {
  notice: NoticeBody;
  list: VersionList['data'];
  /** The chosen billing period. */
  period: BillingPeriod;
  /** Whether the user can dismiss it. */
  isDismissible: boolean;
  onDismissed: () => void;
}

const actionClassName = 'inline-flex min-h-11 items-center';

/** What the provider changed, since when, and what can be done about it. Losses come first. */
export function ProviderNotice({ notice, isDismissible, onDismissed, ...props }: ProviderNoticeProps) {
  const text = usePageText('planDetails').notices;
  const { ui } = useText();
  const { provider } = use(CatalogTextContext);
  const titleId = useId();
  const dismissal = useDismissNotice();
  const { id, version, previous_version: before, optional_feature: addOn, undone, type } = notice;
  const subject = addOn?.title ?? version.title;
  const { effective_at: effectiveAt, ends_at: endsAt } = notice;
  const followsAt = type === 'kept' ? effectiveAt : null;
  const title = followsAt === null ? text.titles[undone ? 'undone' : type] : text.titles.renewal;
  const isAnnouncedOff = type === 'announced' && notice.price === null;
  const isOff = type === 'included' || type === 'ended' || isAnnouncedOff;
  return (
    <article aria-labelledby={titleId} className="mb-12 border-yours border-s-4 ps-4">
      <h2 id={titleId} className="max-w-[60ch] text-pretty text-head">
        {interpolate(title, [
          <bdi key="provider">{provider}</bdi>,
          <CatalogText key="subject">{subject}</CatalogText>,
          effectiveAt === null || followsAt !== null ? (
            <DateText key="date" at={notice.changed_at} />
          ) : (
            <AppDate key="date" at={effectiveAt} />
          ),
          followsAt === null ? (
            <CatalogText key="other">{(isOff ? version : before)?.title ?? ''}</CatalogText>
          ) : (
            <AppDate key="other" at={followsAt} />
          ),
        ])}
      </h2>
      <p className="max-w-[72ch] text-pretty pt-1">
        {isOff ? (
          text[isAnnouncedOff ? 'announcedOff' : 'off']
        ) : (
          <NoticePrice notice={notice} period={props.period} />
        )}
      </p>
      {!isOff && !undone && <NoticeChanges notice={notice} />}
      {endsAt !== null && (
        <p className="pt-1">{interpolate(text.announcedEnd, [<AppDate key="end" at={endsAt} />])}</p>
      )}
      <div className="screen-only flex flex-wrap items-center gap-x-6 gap-y-2 pt-4">
        {type === 'kept' ? (
          <PresentPlan notice={notice} {...props} />
        ) : (
          type !== 'announced' && (
            <TextLink
              className={actionClassName}
              href={`${pageUrls.history()}#${notice.history_id ?? getChangeAnchor(notice)}`}
            >
              {ui.viewHistory}
              <SpokenSubject>{subject}</SpokenSubject>
            </TextLink>
          )
        )}
        {isDismissible && (
          <TextButton
            className={actionClassName}
            aria-disabled={dismissal.isPending || props.offline}
            onClick={() => {
              if (dismissal.isPending || props.offline) return;
              dismissal.mutateAsync(id).then(onDismissed, () => undefined);
            }}
          >
            {dismissal.isPending ? text.dismissing : ui.dismiss}
            <SpokenSubject>{subject}</SpokenSubject>
          </TextButton>
        )}
      </div>
      <p role="alert" className="empty:hidden">
        {dismissal.error && <ErrorMessage error={dismissal.error} />}
      </p>
    </article>
  );
}

/** The dialog that switches to what the plan is today, and the comparison with it. */
function PresentPlan({
  notice: { version, previous_version: own },
  list,
  offline,
  onSwitch,
  onIntent,
}: Omit<ProviderNoticeProps, 'isDismissible' | 'onDismissed' | 'period'>) {
  const text = usePageText('planDetails').notices;
  const chosen = useChosenPrice();
  const plans = [own?.id, version.id].flatMap(
    (id) => list.versions.find((each) => each.id === id)?.tag ?? [],
  );
  // What the account follows to can have been replaced since.
  if (!list.versions.some(({ id }) => id === version.id)) return null;
  return (
    <>
      <Button
        blocked={offline}
        aria-haspopup="dialog"
        data-switch-to={version.id}
        onClick={onSwitch && (() => onSwitch(version.id))}
        onPointerEnter={onIntent}
        onFocus={onIntent}
      >
        <SwitchLabel title={version.title} decision={null} isPreview />
      </Button>
      <TextLink
        className={actionClassName}
        href={pageUrls.compare({ ...chosen, plans, pair: plans, differences: 'true' })}
      >
        {text.compare}
      </TextLink>
    </>
  );
}

/**
 * "It costs €15 / month. Before, it was €12 / month." `period` is the chosen one, which what a plan is today is stated for. A
 * price that holds later is stated as it is billed.
 */
function NoticePrice({ notice, period: chosen }: { notice: NoticeBody; period: BillingPeriod }) {
  const text = usePageText('planDetails').notices;
  const { pricing } = useText();
  const { price, previous_price: before, account_billing_period: billed } = notice;
  const { previous_account_billing_period: periodBefore, undone, type, effective_at: effectiveAt } = notice;
  const period = type === 'kept' && effectiveAt === null ? chosen : billed;
  // As billed, so that both are for one period.
  const options = { ...usePriceOptions(notice, period), shown: period };
  const optionsBefore = { ...usePriceOptions(notice, periodBefore ?? period), shown: periodBefore ?? period };
  const amount = (value: string, key: string) => (
    <bdi key={key} className="figures inline-block">
      {value}
    </bdi>
  );
  if (!price) return null;
  const now = formatPrice(price, options);
  if (undone) return interpolate(text.asBefore, [amount(now, 'now')]);
  if (!before) return interpolate(text.samePrice, [amount(now, 'now')]);
  if (effectiveAt !== null) {
    return interpolate(text.datedPrices, [
      amount(now, 'now'),
      amount(formatPrice(before, optionsBefore), 'before'),
      <AppDate key="date" at={effectiveAt} />,
    ]);
  }
  const areAmounts = [describePrice(before, optionsBefore), describePrice(price, options)].every(
    ({ kind }) => kind === 'amounts',
  );
  const texts = {
    kept: [text.keptPrices, text.otherKeptPrices],
    others: [text.prices, text.otherPrices],
  }[type === 'kept' ? type : 'others'];
  const sentence = texts[areAmounts ? 0 : 1]!;
  return (
    <>
      {interpolate(sentence, [amount(formatPrice(before, optionsBefore), 'before'), amount(now, 'now')])}
      {periodBefore && ` ${pricing.billedPeriod[period]}.`}
    </>
  );
}

const maxShown = 4;

/** What is lost, gained and changed, losses first. */
function NoticeChanges({ notice }: { notice: NoticeBody }) {
  const text = usePageText('planDetails').notices;
  const { lost, gained } = notice;
  const { lowered, raisedCosts, raised, loweredCosts, otherChanges } = splitChanges(notice);
  const lines = [
    { icon: 'minus', label: text.lost, features: lost },
    { icon: 'minus', label: text.lowered, features: lowered },
    { icon: 'minus', label: text.raised, features: raisedCosts },
    {
      icon: 'plus',
      label: notice.type === 'announced' ? text.announcedGained : text.gained,
      features: gained,
    },
    { icon: 'plus', label: text.raised, features: raised },
    { icon: 'plus', label: text.lowered, features: loweredCosts },
    { icon: 'dash', label: text.changed, features: otherChanges },
  ] as const;
  const shown = lines.filter(({ features }) => features.length > 0);
  if (shown.length === 0) return <p>{text.sameFeatures}</p>;
  return (
    <ul className="pt-2">
      {shown.map(({ icon, label, features }) => (
        <li
          key={`${icon} ${label('')}`}
          className={classNames('flex max-w-[72ch] gap-2.5 py-0.5 before:mt-1', changeIconClassNames[icon])}
        >
          <span className="min-w-0">{interpolate(label, [<Features key="list" features={features} />])}</span>
        </li>
      ))}
    </ul>
  );
}

/** "Storage 10 → 20 GB, Guests and 3 more" */
function Features({ features }: { features: readonly (FeatureRef | FeatureChange)[] }): ReactNode {
  const { ui, pricing } = useText();
  const shown = features.slice(0, maxShown);
  const hiddenCount = features.length - shown.length;
  return (
    <>
      {shown.map((feature, index) => (
        <Fragment key={feature.id}>
          {index > 0 && ui.comma}
          <CatalogText>{feature.title}</CatalogText>
          {'from' in feature && (
            <>
              {' '}
              <ContentChange from={feature.from} to={feature.to} />
            </>
          )}
        </Fragment>
      ))}
      {hiddenCount > 0 && ` ${pricing.andMore(hiddenCount)}`}
    </>
  );
}
