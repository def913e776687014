'use client';

import { useSearchParams as useRouterSearchParams } from 'next/navigation';
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
import type { VersionEntry } from '@/lib/contract/versions';
import { formatDate, formatIsoTime } from '@/lib/format/date-time';
import { hasUserFees, PlanGrid, PlanOverview } from './plan-grid';
import { SeatsControl } from './seats-control';

interface PlansViewProps {
  signedIn: boolean;
  /** A user with the product role can be signed in without an account. */
  hasAccount: boolean;
  demo: boolean;
}

export function PlansView({ signedIn, hasAccount, demo }: PlansViewProps) {
  const { pricing } = useText();
  const { data, error, isFetching, refetch, dataUpdatedAt } = useVersionList();
  const requestedSeats = useRouterSearchParams().get('seats');
  const dialog = useSwitchDialogState();
  const { seats } = dialog;
  const online = useOnline();

  if (!data) {
    return (
      <div className="measure">
        <PageHeading title={pricing.title} lead={!error && <Skeleton className="my-1.5 h-4 w-64" />} />
        {error ? (
          <LoadError
            title={pricing.failed}
            error={error}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <PlansSkeleton />
        )}
      </div>
    );
  }
  const list = data.data;
  const current = list.versions.find((version) => version.current);
  return (
    <div className="measure">
      <PageHeading
        title={pricing.title}
        lead={<PlansLead current={current} hasAccount={hasAccount} />}
        aside={
          hasUserFees(list) && (
            <SeatsControl seats={seats} requested={requestedSeats} onChange={dialog.setSeats} />
          )
        }
      />
      {hasAccount && <SwitchSection list={list} dialog={dialog} />}
      {error && <StaleDataNotice updatedAt={dataUpdatedAt} onRetry={() => void refetch()} />}
      <PlanOverview list={list} seats={seats} />
      <PlanGrid
        list={list}
        seats={seats}
        action={{
          user: { signedIn, demo },
          offline: !online,
          onSwitch: dialog.open,
          onIntent: dialog.preload,
        }}
      />
      <p className="flex flex-wrap gap-x-8 gap-y-5">
        <TextLink href={pageUrls.compare()}>{pricing.compareAll}</TextLink>
        {list.optional_features_available && (
          <TextLink href={pageUrls.optionalFeatures()}>
            {hasAccount ? pricing.optionalFeatures : pricing.optionalFeaturesForVisitors}
          </TextLink>
        )}
      </p>
    </div>
  );
}

/** "Your plan: Team since 3 March 2026", without the date when the history is not available. */
function PlansLead({ current, hasAccount }: { current: VersionEntry | undefined; hasAccount: boolean }) {
  const { pricing } = useText();
  if (!hasAccount) return <p>{pricing.visitorLead}</p>;
  if (!current) return <p>{pricing.noPlan}</p>;
  return (
    <>
      <p>
        <YoursMark /> <CurrentPlan plan={current} />
      </p>
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
