'use client';

import dynamic from 'next/dynamic';
import { useSearchParams as useRouterSearchParams } from 'next/navigation';
import { type ReactNode, useMemo, useState } from 'react';
import { CatalogText, CatalogTexts } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { maxPlansInGrid } from '@/components/pricing/max-plans-in-grid';
import { findSharedBlocker } from '@/components/pricing/plan-action';
import {
  areUsersFixed,
  type Billing,
  getSeats,
  toSeatsParam,
  useBilling,
  useChosenPrice,
} from '@/components/pricing/use-billing';
import type { ChosenList } from '@/components/pricing/use-chosen-plans';
import { useNamedPlans } from '@/components/pricing/use-plan-names';
import {
  type SwitchDialogState,
  SwitchSection,
  useSwitchDialogState,
} from '@/components/switch/switch-section';
import { YoursMark } from '@/components/ui/badge';
import { DateText } from '@/components/ui/date-text';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { useOnDemand } from '@/components/ui/use-on-demand';
import { useOnline } from '@/components/ui/use-online';
import { useLiveUpdates } from '@/lib/client/live-updates';
import { type PackedState, unpack } from '@/lib/client/packed-state';
import { featureSearchParams, pageUrls } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { AddOnList } from '@/lib/contract/add-ons';
import type { CurrentPlan, HistoryEntry } from '@/lib/contract/history';
import type { NoticeBody } from '@/lib/contract/notices';
import type { VersionEntry, VersionList } from '@/lib/contract/versions';
import { findUserUnit, hasUserFee, isSoldPerUnit } from '@/lib/pricing/price';
import { PlanGrid, PlanOverview } from './plan-grid';
import { maxShortList } from './plan-inheritance';
import { type PlansData, readPlansData } from './plans-data';

/** A script of its own, because some lists have neither prices per user nor annual prices. */
const PriceControls = dynamic(() =>
  import('@/components/pricing/price-controls').then((module) => module.PriceControls),
);

/** A script of its own, because most accounts have no number of users, no terms, and a plan that is sold. */
const CurrentPlanNotes = dynamic(() =>
  import('./current-plan-notes').then((module) => module.CurrentPlanNotes),
);

/** A script of its own, because most accounts can switch to some plan. */
const LocalizedMessage = dynamic(() =>
  import('@/components/ui/blocker-message').then((module) => module.LocalizedMessage),
);

/** A script of its own, because most accounts have neither add-ons nor usage. */
const AccountSummary = dynamic(() => import('./account-summary').then((module) => module.AccountSummary));

/** A script of its own, because the provider has changed nothing for most accounts. */
const AccountNotices = dynamic(() =>
  import('@/components/notices/account-notices').then((module) => module.AccountNotices),
);

/** Loaded with the results of a search. */
const FeatureMark = dynamic(() =>
  import('@/components/feature-search/feature-results').then((module) => module.FeatureMark),
);

/** Scripts of their own, because short lists need neither a search nor families. */
const FeatureSearch = dynamic(() =>
  import('@/components/feature-search/feature-search').then((module) => module.FeatureSearch),
);
const PlanFamilyGrids = dynamic(() => import('./plan-family-grids').then((module) => module.PlanFamilyGrids));

/** A script of its own, because most plans have features. */
const BuildPlan = dynamic(() => import('./build-plan').then((module) => module.BuildPlan));

/** The only plan of a list, if it has add-ons and no features. */
function findBuiltPlan({ versions, matrix }: VersionList['data']) {
  const active = versions.filter((version) => version.active);
  const [version] = active;
  if (!version || active.length > 1 || !matrix) return null;
  const hasFeatures = matrix.features.some((feature) => feature.versions[version.id]);
  return !hasFeatures && matrix.offers.some((addOn) => addOn.versions[version.id]) ? version : null;
}

const loadPlansQueries = () => import('./plans-queries').then((module) => module.PlansQueries);

interface PlansViewProps {
  /** What the server has loaded. */
  state: PackedState;
  /** Plan of the account. It is absent in frames. */
  plan?: CurrentPlan | null;
  signedIn: boolean;
  /** A user with the product role can be signed in without an account. */
  hasAccount: boolean;
  isMember: boolean;
  isOwner: boolean;
  demo: boolean;
  /** How the plans hold the usage of the account. Only pages have it. */
  children?: ReactNode;
}

