'use client';

import Form from 'next/form';
import { CatalogText } from '@/components/catalog/catalog-text';
import { useText } from '@/components/i18n/text-provider';
import { Button } from '@/components/ui/button';
import { Code } from '@/components/ui/code';
import { DateText } from '@/components/ui/date-text';
import { EmptyState } from '@/components/ui/empty-state';
import { LabeledField } from '@/components/ui/form-fields';
import { PageHeading } from '@/components/ui/page-heading';
import { QueryStatus } from '@/components/ui/query-status';
import { ListSkeleton } from '@/components/ui/skeleton';
import { TextField } from '@/components/ui/text-field';
import { TextLink } from '@/components/ui/text-link';
import { type AccountsPage, useAccounts } from '@/lib/client/accounts';
import { pageUrls } from '@/lib/client/page-urls';
import type { AccountBody } from '@/lib/contract/accounts';
import { Pager } from './pager';
import { useAccountsText } from './use-accounts-text';

/** Search for accounts, and a page of them. The form and the links work without JavaScript. */
export function AccountListView({ shown }: { shown: AccountsPage }) {
  const text = useAccountsText();
  const query = useAccounts(shown);
  const { search, cursor } = shown;
  const accounts = query.data?.data;
  const next = query.data?.next_cursor;
  return (
    <div className="measure">
      <PageHeading title={text.title} lead={text.lead} />
      <SearchForm key={search} search={search} />
      <QueryStatus title={text.failed} query={query}>
        <ListSkeleton rowCount={6} bars={['w-56', 'w-32']} />
      </QueryStatus>
      {accounts?.length === 0 && <NoAccounts {...shown} />}
      {accounts && accounts.length > 0 && (
        <>
          <p role="status" className="pb-3 text-small text-soft">
            {text.found(accounts.length, cursor !== '' || next !== undefined)}
          </p>
          <ul aria-label={text.title} className="border-t-2 border-rule">
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </ul>
        </>
      )}
      <Pager
        first={cursor !== '' && { href: pageUrls.accounts({ search }), label: text.first }}
        next={next !== undefined && { href: pageUrls.accounts({ search, cursor: next }), label: text.next }}
      />
    </div>
  );
}

function SearchForm({ search }: { search: string }) {
  const text = useAccountsText();
  return (
    <Form action={pageUrls.accounts()} role="search" className="screen-only pb-8">
      <LabeledField label={text.search}>
        {(id) => (
          <div className="flex flex-wrap gap-3">
            <TextField
              id={id}
              name="search"
              type="search"
              defaultValue={search}
              maxLength={200}
              autoComplete="off"
              className="grow middle:max-w-96"
            />
            <Button type="submit" tone="solid">
              {text.find}
            </Button>
          </div>
        )}
      </LabeledField>
    </Form>
  );
}

function NoAccounts({ search, cursor }: AccountsPage) {
  const { empty, notFound, showAll } = useAccountsText();
  if (search.trim() === '' && cursor === '') return <EmptyState {...empty} />;
  return (
    <div role="status">
      <EmptyState title={notFound.title(search.trim())} body={notFound.body}>
        <TextLink href={pageUrls.accounts()}>{showAll}</TextLink>
      </EmptyState>
    </div>
  );
}

function AccountRow({ account }: { account: AccountBody }) {
  const text = useAccountsText();
  const { pricing } = useText();
  const {
    id,
    external_id: externalId,
    title,
    version,
    activated_at: activatedAt,
    billing_period: period,
  } = account;
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line py-4 middle:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <TextLink href={pageUrls.account(id)} className="font-medium [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </TextLink>
        <p className="text-small text-soft">
          <Code>{externalId ?? id}</Code>
        </p>
      </div>
      <p className="min-w-0">{version ? <CatalogText>{version.title}</CatalogText> : text.noPlan}</p>
      <p className="text-small text-soft middle:text-end">
        {activatedAt !== null && (
          <>
            <span className="sr-only">{text.activeSince} </span>
            <DateText at={activatedAt} />
          </>
        )}
        {period && <span className="block">{pricing.billing[period]}</span>}
      </p>
    </li>
  );
}
