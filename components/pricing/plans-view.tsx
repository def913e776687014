'use client';

import { useSearchParams as useRouterSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { SwitchSection, useSwitchDialogState } from '@/components/switch/switch-section';
import { YoursMark } from '@/components/ui/badge';
import { LoadError, StaleDataNotice } from '@/components/ui/load-error';
import { PageHeading } from '@/components/ui/page-heading';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { useOnline } from '@/components/ui/use-online';
import { pageUrls } from '@/lib/client/page-urls';
import { useNewestEntry, useVersionList } from '@/lib/client/queries';
import type { VersionEntry, VersionList } from '@/lib/contract/versions';
import { formatDate, formatIsoTime } from '@/lib/format/date-time';
import { ActiveAddOns } from './active-add-ons';
import { hasUserFees, PlanGrid, PlanOverview } from './plan-grid';
import { PriceControls } from './price-controls';
import { type Billing, useBilling, useChosenPrice } from './use-billing';

interface PlansViewProps {
  signedIn: boolean;
  /** A user with the product role can be signed in without an account. */
  hasAccount: boolean;
  demo: boolean;
}

export function PlansView(props: PlansViewProps) {
  const { pricing } = useText();
  const { data, error, isFetching, refetch, dataUpdatedAt } = useVersionList();
  const retry = () => void refetch();
  if (data) {
    const notice = error && <StaleDataNotice updatedAt={dataUpdatedAt} onRetry={retry} />;
    return <LoadedPlans {...props} loaded={data.data} notice={notice} />;
  }
  return (
    <div className="measure">
      <PageHeading title={pricing.title} lead={!error && <Skeleton className="my-1.5 h-4 w-64" />} />
      {error ? (
        <LoadError title={pricing.failed} error={error} retrying={isFetching} onRetry={retry} />
      ) : (
        <PlansSkeleton />
      )}
    </div>
  );
}

interface LoadedPlansProps extends PlansViewProps {
  loaded: VersionList['data'];
  notice: ReactNode;
}

function LoadedPlans({ loaded, notice, signedIn, hasAccount, demo }: LoadedPlansProps) {
  const { pricing } = useText();
  const requestedSeats = useRouterSearchParams().get('seats');
  const dialog = useSwitchDialogState();
  const { billing, list } = useBilling(loaded);
  const { seats } = dialog;
  const online = useOnline();
  const current = list.versions.find((version) => version.current);
  const chosen = useChosenPrice();
  return (
    <div className="measure">
      <PageHeading
        title={pricing.title}
        lead={<PlansLead current={current} hasAccount={hasAccount} billing={billing} />}
        aside={
          <PriceControls
            seats={seats}
            requestedSeats={requestedSeats}
            onSeats={hasUserFees(list) ? dialog.setSeats : undefined}
            billing={billing}
          />
        }
      />
      {hasAccount && <SwitchSection list={loaded} billing={billing} dialog={dialog} />}
      {notice}
      {hasAccount && list.optional_features_available && (
        <ActiveAddOns list={loaded} seats={seats} billing={billing} />
      )}
      <PlanOverview list={list} seats={seats} billing={billing} />
      <PlanGrid
        list={list}
        seats={seats}
        billing={billing}
        action={{
          user: { signedIn, demo },
          offline: !online,
          onSwitch: dialog.open,
          onIntent: dialog.preload,
        }}
      />
      <p className="flex flex-wrap gap-x-8 gap-y-5">
        <TextLink href={pageUrls.compare(chosen)}>{pricing.compareAll}</TextLink>
        {list.optional_features_available && (
          <TextLink href={pageUrls.optionalFeatures(chosen)}>
            {hasAccount ? pricing.optionalFeatures : pricing.optionalFeaturesForVisitors}
          </TextLink>
        )}
      </p>
    </div>
  );
}

/** "Your plan: Team since 3 March 2026", without the date when the history is not available. */
function PlansLead({
  current,
  hasAccount,
  billing,
}: {
  current: VersionEntry | undefined;
  hasAccount: boolean;
  billing: Billing;
}) {
  const { pricing } = useText();
  if (!hasAccount) return <p>{pricing.visitorLead}</p>;
  if (!current) return <p>{pricing.noPlan}</p>;
  return (
    <>
      <p>
        <YoursMark /> <CurrentPlan plan={current} />
      </p>
      {billing.hasChoice && billing.accountPeriod && (
        <p className="text-body">{pricing.billedPeriod[billing.accountPeriod]}</p>
      )}
      {!current.active && <p className="text-body">{pricing.retiredNote}</p>}
    </>
  );
}

function CurrentPlan({ plan: { id, title } }: { plan: VersionEntry }) {
  const { pricing } = useText();
  const dateOptions = useDateFormatOptions();
  const newest = useNewestEntry().data;
  const plan = (
    <bdi key="plan" className="font-medium text-ink">
      {title}
    </bdi>
  );
  if (newest?.id !== id) return interpolate(pricing.yourPlanIs, [plan]);
  const since = (
    <time key="since" dateTime={formatIsoTime(newest.activated)}>
      {formatDate(newest.activated, dateOptions)}
    </time>
  );
  return interpolate(pricing.yourPlanSince, [plan, since]);
}

const skeletonColumns = ['one', 'two', 'three', 'four'];
const skeletonLines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Has the columns and heights of `PlanGrid` to avoid a layout shift. */
function PlansSkeleton() {
  const { ui } = useText();
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-x-8 middle:grid-cols-2 wide:grid-cols-4">
      <span role="status" className="sr-only">
        {ui.loading}
      </span>
      {skeletonColumns.map((column) => (
        <div key={column} className="border-t-2 border-line pt-3 pb-16">
          <div className="h-5" />
          <Skeleton className="mt-2 mb-1 h-6 w-24" />
          <Skeleton className="mt-3 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-2/3" />
          <Skeleton className="mt-11 h-12 w-28" />
          <Skeleton className="mt-4 h-4 w-24" />
          <div className="mt-7 border-line border-t py-2">
            <Skeleton className="h-4 w-16" />
          </div>
          <Skeleton className="mt-5 h-11 w-full middle:w-36" />
          <Skeleton className="mt-11 mb-3 h-4 w-40" />
          <div className="border-line border-b">
            {skeletonLines.map((line) => (
              <div key={line} className="border-t border-line py-2.5">
                <Skeleton className="h-4 w-3/4" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