/**
 * All plans with their prices. It shows what the server has loaded; queries replace it once live updates have started,
 * as a switch does, or at once if the server could not load the list.
 */
export function PlansView({ state, ...user }: PlansViewProps) {
  const { pricing, ui } = useText();
  const dialog = useSwitchDialogState();
  const rendered = useMemo(() => readPlansData(unpack(state)), [state]);
  const [queried, setQueried] = useState<PlansData | null>(null);
  const { list, newestEntry, addOns, changes, notices } = queried ?? rendered;
  const isLive = useLiveUpdates();
  const PlansQueries = useOnDemand(loadPlansQueries, isLive || !rendered.list);
  const queries = PlansQueries && (
    <PlansQueries state={state} hasAccount={user.hasAccount} onData={setQueried} />
  );
  if (!list) {
    return (
      <div className="measure">
        <PageHeading title={pricing.title} />
        {queries ?? <p role="status">{ui.loading}</p>}
      </div>
    );
  }
  const plan = newestEntry ?? user.plan;
  return (
    <CatalogTexts of={list}>
      <LoadedPlans
        {...user}
        loaded={list.data}
        newestEntry={newestEntry ?? null}
        plan={plan?.id === findCurrent(list)?.id ? plan : null}
        addOns={addOns?.data ?? null}
        changes={changes?.payload ?? []}
        notices={notices?.payload ?? []}
        hasNotices={Boolean(rendered.notices?.payload.length || notices?.payload.length)}
        dialog={dialog}
        queries={queries}
      />
    </CatalogTexts>
  );
}

interface LoadedPlansProps extends Omit<PlansViewProps, 'state'> {
  loaded: VersionList['data'];
  newestEntry: HistoryEntry | null;
  addOns: AddOnList['data'] | null;
  changes: AccountChangeBody[];
  notices: NoticeBody[];
  /** Also without any, if the page had some when it was loaded: what contains them has the focus after the last one. */
  hasNotices: boolean;
  dialog: SwitchDialogState;
  queries: ReactNode;
}

