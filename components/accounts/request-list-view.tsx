import Form from 'next/form';
import { ChangePrice } from '@/components/changes/change-price';
import { interpolate } from '@/components/i18n/interpolate';
import { PreloadText } from '@/components/i18n/page-text';
import { getRequestText } from '@/components/i18n/server-text';
import { Button } from '@/components/ui/button';
import { DateText } from '@/components/ui/date-text';
import { EmptyState } from '@/components/ui/empty-state';
import { Quote } from '@/components/ui/inline-text';
import { ListPage } from '@/components/ui/list-page';
import { Select } from '@/components/ui/select';
import { TextLink } from '@/components/ui/text-link';
import { type RequestsPage, staffUrls } from '@/lib/client/staff-urls';
import type { RequestBody, RequestList } from '@/lib/contract/account-changes';
import { StaffSentence } from './account-changes';

interface RequestListViewProps {
  shown: RequestsPage;
  list: RequestList;
}

/** What waits for consent in all accounts, a page at a time. The form and the links work without JavaScript. */
export function RequestListView({ shown: { waits, cursor }, list }: RequestListViewProps) {
  const { accounts, serverShell } = getRequestText();
  const { requests: text } = accounts;
  return (
    <>
      <PreloadText groups={['staff', 'account']} />
      <ListPage
        title={serverShell.pages.requests}
        lead={text.lead}
        list={text.list}
        empty={<EmptyState {...text.empty} />}
        pages={{
          shown: cursor,
          next: list.next_cursor,
          getHref: (page) => staffUrls.requests({ waits, cursor: page }),
          labels: [text.newest, text.older],
        }}
        rows={list.data.map((request) => <RequestRow key={request.id} request={request} />)}
      >
        <FilterForm key={waits} waits={waits} />
      </ListPage>
    </>
  );
}

function FilterForm({ waits }: Pick<RequestsPage, 'waits'>) {
  const { accounts, ui } = getRequestText();
  const { waits: label, waitsFor } = accounts.requests;
  return (
    <Form action={staffUrls.requests()} className="screen-only flex flex-wrap items-end gap-x-3 gap-y-4 pb-8">
      <Select
        label={label}
        name="waits"
        defaultValue={waits}
        options={[
          ['', waitsFor.all],
          ['owner', waitsFor.owner],
          ['host', waitsFor.host],
        ]}
      />
      <Button type="submit">{ui.apply}</Button>
    </Form>
  );
}

function RequestRow({ request }: { request: RequestBody }) {
  const { requests: text, changes } = getRequestText().accounts;
  const { account, created_by: by, created_at: at, reason, waits_for: waitsFor, expires_at: until } = request;
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line py-4 middle:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_minmax(0,0.8fr)]">
      <p className="min-w-0">
        <TextLink href={staffUrls.account(account.id)} className="font-medium [overflow-wrap:anywhere]">
          <bdi>{account.title}</bdi>
        </TextLink>
      </p>
      <div className="min-w-0">
        <p>
          <StaffSentence change={request} />
        </p>
        <p className="figures text-soft empty:hidden">
          <ChangePrice change={request} />
        </p>
        <p className="text-small text-soft">
          {interpolate(changes.madeBy, [
            <bdi key="person">{by.name}</bdi>,
            <DateText key="at" at={at} withTime />,
          ])}
        </p>
        {reason !== null && (
          <p className="max-w-[60ch]">
            <Quote>{reason}</Quote>
          </p>
        )}
      </div>
      <p className="text-small text-soft middle:text-end">
        {waitsFor && `${text.waits}: ${text.waitsFor[waitsFor]}`}
        {until !== null && (
          <span className="block">
            {interpolate(text.until, [<DateText key="until" at={until} withTime />])}
          </span>
        )}
      </p>
    </li>
  );
}
