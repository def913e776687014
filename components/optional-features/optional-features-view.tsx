'use client';

import { useId } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { getPriceMessages } from '@/components/pricing/price-messages';
import { LoadError, StaleDataNotice } from '@/components/ui/load-error';
import { PageHeading } from '@/components/ui/page-heading';
import { Skeleton } from '@/components/ui/skeleton';
import { linkClassName, TextLink } from '@/components/ui/text-link';
import { pageUrls } from '@/lib/client/page-urls';
import { useVersionList } from '@/lib/client/queries';
import type { AppInfo, VersionEntry } from '@/lib/contract/versions';
import { formatList } from '@/lib/format/plurals';
import { formatPrice, type PriceFormatOptions } from '@/lib/format/price';
import { collectOffers, type Offer, type OfferGroup } from './collect-offers';

/** The offers of the account's plan, or of all plans for a visitor. */
export function OptionalFeaturesView() {
  const { optionalFeatures } = useText();
  const list = useVersionList();
  const retry = () => void list.refetch();
  if (!list.data) {
    return (
      <div className="measure">
        <PageHeading title={optionalFeatures.title} />
        {list.error ? (
          <LoadError
            title={optionalFeatures.failed}
            error={list.error}
            retrying={list.isFetching}
            onRetry={retry}
          />
        ) : (
          <OffersSkeleton />
        )}
      </div>
    );
  }
  const { versions, matrix, app } = list.data.data;
  const currentPlan = versions.find(({ current }) => current);
  const groups = collectOffers(matrix?.features ?? [], currentPlan ? [currentPlan] : versions);
  return (
    <div className="measure">
      <PageHeading
        title={optionalFeatures.title}
        lead={groups.length > 0 && <Lead currentPlan={currentPlan} />}
      />
      {list.isRefetchError && <StaleDataNotice updatedAt={list.dataUpdatedAt} onRetry={retry} />}
      {groups.length === 0 ? (
        <NoOffers currentPlan={currentPlan} />
      ) : (
        <OfferList groups={groups} app={app} showPlans={currentPlan === undefined} />
      )}
      {groups.length > 0 && app.contact_url && (
        <p>
          {interpolate(optionalFeatures.contactToAdd, [
            <a key="contact" href={app.contact_url} className={linkClassName}>
              {optionalFeatures.contactUs}
            </a>,
          ])}
        </p>
      )}
    </div>
  );
}

function Lead({ currentPlan }: { currentPlan: VersionEntry | undefined }) {
  const { optionalFeatures } = useText();
  return currentPlan
    ? interpolate(optionalFeatures.lead, [<bdi key="plan">{currentPlan.title}</bdi>])
    : optionalFeatures.visitorLead;
}

function NoOffers({ currentPlan }: { currentPlan: VersionEntry | undefined }) {
  const { empty } = useText().optionalFeatures;
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
  app: AppInfo;
  /** Whether to list the plans of each price. */
  showPlans: boolean;
}

function OfferList({ groups, app, showPlans }: OfferListProps) {
  const { locale } = useDateFormatOptions();
  const priceOptions = { locale, currency: app.currency, period: app.billing_period };
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
  const { optionalFeatures } = useText();
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
            key={offer.key}
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

type OfferRowProps = Omit<OfferGroupSectionProps, 'group'> & { offer: Offer };

function OfferRow({ offer, hasHeading, priceOptions, showPlans }: OfferRowProps) {
  const { optionalFeatures } = useText();
  const Title = hasHeading ? 'h3' : 'h2';
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line py-4 middle:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]">
      <div>
        <Title className="font-medium">
          <bdi>{offer.title}</bdi>
        </Title>
        {offer.description && (
          <p className="max-w-[60ch] text-soft">
            <bdi>{offer.description}</bdi>
          </p>
        )}
        {offer.features.length > 0 && (
          <p className="max-w-[60ch] text-soft">
            {interpolate(optionalFeatures.includes, [
              <bdi key="features">
                {formatList(
                  priceOptions.locale,
                  offer.features.map(({ title }) => title),
                )}
              </bdi>,
            ])}
          </p>
        )}
      </div>
      <OfferPrices offer={offer} priceOptions={priceOptions} showPlans={showPlans} />
    </li>
  );
}

function OfferPrices({ offer, priceOptions, showPlans }: Omit<OfferRowProps, 'hasHeading'>) {
  const text = useText();
  return (
    <ul className="figures middle:text-end">
      {offer.prices.map(({ fees, plans }) => (
        <li key={`${fees.fee} ${fees.user_fee}`}>
          {formatPrice(fees, priceOptions, getPriceMessages(text))}
          {showPlans && (
            <span className="block text-small text-soft">
              {interpolate(text.optionalFeatures.availableWith, [
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
      ))}
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
