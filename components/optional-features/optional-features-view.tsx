'use client';

import { type ReactNode, useId } from 'react';
import { AmountText } from '@/components/feature-content/amount-text';
import { useContentFormat } from '@/components/feature-content/use-content-format';
import { interpolate } from '@/components/i18n/interpolate';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { getPriceMessages } from '@/components/pricing/price-messages';
import { Icon } from '@/components/ui/icon';
import { LoadError, StaleDataNotice } from '@/components/ui/load-error';
import { PageHeading } from '@/components/ui/page-heading';
import { Skeleton } from '@/components/ui/skeleton';
import { linkClassName, TextLink } from '@/components/ui/text-link';
import { pageUrls } from '@/lib/client/page-urls';
import { useVersionList } from '@/lib/client/queries';
import type { AppInfo, VersionEntry, VersionList } from '@/lib/contract/versions';
import { formatContent, isNamedByUnit } from '@/lib/format/localized-amount';
import { formatList } from '@/lib/format/plurals';
import { formatAnnualPrice, formatPrice, type PriceFormatOptions } from '@/lib/format/price';
import {
  collectOffers,
  getPriceKey,
  type ListedOffer,
  type OfferGroup,
  type OfferItem,
} from './collect-offers';
import { useOptionalFeaturesText } from './use-optional-features-text';

/** Loads the offers of the account's plan, or of all plans for a visitor. */
export function OptionalFeaturesView() {
  const optionalFeatures = useOptionalFeaturesText();
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
  return (
    <div className="measure">
      <OptionalFeaturesContent
        data={list.data.data}
        notice={list.isRefetchError && <StaleDataNotice updatedAt={list.dataUpdatedAt} onRetry={retry} />}
      />
    </div>
  );
}

interface OptionalFeaturesContentProps {
  data: VersionList['data'];
  /** Shown below the heading. */
  notice?: ReactNode;
}

/** The offers of a loaded list. Used by the page and by the product preview. */
export function OptionalFeaturesContent({ data, notice }: OptionalFeaturesContentProps) {
  const optionalFeatures = useOptionalFeaturesText();
  const { versions, matrix, app } = data;
  const currentPlan = versions.find(({ current }) => current);
  const groups = collectOffers(matrix, currentPlan ? [currentPlan] : versions);
  return (
    <>
      <PageHeading
        title={optionalFeatures.title}
        lead={groups.length > 0 && <Lead currentPlan={currentPlan} />}
      />
      {notice}
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
  const optionalFeatures = useOptionalFeaturesText();
  const titleId = useId();
  const Title = hasHeading ? 'h3' : 'h2';
  const { title, description, items, notes, requires, excludes } = offer;
  return (
    <li
      aria-labelledby={titleId}
      className="grid gap-x-8 gap-y-3 border-b border-line py-4 middle:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]"
    >
      <div className="max-w-[60ch]">
        <Title id={titleId} className="font-medium">
          <bdi>{title}</bdi>
        </Title>
        {description && (
          <p className="text-soft">
            <bdi>{description}</bdi>
          </p>
        )}
        {items.length > 0 && <OfferItems items={items} />}
        {notes.map((note) => (
          <p key={note} className="pt-1 text-small text-soft">
            <bdi>{note}</bdi>
          </p>
        ))}
        <RelatedOffers titles={requires} text={optionalFeatures.requires} locale={priceOptions.locale} />
        <RelatedOffers titles={excludes} text={optionalFeatures.excludes} locale={priceOptions.locale} />
      </div>
      <OfferPrices offer={offer} priceOptions={priceOptions} showPlans={showPlans} />
    </li>
  );
}

const maxShownItems = 8;

/** What the offer includes. A long list is collapsed after the first items. */
function OfferItems({ items }: { items: OfferItem[] }) {
  const optionalFeatures = useOptionalFeaturesText();
  const shown = items.length <= maxShownItems + 1 ? items : items.slice(0, maxShownItems);
  const hidden = items.slice(shown.length);
  return (
    <div className="pt-1">
      <ItemList label={optionalFeatures.includes} items={shown} />
      {hidden.length > 0 && (
        <details>
          <summary className={`mt-1 inline-block text-small ${linkClassName}`}>
            {optionalFeatures.andMore(hidden.length)}
          </summary>
          <ItemList label={optionalFeatures.includes} items={hidden} />
        </details>
      )}
    </div>
  );
}

function ItemList({ label, items }: { label: string; items: OfferItem[] }) {
  return (
    <ul aria-label={label}>
      {items.map((item) => (
        <li key={item.id} className="flex gap-2.5 pt-1">
          <Icon name="plus" className="mt-1 text-soft" />
          <ItemLine item={item} />
        </li>
      ))}
    </ul>
  );
}

function ItemLine({ item: { title, content, isAddition } }: { item: OfferItem }) {
  const format = useContentFormat();
  const amount = formatContent(content, { ...format, signed: isAddition });
  if (amount && isNamedByUnit(title, content)) {
    return (
      <span className="figures min-w-0">
        <AmountText>{amount}</AmountText>
      </span>
    );
  }
  return (
    <span className="flex min-w-0 grow flex-wrap justify-between gap-x-4">
      <bdi>{title}</bdi>
      {amount && (
        <span className="figures text-soft">
          <AmountText>{amount}</AmountText>
        </span>
      )}
    </span>
  );
}

interface RelatedOffersProps {
  titles: string[];
  text: (addOns: string) => string;
  locale: string;
}

/** A dependency or an exclusion, as a sentence. */
function RelatedOffers({ titles, text, locale }: RelatedOffersProps) {
  if (titles.length === 0) return null;
  return (
    <p className="pt-2 text-small">
      {interpolate(text, [<bdi key="titles">{formatList(locale, titles)}</bdi>])}
    </p>
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
