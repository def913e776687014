import Form from 'next/form';
import { interpolate } from '@/components/i18n/interpolate';
import { getRequestLocale, getRequestText } from '@/components/i18n/server-text';
import { Button } from '@/components/ui/button';
import { DateText } from '@/components/ui/date-text';
import { EmptyState } from '@/components/ui/empty-state';
import { type Fact, FactList } from '@/components/ui/fact-list';
import { CheckField } from '@/components/ui/form-fields';
import { Code } from '@/components/ui/inline-text';
import { ListPage } from '@/components/ui/list-page';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { TextLink } from '@/components/ui/text-link';
import { type AuditPage, staffUrls } from '@/lib/client/staff-urls';
import type { AuditEntryBody, AuditList } from '@/lib/contract/audit';

interface AuditViewProps {
  shown: AuditPage;
  /** The value is null for an unknown account. */
  list: AuditList | null;
}

/** Who did what to the app, a page at a time. The form and the links work without JavaScript. */
export function AuditView({ shown, list }: AuditViewProps) {
  const { accounts, serverShell } = getRequestText();
  const { audit } = accounts;
  const { cursor: _, ...filter } = shown;
  return (
    <ListPage
      title={serverShell.pages.audit}
      lead={audit.lead}
      list={audit.list}
      empty={<NoEntries shown={shown} isUnknownAccount={list === null} />}
      pages={{
        shown: shown.cursor,
        next: list?.next_cursor,
        getHref: (cursor) => staffUrls.audit({ ...filter, cursor }),
        labels: [audit.newest, audit.older],
      }}
      rows={list?.data.map((entry) => <EntryRow key={entry.id} entry={entry} />) ?? []}
    >
      <FilterForm key={JSON.stringify(filter)} {...shown} />
    </ListPage>
  );
}

function FilterForm({ type, account, actor, search, from, to, links }: AuditPage) {
  const { accounts, ui } = getRequestText();
  const { audit, id: accountId } = accounts;
  return (
    <Form action={staffUrls.audit()} className="screen-only flex flex-wrap items-end gap-x-6 gap-y-4 pb-8">
      <Select
        label={audit.type}
        name="type"
        defaultValue={type}
        options={[['', audit.allTypes], ...Object.entries(audit.types)]}
      />
      <TextField label={audit.person} name="actor" defaultValue={actor} maxLength={200} autoComplete="off" />
      <TextField label={accountId} name="account" defaultValue={account} maxLength={200} autoComplete="off" />
      <TextField
        label={audit.search}
        name="search"
        defaultValue={search}
        maxLength={200}
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <TextField label={audit.from} type="date" name="from" defaultValue={from} />
        <TextField label={audit.to} type="date" name="to" defaultValue={to} />
      </div>
      <CheckField name="links" value="true" defaultChecked={links}>
        {audit.links}
      </CheckField>
      <Button type="submit">{ui.apply}</Button>
    </Form>
  );
}

interface NoEntriesProps extends Pick<AuditViewProps, 'shown'> {
  isUnknownAccount: boolean;
}

function NoEntries({ shown, isUnknownAccount }: NoEntriesProps) {
  const { audit } = getRequestText().accounts;
  if (isUnknownAccount) return <EmptyState {...audit.unknownAccount} />;
  const { links: _, ...filter } = shown;
  if (Object.values(filter).every((value) => value.trim() === '')) return <EmptyState {...audit.empty} />;
  return (
    <EmptyState {...audit.emptyFilter}>
      <TextLink href={staffUrls.audit()}>{audit.showAll}</TextLink>
    </EmptyState>
  );
}

/** What happened, to which account, by whom and when. It opens to the details. */
function EntryRow({ entry }: { entry: AuditEntryBody }) {
  const { accounts, history } = getRequestText();
  const { audit } = accounts;
  const { type, account, actor, target_id: target, occurred_at: at, data } = entry;
  const types: Record<string, string> = audit.types;
  const fields: Record<string, string> = audit.fields;
  const channels: Record<string, (name: string) => string> = history.channels;
  const label = types[type] ?? type;
  const details = Object.entries(data).filter(
    ([name, value]) => value !== null && !(name === 'undo' && value === false),
  );
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line py-4 middle:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,0.8fr)]">
      <div className="min-w-0">
        <p className="font-medium">{label}</p>
        {account && (
          <p className="[overflow-wrap:anywhere]">
            <TextLink href={staffUrls.account(account.id)}>
              <bdi>{account.title}</bdi>
            </TextLink>
          </p>
        )}
        {(details.length > 0 || target !== null) && (
          <details className="mt-1">
            <summary className="inline-flex min-h-11 min-w-11 cursor-pointer items-center text-small underline decoration-edge decoration-1 underline-offset-4">
              {audit.details}
              <span className="sr-only">: {label}</span>
            </summary>
            <FactList
              facts={[
                ...details.map(
                  ([name, value]): Fact => [
                    fields[name] ?? name,
                    <Detail key={name} name={name} value={value} />,
                  ],
                ),
                [audit.target, target !== null && <Code>{target}</Code>],
              ]}
              className="grid-cols-[8rem_minmax(0,1fr)] gap-x-4 pb-2 text-small"
            />
          </details>
        )}
      </div>
      <p className="min-w-0 [overflow-wrap:anywhere]">
        {interpolate(channels[actor.channel] ?? ((name) => name), [<bdi key="name">{actor.name}</bdi>])}
      </p>
      <p className="text-small text-soft middle:text-end">
        <DateText at={at} withTime />
      </p>
    </li>
  );
}

function Detail({ name, value }: { name: string; value: unknown }) {
  const { accounts, pricing, serverShell } = getRequestText();
  const { audit } = accounts;
  const { month, year } = pricing.billing;
  let names: Record<string, string> = { true: audit.yes, false: audit.no };
  if (name === 'role') names = serverShell.roles;
  if (name === 'billing_period') names = { month, year };
  const format = (item: unknown) =>
    typeof item === 'number'
      ? item.toLocaleString(getRequestLocale())
      : (names[String(item)] ?? String(item));
  const items = (Array.isArray(value) ? value : [value]).map(format);
  const toSeconds = (at: unknown) => (typeof at === 'number' ? at : Date.parse(String(at)) / 1000);
  const time = name.endsWith('_at') ? toSeconds(value) : null;
  if (items.length === 0) return audit.all;
  if (time !== null) return <DateText at={time} withTime />;
  return items.map((item) => (
    <span key={item} className="block">
      <bdi>{item}</bdi>
    </span>
  ));
}
