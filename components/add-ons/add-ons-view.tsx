'use client';

import { useId, useMemo } from 'react';
import { CatalogText, CatalogTexts } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { PriceControls } from '@/components/pricing/price-controls';
import { areUsersFixed, getSeats, toSeatsParam, useBilling } from '@/components/pricing/use-billing';
import { useNamedPlans } from '@/components/pricing/use-plan-names';
import { usePriceOptions } from '@/components/pricing/use-price-options';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { Section } from '@/components/ui/section';
import { linkClassName, TextLink } from '@/components/ui/text-link';
import { type PackedState, unpack } from '@/lib/client/packed-state';
import { pageUrls, priceSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { AddOnList } from '@/lib/contract/add-ons';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { AppInfo, VersionEntry, VersionList } from '@/lib/contract/versions';
import { formatList } from '@/lib/format/plurals';
import { formatAnnualPrice, formatPrice, type PriceFormatOptions } from '@/lib/pricing/format-price';
import { findUserUnit, getPriceKey, hasUserFee } from '@/lib/pricing/price';
import { AccountAddOns } from './account-add-ons';
import { AddOnContent } from './add-on-content';
import { type AddOnGroup, collectAddOns, type ListedAddOn } from './collect-add-ons';

/** What the page lists: the plans, and the add-ons with their state for the account. It is null for a visitor. */
interface AddOnLists {
  list: VersionList['data'];
  addOns: AddOnList['data'] | null;
}

export function AddOnsView({ state, isMember }: { state: PackedState<AddOnLists>; isMember: boolean }) {
  const { list, addOns } = useMemo(() => unpack(state), [state]);
  return (
    <CatalogTexts of={list}>
      <div className="measure">
        <AddOnsContent data={useNamedPlans(list)} addOns={addOns} isMember={isMember} />
      </div>
    </CatalogTexts>
  );
}

interface AddOnsContentProps {
  data: VersionList['data'];
  /** The add-ons with their state for the account. It is null for a visitor. */
  addOns: AddOnList['data'] | null;
  isMember?: boolean;
  /** Nothing can be turned on or off, as in the product preview. */
  readOnly?: boolean;
}

/** The add-ons of a list with named plans. The page, frames and the product preview use it. */
export function AddOnsContent(props: AddOnsContentProps) {
  const { data, addOns, isMember = false, readOnly = false } = props;
  const text = usePageText('account').addOns;
  const billing = useBilling(data);
  const [{ seats: requestedSeats }, setSearchParams] = useSearchParams(priceSearchParams);
  const seats = getSeats(data, requestedSeats);
  const { versions, matrix, app } = data;
  const currentPlan = versions.find(({ current }) => current);
  const groups = collectAddOns(matrix, currentPlan ? [currentPlan] : versions);
  const isEmpty = addOns
    ? !addOns.optional_features.some(({ active, available }) => active || available)
    : groups.length === 0;
  const perUser =
    (addOns?.optional_features ?? []).some(({ user_fee }) => user_fee) || data.versions.some(hasUserFee);
  return (
    <>
      <PreloadText groups={['account']} />
      <PageHeading
        title={text.title}
        lead={!isEmpty && <Lead currentPlan={currentPlan} />}
        aside={
          !isEmpty && (
            <PriceControls
              seats={seats}
              unit={findUserUnit(data.versions)}
              onSeats={
                addOns && perUser && !areUsersFixed(data)
                  ? (next) => setSearchParams({ seats: toSeatsParam(data, next) })
                  : undefined
              }
              billing={billing}
            />
          )
        }
      />
      {isEmpty && <NoAddOns currentPlan={currentPlan} />}
      {addOns && (
        <AccountAddOns
          list={data}
          addOns={addOns}
          seats={seats}
          period={billing.period}
          readOnly={readOnly}
          isMember={isMember}
        />
      )}
      {!isEmpty && !addOns && (
        <GroupedAddOns
          groups={groups}
          app={app}
          period={billing.period}
          showPlans={currentPlan === undefined}
        />
      )}
      {!isEmpty && app.contact_url && !addOns && (
        <p>
          {interpolate(text.contactToAdd, [
            <a key="contact" href={app.contact_url} className={linkClassName}>
              {text.contactUs}
            </a>,
          ])}
        </p>
      )}
    </>
  );
}

function Lead({ currentPlan }: { currentPlan: VersionEntry | undefined }) {
  const addOns = usePageText('account').addOns;
  return currentPlan ? interpolate(addOns.lead, [currentPlan.title]) : addOns.visitorLead;
}

function NoAddOns({ currentPlan }: { currentPlan: VersionEntry | undefined }) {
  const { empty } = usePageText('account').addOns;
  return (
    <EmptyState
      title={currentPlan ? interpolate(empty.title, [currentPlan.title]) : empty.titleWithoutPlan}
      body={currentPlan ? empty.body : empty.bodyWithoutPlan}
    >
      <TextLink href={pageUrls.compare()}>{empty.action}</TextLink>
    </EmptyState>
  );
}

interface GroupedAddOnsProps {
  groups: AddOnGroup[];
  app: AppInfo;
  period: BillingPeriod;
  /** Whether to list the plans of each price. */
  showPlans: boolean;
}

function GroupedAddOns({ groups, app, period, showPlans }: GroupedAddOnsProps) {
  const { ungrouped } = usePageText('account').addOns;
  const priceOptions = usePriceOptions(app, period);
  const hasHeading = groups.some(({ title }) => title !== '');
  return groups.map(({ title, addOns }) => {
    const heading = title ? <CatalogText>{title}</CatalogText> : ungrouped;
    return (
      <Section key={title} title={hasHeading ? heading : null}>
        <ul className="wide:-mt-3">
          {addOns.map((addOn) => (
            <AddOnRow
              key={addOn.id}
              addOn={addOn}
              headingLevel={hasHeading ? 'h3' : 'h2'}
              priceOptions={priceOptions}
              showPlans={showPlans}
            />
          ))}
        </ul>
      </Section>
    );
  });
}

interface AddOnRowProps extends Pick<GroupedAddOnsProps, 'showPlans'> {
  addOn: ListedAddOn;
  headingLevel: 'h2' | 'h3';
  priceOptions: PriceFormatOptions;
}

function AddOnRow({ addOn, headingLevel, priceOptions, showPlans }: AddOnRowProps) {
  const { availableWith } = usePageText('account').addOns;
  const titleId = useId();
  return (
    <li
      aria-labelledby={titleId}
      className="grid gap-x-8 gap-y-3 border-b border-line py-4 middle:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]"
    >
      <AddOnContent addOn={addOn} titleId={titleId} headingLevel={headingLevel} />
      <ul className="figures flex flex-col gap-y-2 middle:text-end">
        {addOn.prices.map(({ price, plans }) => {
          const annual = formatAnnualPrice(price, priceOptions);
          const titles = plans.map(({ title }) => title);
          return (
            <li key={getPriceKey(price)}>
              {formatPrice(price, priceOptions)}
              {annual && <span className="block text-small text-soft">{annual}</span>}
              {showPlans && (
                <span className="block text-small text-soft">
                  {interpolate(availableWith, [formatList(priceOptions.locale, titles)])}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </li>
  );
}
