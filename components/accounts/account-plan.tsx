'use client';

import dynamic from 'next/dynamic';
import { Suspense, useId, useState } from 'react';
import { AccountAddOns } from '@/components/add-ons/account-add-ons';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { UsersOfAccount } from '@/components/plans/current-plan-notes';
import { PlanAction } from '@/components/pricing/plan-action';
import { SeatsControl } from '@/components/pricing/seats-control';
import { areUsersFixed, type Billing, getSeats, useBilling } from '@/components/pricing/use-billing';
import { useChosenPlans } from '@/components/pricing/use-chosen-plans';
import { useNamedPlans } from '@/components/pricing/use-plan-names';
import { usePriceOptions } from '@/components/pricing/use-price-options';
import { toReceiptState } from '@/components/receipt/to-receipt-state';
import {
  type SwitchDialogState,
  SwitchSection,
  useSwitchDialogState,
} from '@/components/switch/switch-section';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { AppDate, DateText } from '@/components/ui/date-text';
import { Section } from '@/components/ui/section';
import { useOnline } from '@/components/ui/use-online';
import type { AddOnEntry, AddOnList } from '@/lib/contract/add-ons';
import type { HistoryEntry } from '@/lib/contract/history';
import type { Price, VersionEntry, VersionList } from '@/lib/contract/versions';
import { formatMoney } from '@/lib/format/money';
import { formatPrice } from '@/lib/pricing/format-price';
import { findNextPrices } from '@/lib/pricing/next-prices';
import { findUserUnit, hasUserFee, toVersionPrice } from '@/lib/pricing/price';
import { computeTotal } from '@/lib/pricing/total';

const Receipt = dynamic(() => import('@/components/receipt/receipt').then((module) => module.Receipt));

export interface AccountPlanData {
  list: VersionList['data'];
  /** The newest history entry. It is null without a history. */
  newestEntry: HistoryEntry | null;
  addOns: AddOnList['data'];
}

/** The plan with its price and add-ons. Support can change the plan. */
export function AccountPlan({
  canChange,
  periodEndsAt,
  ...data
}: AccountPlanData & { canChange: boolean; periodEndsAt: number | null }) {
  const { newestEntry } = data;
  const addOns = data.addOns.optional_features.filter(({ active }) => active);
  const named = useNamedPlans(data.list);
  const text = usePageText('staff').accounts;
  const texts = useText();
  const dialog = useSwitchDialogState();
  const billing = useBilling(named);
  const seats = getSeats(named, dialog.seats);
  const { list, reader } = useChosenPlans(named, seats, billing);
  const priceOptions = usePriceOptions(list.app, billing.accountPeriod ?? billing.period);
  const [choosing, setChoosing] = useState<'plan' | 'addOns' | null>(null);
  const listId = useId();
  const hasUsers = list.app.users_limit !== null || list.versions.some(hasUserFee);
  const current = list.versions.find((version) => version.current);
  const plan = current && <CatalogText key="plan">{current.title}</CatalogText>;
  return (
    <Section title={text.plan}>
      {reader}
      {canChange && (
        <SwitchSection
          list={list}
          billing={billing}
          dialog={dialog}
          newestEntry={newestEntry}
          isMember={false}
          bySupport
        />
      )}
      <p className="text-lead">
        {current && newestEntry?.id === current.id
          ? interpolate(text.since, [plan, <DateText key="since" at={newestEntry.plan_since} />])
          : (plan ?? text.noPlan)}
      </p>
      {current && (
        <p className="figures text-soft">
          {formatPrice(current, priceOptions)}
          {billing.hasChoice &&
            billing.accountPeriod &&
            ` · ${texts.pricing.billedPeriod[billing.accountPeriod]}`}
          {` · ${texts.pricing.forSeats(list.users)}`}
        </p>
      )}
      {current && (
        <div className="figures text-soft">
          <AccountPays
            list={named}
            current={current}
            followsAt={newestEntry?.follows_at ?? null}
            addOns={addOns}
            periodEndsAt={periodEndsAt}
          />
        </div>
      )}
      {current && !current.active && <p className="mt-1 text-soft">{texts.pricing.noLongerOffered}</p>}
      {list.optional_features_available && addOns.length === 0 && (
        <p className="mt-4 text-soft">{text.noAddOns}</p>
      )}
      {current && addOns.length > 0 && (
        <div className="mt-6">
          <ActiveAddOns addOns={addOns} />
          <Receipt
            states={[toReceiptState(current, { addOns, period: billing.period })]}
            period={billing.period}
            app={list.app}
            users={getSeats(list, dialog.seats)}
            className="max-w-[30rem] text-small"
          />
        </div>
      )}
      {canChange && (
        <div className="screen-only mt-6">
          <div className="flex flex-wrap gap-3">
            <Button
              aria-expanded={choosing === 'plan'}
              aria-controls={listId}
              onFocus={dialog.preload}
              onClick={() => setChoosing(choosing === 'plan' ? null : 'plan')}
            >
              {choosing === 'plan' ? text.keepPlan : text.changePlan}
            </Button>
            {data.addOns.optional_features.length > 0 && (
              <Button
                aria-expanded={choosing === 'addOns'}
                aria-controls={listId}
                onClick={() => setChoosing(choosing === 'addOns' ? null : 'addOns')}
              >
                {choosing === 'addOns' ? text.keepAddOns : text.changeAddOns}
              </Button>
            )}
          </div>
          <div id={listId}>
            {choosing === 'plan' && current && hasUsers && (
              <div className="pt-6">
                {!areUsersFixed(list) && (
                  <SeatsControl seats={seats} unit={findUserUnit(list.versions)} onChange={dialog.setSeats} />
                )}
                <Suspense>
                  <UsersOfAccount
                    list={list}
                    current={current}
                    hasUsers
                    seats={seats}
                    unit={findUserUnit(list.versions)}
                    onChange={current.switch?.allowed ? () => dialog.open(current.id) : null}
                  />
                </Suspense>
              </div>
            )}
            {choosing === 'plan' && <PlanChoice list={list} billing={billing} dialog={dialog} />}
            {choosing === 'addOns' && (
              <div className="pt-6">
                <AccountAddOns
                  list={list}
                  addOns={data.addOns}
                  seats={seats}
                  period={billing.period}
                  readOnly={false}
                />
              </div>
            )}
          </div>
        </div>
      )}
    </Section>
  );
}

