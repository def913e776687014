'use client';

import { fillPhrase } from '@/components/text/fill-phrase';
import { useText } from '@/components/text/text-provider';
import { PageHeading } from '@/components/ui/page-heading';
import { SectionError } from '@/components/ui/section-error';
import { StaleNote } from '@/components/ui/stale-note';
import { linkLook, TextLink } from '@/components/ui/text-link';
import { addresses } from '@/lib/client/addresses';
import { useVersionList } from '@/lib/client/version-list';
import type { VersionEntry } from '@/lib/contract/version-list';
import { collectOffers } from './collect-offers';
import { OfferList } from './offer-list';
import { OffersSkeleton } from './offers-skeleton';

/** What can be added: to the account's plan, or for a visitor to any. */
export function OptionalView() {
  const { optional, pricing } = useText();
  const list = useVersionList();
  const retry = () => void list.refetch();
  if (!list.data) {
    return (
      <div className="measure">
        <PageHeading title={optional.title} />
        {list.error ? (
          <SectionError
            title={optional.failed}
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
  const own = versions.find(({ current }) => current);
  const groups = collectOffers(matrix?.features ?? [], own ? [own] : versions);
  return (
    <div className="measure">
      <PageHeading title={optional.title} lead={groups.length > 0 && <Lead own={own} />} />
      {list.isRefetchError && <StaleNote updatedAt={list.dataUpdatedAt} onRetry={retry} />}
      {groups.length === 0 ? (
        <NothingToAdd own={own} />
      ) : (
        <OfferList groups={groups} app={app} namePlans={own === undefined} />
      )}
      {groups.length > 0 && app.contact_url && (
        <p>
          {optional.howToAdd}{' '}
          <a href={app.contact_url} className={linkLook}>
            {pricing.contactUs}
          </a>
        </p>
      )}
    </div>
  );
}

function Lead({ own }: { own: VersionEntry | undefined }) {
  const { optional } = useText();
  return own ? fillPhrase(optional.lead, [<bdi key="plan">{own.title}</bdi>]) : optional.visitorLead;
}

function NothingToAdd({ own }: { own: VersionEntry | undefined }) {
  const { empty } = useText().optional;
  return (
    <div className="border-t-2 border-rule pt-4 pb-16">
      <h2 className="text-head">
        {own ? fillPhrase(empty.title, [<bdi key="plan">{own.title}</bdi>]) : empty.titleWithoutPlan}
      </h2>
      <p className="mt-2 mb-6 max-w-[60ch] text-soft">{own ? empty.body : empty.bodyWithoutPlan}</p>
      <TextLink href={addresses.compare()}>{empty.action}</TextLink>
    </div>
  );
}
