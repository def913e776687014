'use client';

import { type ReactNode, useId } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { hasUserFees } from '@/components/pricing/plan-grid';
import { PriceControls } from '@/components/pricing/price-controls';
import { getPriceMessages } from '@/components/pricing/price-messages';
import { getPriceOptions, type PricedList, useBilling } from '@/components/pricing/use-billing';
import { LoadError, StaleDataNotice } from '@/components/ui/load-error';
import { PageHeading } from '@/components/ui/page-heading';
import { Skeleton } from '@/components/ui/skeleton';
import { linkClassName, TextLink } from '@/components/ui/text-link';
import { pageUrls, priceSearchParams } from '@/lib/client/page-urls';
import { useOptionalFeatures, useVersionList } from '@/lib/client/queries';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { OptionalFeatures } from '@/lib/contract/optional-features';
import type { VersionEntry, VersionList } from '@/lib/contract/versions';
import { formatList } from '@/lib/format/plurals';
import { formatAnnualPrice, formatPrice, type PriceFormatOptions } from '@/lib/format/price';
import { AccountOffers } from './account-offers';
import { collectOffers, getPriceKey, type ListedOffer, type OfferGroup } from './collect-offers';
import { OfferContent } from './offer-content';
import { useOptionalFeaturesText } from './use-optional-features-text';

/** Loads the offers: with their state for an account, or those of all plans for a visitor. */
export function OptionalFeaturesView({ hasAccount }: { hasAccount: boolean }) {
  const optionalFeatures = useOptionalFeaturesText();
  const list = useVersionList();
  const options = useOptionalFeatures({ enabled: hasAccount });
  const failed = [list, options].find(({ data, error }) => !data && error);
  const stale = [list, options].find(({ isRefetchError }) => isRefetchError);
  const retry = () => {
    void list.refetch();
    if (hasAccount) void options.refetch();
  };
  if (!list.data || (hasAccount && !options.data)) {
    return (
      <div className="measure">
        <PageHeading title={optionalFeatures.title} />
        {failed ? (
          <LoadError
            title={optionalFeatures.failed}
            error={failed.error}
            retrying={failed.isFetching}
            onRetry={retry}
          />
        ) : (
          <OffersSkeleton />
        )}
      </div>
    );
  }
  return (
    <div className="measure">
      <OptionalFeaturesContent
        data={list.data.data}
        options={hasAccount ? (options.data?.data ?? null) : null}
        notice={stale && <StaleDataNotice updatedAt={stale.dataUpdatedAt} onRetry={retry} />}
      />
    </div>
  );
}

interface OptionalFeaturesContentProps {
  data: VersionList['data'];
  /** The offers with their state for the account. Null for a visitor. */
  options: OptionalFeatures['data'] | null;
  /** Shown below the heading. */
  notice?: ReactNode;
  /** Nothing can be turned on or off, as in the product preview. */
  readOnly?: boolean;
}

/** The offers of a loaded list. Used by the page and by the product preview. */
export function OptionalFeaturesContent({
  data,
  options,
  notice,
  readOnly = false,
}: OptionalFeaturesContentProps) {
  const optionalFeatures = useOptionalFeaturesText();
  const { billing, list } = useBilling(data);
  const [{ seats }, setSearchParams] = useSearchParams(priceSearchParams);
  const { versions, matrix, app } = list;
  const currentPlan = versions.find(({ current }) => current);
  const groups = collectOffers(matrix, currentPlan ? [currentPlan] : versions);
  const isEmpty = options
    ? !options.optional_features.some(({ active, available }) => active || available)
    : groups.length === 0;
  const perUser = (options?.optional_features ?? []).some(({ user_fee }) => user_fee) || hasUserFees(list);
  return (
    <>
      <PageHeading
        title={optionalFeatures.title}
        lead={!isEmpty && <Lead currentPlan={currentPlan} />}
        aside={
          !isEmpty && (
            <PriceControls
              seats={seats}
              onSeats={options && perUser ? (next) => setSearchParams({ seats: next }) : undefined}
              billing={billing}
            />
          )
        }
      />
      {notice}
      {isEmpty && <NoOffers currentPlan={currentPlan} />}
      {options && (
        <AccountOffers
          list={data}
          options={options}
          seats={seats}
          period={billing.period}
          readOnly={readOnly}
        />
      )}
      {!isEmpty && !options && (
        <OfferList
          groups={groups}
          list={list}
          period={billing.period}
          showPlans={currentPlan === undefined}
        />
      )}
      {!isEmpty && app.contact_url && !options && (
        <p>
          {interpolate(optionalFeatures.contactToAdd, [
            <a key="contact" href={app.contact_url} className={linkClassName}>
              {optionalFeatures.contactUs}
            </a>,
          ])}
        </p>
      )}
    </>
  );
}