/** What is on, since when. */
function ActiveAddOns({ addOns }: { addOns: AddOnEntry[] }) {
  const text = usePageText('staff').accounts;
  const { pricing } = useText();
  return (
    <ul aria-label={text.addOns} className="mb-4 border-t border-line">
      {addOns.map(({ id, title, quantity, since }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5">
          <CatalogText>{quantity > 1 ? pricing.times(quantity, title) : title}</CatalogText>
          {since !== null && (
            <span className="text-soft">
              {interpolate(text.onSince, [<DateText key="since" at={since} />])}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface PlanChoiceProps {
  list: VersionList['data'];
  billing: Billing;
  dialog: SwitchDialogState;
}

/** The plans that the account can see, with the buttons that open the dialog. */
function PlanChoice({ list, billing, dialog }: PlanChoiceProps) {
  const text = usePageText('staff').accounts;
  const texts = useText();
  const online = useOnline();
  const priceOptions = usePriceOptions(list.app, billing.period);
  return (
    <ul aria-label={texts.pricing.title} className="mt-4 border-t border-line">
      {list.versions.map((version) => (
        <li
          key={version.id}
          className="grid items-center gap-x-8 gap-y-2 border-b border-line py-3 middle:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <CatalogText className="font-medium">{version.title}</CatalogText>
              {!version.public && <Badge>{texts.pricing.notPublic}</Badge>}
            </p>
            <p className="figures text-soft">{formatPrice(version, priceOptions)}</p>
            {!version.active && <p className="text-small text-soft">{texts.pricing.noLongerOffered}</p>}
          </div>
          <div className="middle:text-end">
            {version.current && <Badge tone="yours">{text.currentPlan}</Badge>}
            <PlanAction
              version={version}
              app={list.app}
              seats={getSeats(list, dialog.seats)}
              billing={billing}
              primary={false}
              user={{ signedIn: true, demo: false }}
              offline={!online}
              onSwitch={dialog.open}
              onIntent={dialog.preload}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface AccountPaysProps {
  list: VersionList['data'];
  current: VersionEntry;
  /** When the account follows its plan at its renewal, in Unix seconds. It is null if it does not. */
  followsAt: number | null;
  /** Those that are on. */
  addOns: AddOnEntry[];
  /** Unix seconds. It is null if it is not known. */
  periodEndsAt: number | null;
}

/**
 * What the account pays, and from when: "$13 / month in total. The next period begins on 1 March." In a trial, what add-ons
 * cost. What it pays after its terms, and after the renewal at which it follows its plan.
 */
function AccountPays({ list, current, followsAt, addOns, periodEndsAt }: AccountPaysProps) {
  const { pays: text } = usePageText('staff').accounts;
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  const { app, quantity, users, trial_ends_at: trialEndsAt, billing_period: period } = list;
  const billed = period ?? app.billing_period;
  const { addOns: priced } = toReceiptState(current, { addOns, period: billed });
  const items = priced.flatMap(({ price, ...addOn }) => (price ? [{ ...addOn, price }] : []));
  /** Null if something can't be priced. Without a plan, that of the add-ons. */
  const format = (plan: Price | null) => {
    const own = plan && { id: '', price: toVersionPrice({ ...current, ...plan }, quantity) };
    const total = computeTotal(own ? [own, ...items] : items, { app: app.billing_period, billed, users });
    if (total.not_included.length > 0) return null;
    return <bdi key="price">{pricing.price.inPeriod(formatMoney(locale, app, total.amount), billed)}</bdi>;
  };
  const now = format(current);
  return (
    <>
      {trialEndsAt !== null && (
        <p>
          {interpolate(text.trial, [<AppDate key="date" at={trialEndsAt} until />])}
          {items.length > 0 && format(null) && <> {interpolate(text.addOns, [format(null)])}</>}
        </p>
      )}
      {trialEndsAt === null && now && (
        <p>
          {periodEndsAt === null
            ? interpolate(text.total, [now])
            : interpolate(text.renews, [now, <AppDate key="date" at={periodEndsAt} />])}
        </p>
      )}
      {findNextPrices(list.versions, followsAt).map(({ at, price }) => {
        const total = format(price);
        return total && <p key={at}>{interpolate(text.next, [<AppDate key="date" at={at} />, total])}</p>;
      })}
    </>
  );
}
