'use client';

import { useQueryStates } from 'nuqs';
import { useText } from '@/components/text/text-provider';
import { PageHeading } from '@/components/ui/page-heading';
import { SectionError } from '@/components/ui/section-error';
import { Skeleton } from '@/components/ui/skeleton';
import { StaleNote } from '@/components/ui/stale-note';
import { TextLink } from '@/components/ui/text-link';
import { useOnline } from '@/components/ui/use-online';
import { addresses } from '@/lib/client/addresses';
import { plansState } from '@/lib/client/page-state';
import { useVersionList } from '@/lib/client/version-list';
import { SwitchHost } from '../switch/switch-host';
import { useSwitchAddress } from '../switch/use-switch-address';
import { signInFor } from './plan-action';
import { hasUserFees, PlanBoard } from './plan-board';
import { PlansLead } from './plans-lead';
import { PlansSkeleton } from './plans-skeleton';
import { SeatsControl } from './seats-control';

interface PlansViewProps {
  signedIn: boolean;
  /** The product team may be signed in without one. */
  hasAccount: boolean;
  demo: boolean;
}

export function PlansView({ signedIn, hasAccount, demo }: PlansViewProps) {
  const { pricing } = useText();
  const { data, error, isFetching, refetch, dataUpdatedAt } = useVersionList();
  const [{ seats }, setState] = useQueryStates({ seats: plansState.seats });
  const dialog = useSwitchAddress();
  const online = useOnline();

  if (!data) {
    return (
      <div className="measure">
        <PageHeading title={pricing.title} lead={!error && <Skeleton className="my-1.5 h-4 w-64" />} />
        {error ? (
          <SectionError
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
            <SeatsControl seats={seats} onChange={(next) => void setState({ seats: next })} />
          )
        }
      />
      {hasAccount && <SwitchHost list={list} seats={seats} dialog={dialog} />}
      {error && <StaleNote updatedAt={dataUpdatedAt} onRetry={() => void refetch()} />}
      <PlanBoard
        list={list}
        seats={seats}
        action={{
          signIn: signInFor({ demo, signedIn }),
          offline: !online,
          onSwitch: dialog.open,
          onIntent: dialog.prepare,
        }}
      />
      <p className="flex flex-wrap gap-x-8 gap-y-5">
        <TextLink href={addresses.compare()}>{pricing.compareAll}</TextLink>
        {list.optional_features_available && (
          <TextLink href={addresses.optionalFeatures()}>
            {hasAccount ? pricing.optionalFeatures : pricing.optionalFeaturesForVisitors}
          </TextLink>
        )}
      </p>
    </div>
  );
}