function Lead({ currentPlan }: { currentPlan: VersionEntry | undefined }) {
  const optionalFeatures = useOptionalFeaturesText();
  return currentPlan
    ? interpolate(optionalFeatures.lead, [<bdi key="plan">{currentPlan.title}</bdi>])
    : optionalFeatures.visitorLead;
}

function NoOffers({ currentPlan }: { currentPlan: VersionEntry | undefined }) {
  const { empty } = useOptionalFeaturesText();
  return (
    <div className="border-t-2 border-rule pt-4 pb-16">
      <h2 className="text-head">
        {currentPlan
          ? interpolate(empty.title, [<bdi key="plan">{currentPlan.title}</bdi>])
          : empty.titleWithoutPlan}
      </h2>
      <p className="mt-2 mb-6 max-w-[60ch] text-soft">{currentPlan ? empty.body : empty.bodyWithoutPlan}</p>
      <TextLink href={pageUrls.compare()}>{empty.action}</TextLink>
    </div>
  );
}

interface OfferListProps {
  groups: OfferGroup[];
  list: PricedList;
  period: BillingPeriod;
  /** Whether to list the plans of each price. */
  showPlans: boolean;
}

function OfferList({ groups, list, period, showPlans }: OfferListProps) {
  const { locale } = useDateFormatOptions();
  const priceOptions = getPriceOptions(list, { locale, period });
  const hasHeading = groups.some(({ title }) => title !== '');
  return groups.map((group) => (
    <OfferGroupSection
      key={group.title}
      group={group}
      hasHeading={hasHeading}
      priceOptions={priceOptions}
      showPlans={showPlans}
    />
  ));
}

interface OfferGroupSectionProps {
  group: OfferGroup;
  hasHeading: boolean;
  priceOptions: PriceFormatOptions;
  showPlans: boolean;
}

function OfferGroupSection({ group, hasHeading, priceOptions, showPlans }: OfferGroupSectionProps) {
  const optionalFeatures = useOptionalFeaturesText();
  const headingId = useId();
  return (
    <section
      aria-labelledby={hasHeading ? headingId : undefined}
      className="border-t-2 border-rule pt-3 pb-16 wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)] wide:gap-x-8"
    >
      {hasHeading && (
        <h2 id={headingId} className="pb-4 text-head">
          <bdi>{group.title || optionalFeatures.ungrouped}</bdi>
        </h2>
      )}
      <ul className="col-start-2 wide:-mt-3">
        {group.offers.map((offer) => (
          <OfferRow
            key={offer.id}
            offer={offer}
            hasHeading={hasHeading}
            priceOptions={priceOptions}
            showPlans={showPlans}
          />
        ))}
      </ul>
    </section>
  );
}

type OfferRowProps = Omit<OfferGroupSectionProps, 'group'> & { offer: ListedOffer };

function OfferRow({ offer, hasHeading, priceOptions, showPlans }: OfferRowProps) {
  const titleId = useId();
  return (
    <li
      aria-labelledby={titleId}
      className="grid gap-x-8 gap-y-3 border-b border-line py-4 middle:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]"
    >
      <OfferContent offer={offer} titleId={titleId} headingLevel={hasHeading ? 'h3' : 'h2'} />
      <OfferPrices offer={offer} priceOptions={priceOptions} showPlans={showPlans} />
    </li>
  );
}

function OfferPrices({ offer, priceOptions, showPlans }: Omit<OfferRowProps, 'hasHeading'>) {
  const optionalFeatures = useOptionalFeaturesText();
  const messages = getPriceMessages(useText());
  return (
    <ul className="figures flex flex-col gap-y-2 middle:text-end">
      {offer.prices.map(({ price, plans }) => {
        const annual = formatAnnualPrice(price, priceOptions, messages);
        return (
          <li key={getPriceKey(price)}>
            {formatPrice(price, priceOptions, messages)}
            {annual && <span className="block text-small text-soft">{annual}</span>}
            {showPlans && (
              <span className="block text-small text-soft">
                {interpolate(optionalFeatures.availableWith, [
                  <bdi key="plans">
                    {formatList(
                      priceOptions.locale,
                      plans.map(({ title }) => title),
                    )}
                  </bdi>,
                ])}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const skeletonRows = [0, 1, 2, 3, 4];

function OffersSkeleton() {
  const { ui } = useText();
  return (
    <div aria-busy="true" role="status" aria-label={ui.loading} className="border-t-2 border-line pt-3">
      {skeletonRows.map((row) => (
        <div key={row} className="flex justify-between gap-8 border-b border-line py-5">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="h-4 w-24" />
        </div>
      ))}
    </div>
  );
}
