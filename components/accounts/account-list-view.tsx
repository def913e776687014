import Form from 'next/form';
import { CatalogText } from '@/components/i18n/catalog-text';
import { getRequestText } from '@/components/i18n/server-text';
import { Button } from '@/components/ui/button';
import { DateText } from '@/components/ui/date-text';
import { EmptyState } from '@/components/ui/empty-state';
import { Code } from '@/components/ui/inline-text';
import { ListPage } from '@/components/ui/list-page';
import { LabeledField, TextField } from '@/components/ui/text-field';
import { TextLink } from '@/components/ui/text-link';
import { type AccountsPage, staffUrls } from '@/lib/client/staff-urls';
import type { AccountBody, AccountList } from '@/lib/contract/accounts';

interface AccountListViewProps {
  shown: AccountsPage;
  list: AccountList;
}

/** Search for accounts, and a page of them. The form and the links work without JavaScript. */
export function AccountListView({ shown, list: { data, next_cursor: next } }: AccountListViewProps) {
  const { accounts: text, serverShell } = getRequestText();
  const { search, cursor } = shown;
  return (
    <ListPage
      title={serverShell.pages.accounts}
      lead={text.lead}
      found={text.found(data.length, cursor !== '' || next !== undefined)}
      list={serverShell.pages.accounts}
      empty={<NoAccounts {...shown} />}
      pages={{
        shown: cursor,
        next,
        getHref: (page) => staffUrls.accounts({ search, cursor: page }),
        labels: [text.first, text.next],
      }}
      rows={data.map((account) => <AccountRow key={account.id} account={account} />)}
    >
      <SearchForm key={search} search={search} />
    </ListPage>
  );
}

function SearchForm({ search }: { search: string }) {
  const text = getRequestText().accounts;
  return (
    <Form action={staffUrls.accounts()} role="search" className="screen-only pb-8">
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
  const { empty, notFound, showAll } = getRequestText().accounts;
  if (search.trim() === '' && cursor === '') return <EmptyState {...empty} />;
  return (
    <EmptyState title={notFound.title(search.trim())} body={notFound.body}>
      <TextLink href={staffUrls.accounts()}>{showAll}</TextLink>
    </EmptyState>
  );
}

function AccountRow({ account }: { account: AccountBody }) {
  const { accounts: text, pricing } = getRequestText();
  const {
    id,
    external_id: externalId,
    title,
    email,
    version,
    plan_since: planSince,
    billing_period: period,
  } = account;
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line py-4 middle:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <TextLink href={staffUrls.account(id)} className="font-medium [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </TextLink>
        <p className="text-small text-soft [overflow-wrap:anywhere]">
          <Code>{externalId ?? id}</Code>
          {email !== null && (
            <>
              {' · '}
              <bdi>{email}</bdi>
            </>
          )}
        </p>
      </div>
      <p className="min-w-0">{version ? <CatalogText>{version.title}</CatalogText> : text.noPlan}</p>
      <p className="text-small text-soft middle:text-end">
        {planSince !== null && (
          <>
            <span className="sr-only">{text.activeSince} </span>
            <DateText at={planSince} />
          </>
        )}
        {period && <span className="block">{pricing.billing[period]}</span>}
      </p>
    </li>
  );
}
