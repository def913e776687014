'use client';

import type { ReactNode } from 'react';
import { ContentLine } from '@/components/feature-content/content-line';
import { useContentFormat } from '@/components/feature-content/use-content-format';
import { HistoryView } from '@/components/history/history-view';
import { Code } from '@/components/ui/code';
import { DateText } from '@/components/ui/date-text';
import { PageHeading } from '@/components/ui/page-heading';
import { QueriedAccount, QueryProvider } from '@/components/ui/query-provider';
import { QueryStatus } from '@/components/ui/query-status';
import { Section } from '@/components/ui/section';
import { Skeleton, SkeletonList } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { useAccount, useEntitlements } from '@/lib/client/accounts';
import type { PackedState } from '@/lib/client/packed-state';
import { pageUrls } from '@/lib/client/page-urls';
import type { AccountFeature } from '@/lib/contract/features';
import { formatContent } from '@/lib/format/localized-amount';
import { AccountAccess } from './account-access';
import { AccountChanges } from './account-changes';
import { AccountPlan } from './account-plan';
import { useAccountsText } from './use-accounts-text';

interface AccountViewProps {
  account: { id: string; title: string };
  /** What the server has loaded. */
  state: PackedState;
  /** Whether the user can change the plan and sign the account's users out. */
  canChange: boolean;
}

/** An account as support asks about it: plan and price, what it can use, what happened, who has access. */
export function AccountView({ account, state, canChange }: AccountViewProps) {
  const text = useAccountsText();
  return (
    <QueriedAccount value={account.id}>
      <QueryProvider state={state}>
        <div className="measure">
          <p className="screen-only pt-6">
            <TextLink href={pageUrls.accounts()}>{text.backToList}</TextLink>
          </p>
          <PageHeading
            title={<bdi className="[overflow-wrap:anywhere]">{account.title}</bdi>}
            lead={<AccountFacts id={account.id} />}
          />
          <AccountPlan canChange={canChange} />
          <AccountChanges />
          <Section title={text.entitlements}>
            <Entitlements />
          </Section>
          <Section title={text.history} wide>
            <HistoryView isOwner={false} />
          </Section>
          <AccountAccess account={account} canChange={canChange} />
        </div>
      </QueryProvider>
    </QueriedAccount>
  );
}

/** The IDs and dates of the account. What is not loaded is left out. */
function AccountFacts({ id }: { id: string }) {
  const text = useAccountsText();
  const account = useAccount().data?.data;
  const { external_id: externalId, created_at: createdAt, period_ends_at: periodEndsAt } = account ?? {};
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-small">
      {externalId != null && (
        <Fact label={text.externalId}>
          <Code>{externalId}</Code>
        </Fact>
      )}
      <Fact label={text.id}>
        <Code>{id}</Code>
      </Fact>
      {createdAt !== undefined && (
        <Fact label={text.created}>
          <DateText at={createdAt} />
        </Fact>
      )}
      {periodEndsAt != null && (
        <Fact label={text.periodEnds}>
          <DateText at={periodEndsAt} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt>{label}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  );
}

/** The features and limits of the account, by its plan and its add-ons. */
function Entitlements() {
  const text = useAccountsText();
  const query = useEntitlements();
  const features = query.data?.payload;
  return (
    <>
      <QueryStatus title={text.entitlementsFailed} query={query} headingLevel="h3">
        <SkeletonList rowCount={4} rowClassName="border-b border-line py-2.5">
          <Skeleton className="h-5 w-56" />
        </SkeletonList>
      </QueryStatus>
      {features?.length === 0 && <p className="text-soft">{text.noEntitlements}</p>}
      <ul className="border-line empty:hidden wide:-mt-2.5">
        {features?.map((feature) => (
          <Entitlement key={feature.id} feature={feature} />
        ))}
      </ul>
    </>
  );
}

function Entitlement({ feature }: { feature: AccountFeature }) {
  const { byAddOn } = useAccountsText();
  const { title, source } = feature;
  return (
    <li className="flex border-b border-line py-2.5">
      <ContentLine title={title} content={feature} amount={formatContent(feature, useContentFormat())}>
        {source === 'option' && ` · ${byAddOn}`}
      </ContentLine>
    </li>
  );
}
