import { ContentLine } from '@/components/feature-content/feature-content';
import { HistoryView } from '@/components/history/history-view';
import { CustomerText } from '@/components/i18n/customer-text';
import { interpolate } from '@/components/i18n/interpolate';
import { PreloadText } from '@/components/i18n/page-text';
import { getRequestLocale, getRequestText } from '@/components/i18n/server-text';
import { AppDate, DateText } from '@/components/ui/date-text';
import { type Fact, FactList } from '@/components/ui/fact-list';
import { Code } from '@/components/ui/inline-text';
import { PageHeading } from '@/components/ui/page-heading';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import type { Histories } from '@/lib/client/fetch-history';
import type { PackedState } from '@/lib/client/packed-state';
import { staffUrls } from '@/lib/client/staff-urls';
import { ActingFor } from '@/lib/client/use-read';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { AccountBody } from '@/lib/contract/accounts';
import type { AccountFeature } from '@/lib/contract/features';
import type { TermsBody } from '@/lib/contract/terms';
import type { WebhookDeliveryBody } from '@/lib/contract/webhooks';
import { formatContent, formatNumber } from '@/lib/format/localized-amount';
import { findNextPrices } from '@/lib/pricing/next-prices';
import { type Access, AccountAccess } from './account-access';
import { AccountChanges } from './account-changes';
import { AccountGrants, AccountPersonalData, type Exceptions } from './account-exceptions';
import { AccountPlan, type AccountPlanData } from './account-plan';
import { AccountTerms } from './account-terms';

interface AccountViewProps {
  account: AccountBody;
  plan: AccountPlanData;
  /** Those that have not ended. */
  changes: AccountChangeBody[];
  features: AccountFeature[];
  access: Access;
  histories: PackedState<Histories>;
  exceptions: Exceptions;
  /** What was agreed with the account. It is null for nothing. */
  terms: TermsBody | null;
  canSetTerms: boolean;
  deliveries: AccountDelivery[];
  /** Whether the user can change the plan and sign the account's users out. */
  canChange: boolean;
}

/** An account as support asks about it: plan and price, what it can use, what happened, who has access. */
export function AccountView({
  account,
  plan,
  changes,
  features,
  access,
  histories,
  exceptions,
  terms,
  canSetTerms,
  deliveries,
  canChange,
}: AccountViewProps) {
  const { accounts: text, serverShell } = getRequestText();
  const followsAt = plan.newestEntry?.follows_at ?? null;
  const { id, title, email, external_id: externalId } = account;
  const { period_ends_at: periodEndsAt, deletes_at: deletesAt } = account;
  const facts: Fact[] = [
    [text.externalId, externalId !== null && <Code>{externalId}</Code>],
    [text.email, email !== null && <bdi className="[overflow-wrap:anywhere]">{email}</bdi>],
    [text.id, <Code key="id">{id}</Code>],
    [text.created, <DateText key="created" at={account.created_at} />],
    [text.periodEnds, periodEndsAt !== null && <AppDate at={periodEndsAt} />],
    [text.followsPlan, followsAt !== null && <AppDate at={followsAt} />],
    [text.deletes, deletesAt !== null && <DateText at={deletesAt} withTime />],
  ];
  return (
    <ActingFor account={id}>
      <PreloadText groups={['staff', 'account']} />
      <CustomerText name={title}>
        <div className="measure">
          <p className="screen-only pt-6">
            <TextLink href={staffUrls.accounts()}>{text.backToList}</TextLink>
          </p>
          <PageHeading
            title={<bdi className="[overflow-wrap:anywhere]">{title}</bdi>}
            lead={<FactList facts={facts} className="grid-cols-[auto_minmax(0,1fr)] gap-x-6 text-small" />}
          />
          <AccountPlan {...plan} periodEndsAt={periodEndsAt} canChange={canChange} />
          <AccountChanges changes={changes} />
          <AccountTerms account={account} terms={terms} list={plan.list} canChange={canSetTerms} />
          <AccountGrants account={account} {...exceptions} canChange={canChange} />
          <Section title={text.entitlements}>
            {features.length === 0 && <p className="text-soft">{text.noEntitlements}</p>}
            <ul className="border-line empty:hidden wide:-mt-2.5">
              {features.map((feature) => (
                <Entitlement key={feature.id} feature={feature} />
              ))}
            </ul>
          </Section>
          <Section title={serverShell.pages.history} wide>
            <HistoryView
              state={histories}
              changes={changes}
              nextPrices={findNextPrices(plan.list.versions, followsAt)}
              isOwner={canChange}
            />
          </Section>
          <AccountAccess account={account} access={access} canChange={canChange} />
          <AccountDeliveries deliveries={deliveries} />
          {canChange && <AccountPersonalData account={account} removal={exceptions.removal} />}
        </div>
      </CustomerText>
    </ActingFor>
  );
}

/** A feature or limit of the account, by its plan or an add-on. */
function Entitlement({ feature }: { feature: AccountFeature }) {
  const { accounts, amounts } = getRequestText();
  const { title, source, used, used_at, remaining } = feature;
  const locale = getRequestLocale();
  const origin = { version: null, option: accounts.byAddOn, terms: accounts.byTerms }[source];
  const isExceeded = remaining === 0 && used !== feature.amount;
  const amount = formatContent(feature, { locale, messages: amounts });
  return (
    <li className="flex border-b border-line py-2.5">
      <ContentLine title={title} content={feature} amount={amount ?? origin}>
        {amount && origin && ` · ${origin}`}
        {used !== undefined && used_at !== undefined && (
          <>
            {' · '}
            {interpolate(accounts.uses, [
              <bdi key="used" className={isExceeded ? 'font-medium text-ink' : undefined}>
                {formatNumber(locale, used)}
              </bdi>,
              <DateText key="date" at={used_at} />,
            ])}
          </>
        )}
      </ContentLine>
    </li>
  );
}

type AccountDelivery = WebhookDeliveryBody & { url: string };

/** The newest deliveries of the account's events to the host application. */
function AccountDeliveries({ deliveries }: { deliveries: AccountDelivery[] }) {
  const { accounts, webhooks } = getRequestText();
  const { deliveries: text } = accounts;
  const types: Record<string, string> = webhooks.eventTypes;
  return (
    <Section title={text.title}>
      {deliveries.length === 0 && <p className="text-soft">{text.none}</p>}
      <ul className="wide:-mt-2.5">
        {deliveries.map(({ event_id: id, url, type, state, created, attempts }) => (
          <li
            key={`${id} ${url}`}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-line py-2.5"
          >
            <span className="min-w-0">
              {types[type] ?? type}
              <bdi className="block text-small text-soft [overflow-wrap:anywhere]">{url}</bdi>
            </span>
            <span className="text-small text-soft">
              {webhooks.deliveries.states[state]}
              {attempts.at(-1)?.status != null && ` (${attempts.at(-1)?.status})`}
              {' · '}
              <DateText at={created} withTime />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