function LoadedPlans(props: LoadedPlansProps) {
  const { newestEntry, addOns, changes, notices, dialog, queries } = props;
  const { signedIn, hasAccount, isMember, isOwner, demo } = props;
  const named = useNamedPlans(props.loaded);
  const { pricing } = useText();
  const requestedSeats = useRouterSearchParams().get('seats');
  const billing = useBilling(named);
  const seats = getSeats(named, dialog.seats);
  const [read, setRead] = useState<ChosenList | null>(null);
  const list = read?.of === named ? read.chosen : named;
  const online = useOnline();
  const current = list.versions.find((version) => version.current);
  const activeAddOns = addOns?.optional_features.filter(({ active }) => active) ?? [];
  const chosen = useChosenPrice();
  const builtPlan = findBuiltPlan(list);
  const Grid = list.versions.length > maxPlansInGrid ? PlanFamilyGrids : PlanGrid;
  const pricedAddOns = builtPlan
    ? (list.matrix?.offers ?? []).flatMap(({ versions }) => versions[builtPlan.id] ?? [])
    : activeAddOns;
  const sharedBlocker = findSharedBlocker(list.versions);
  const action = {
    sharedBlocker: sharedBlocker?.code,
    user: { signedIn, demo },
    offline: !online,
    onSwitch: dialog.open,
    onIntent: dialog.preload,
  };
  const perUser = list.versions.some(hasUserFee) || pricedAddOns.some(({ user_fee }) => user_fee);
  const hasUsers = perUser || list.app.users_limit !== null;
  const onSeats =
    hasUsers && !areUsersFixed(list)
      ? (next: number) => dialog.setSeats(toSeatsParam(list, next))
      : undefined;
  const rowCount = (list.matrix?.features.length ?? 0) + (list.matrix?.offers.length ?? 0);
  const isSearchable = list.versions.length > 1 && rowCount > maxShortList;
  const [{ feature }] = useSearchParams(featureSearchParams);
  const priced = { list, seats, billing };
  return (
    <div className="measure">
      <PageHeading
        title={pricing.title}
        lead={
          (builtPlan ? current : list.versions.length > 0) && (
            <>
              <PlansLead
                current={current}
                since={props.plan?.plan_since ?? null}
                hasAccount={hasAccount}
                billing={billing}
              />
              {current && (hasUsers || list.quantity || current.terms || !current.active) && (
                <CurrentPlanNotes
                  list={list}
                  changes={changes}
                  followsAt={props.plan?.follows_at ?? null}
                  hasUsers={hasUsers}
                  seats={seats}
                  onSwitch={dialog.open}
                />
              )}
            </>
          )
        }
        aside={
          (onSeats || billing.hasChoice || list.versions.some(isSoldPerUnit)) && (
            <PriceControls
              seats={seats}
              unit={findUserUnit(list.versions)}
              requestedSeats={requestedSeats}
              onSeats={onSeats}
              billing={billing}
              versions={list.versions}
              reads={{ list: named, onData: setRead }}
            />
          )
        }
      />
      {hasAccount && (
        <SwitchSection
          list={list}
          billing={billing}
          dialog={dialog}
          newestEntry={newestEntry}
          isMember={isMember}
        />
      )}
      {queries}
      {sharedBlocker && (
        <p id="shared-blocker" className="mb-8 border-rule border-s-2 ps-3">
          <LocalizedMessage {...sharedBlocker} />
        </p>
      )}
      {props.hasNotices && (
        <AccountNotices
          notices={notices}
          list={list}
          period={billing.period}
          isDismissible={isOwner}
          offline={!online}
          onSwitch={dialog.open}
          onIntent={dialog.preload}
        />
      )}
      {(list.usage || activeAddOns[0]) && (
        <AccountSummary {...priced} addOns={builtPlan?.current ? [] : activeAddOns} />
      )}
      {builtPlan ? (
        <BuildPlan {...priced} version={builtPlan} addOns={addOns} isMember={isMember} action={action} />
      ) : (
        <>
          {props.children}
          {isSearchable && <FeatureSearch {...priced} />}
          <PlanOverview {...priced} />
          <Grid
            {...priced}
            changes={changes}
            action={action}
            renderMark={
              feature === null
                ? undefined
                : (versionId) => <FeatureMark {...priced} featureId={feature} versionId={versionId} />
            }
          />
          {list.versions.length > 0 && (
            <p className="flex flex-wrap gap-x-8 gap-y-5">
              <TextLink href={pageUrls.compare(chosen)}>{pricing.compareAll}</TextLink>
              {list.optional_features_available && (
                <TextLink href={pageUrls.addOns(chosen)}>
                  {hasAccount ? pricing.addOns : pricing.addOnsForVisitors}
                </TextLink>
              )}
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** "Your plan: Team since 3 March 2026", without the date when the history is not available. */
function PlansLead({
  current,
  since,
  hasAccount,
  billing,
}: {
  current: VersionEntry | undefined;
  since: number | null;
  hasAccount: boolean;
  billing: Billing;
}) {
  const { pricing } = useText();
  if (!hasAccount) return <p className="phone:hidden">{pricing.visitorLead}</p>;
  if (!current) return <p>{pricing.noPlan}</p>;
  return (
    <>
      <p>
        <YoursMark /> <PlanSince title={current.title} since={since} />
      </p>
      {billing.hasChoice && billing.accountPeriod && (
        <p className="text-body">{pricing.billedPeriod[billing.accountPeriod]}</p>
      )}
    </>
  );
}

function PlanSince({ title, since }: { title: string; since: number | null }) {
  const { pricing } = useText();
  const plan = (
    <CatalogText key="plan" className="font-medium text-ink">
      {title}
    </CatalogText>
  );
  if (since === null) return interpolate(pricing.yourPlanIs, [plan]);
  return interpolate(pricing.yourPlanSince, [plan, <DateText key="since" at={since} />]);
}

function findCurrent({ data }: VersionList): VersionEntry | undefined {
  return data.versions.find((version) => version.current);
}
