'use client';

import { useState } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { DateText } from '@/components/ui/date-text';
import { Quote } from '@/components/ui/inline-text';
import { Section } from '@/components/ui/section';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { getExportPath, useAccountRequest } from '@/lib/client/accounts';
import { ApiRequestError } from '@/lib/client/api-request';
import type { GrantBody } from '@/lib/contract/accounts';
import { ReasonButton } from './reason-button';

export interface Exceptions {
  grants: GrantBody[];
  /** Plans that are not public and not granted. */
  grantable: { id: string; title: string }[];
  /** The request to remove the personal data. It is null if there is none. */
  removal: { by: string; at: number; reason: string | null } | null;
}

interface AccountExceptionsProps extends Exceptions {
  account: { id: string };
  canChange: boolean;
}

/** The private plans that are granted to the account. Support grants and removes them. */
export function AccountGrants({ account, grants, grantable, canChange }: AccountExceptionsProps) {
  const { grants: text, planLabel } = usePageText('staff').accounts;
  const [chosen, setChosen] = useState('');
  const plan = grantable.find(({ id }) => id === chosen) ?? grantable[0];
  return (
    <Section title={text.title}>
      {grants.length === 0 && <p className="text-soft">{text.none}</p>}
      <ul className="wide:-mt-2.5">
        {grants.map((grant) => (
          <GrantRow key={grant.version.id} account={account} grant={grant} canChange={canChange} />
        ))}
      </ul>
      {canChange && plan && (
        <div className="screen-only flex flex-wrap items-end gap-x-4 gap-y-3 pt-6">
          <Select
            label={planLabel}
            value={plan.id}
            options={grantable.map(({ id, title }) => [id, title])}
            onChange={({ currentTarget: { value } }) => setChosen(value)}
          />
          <GrantButton account={account} plan={plan} action="grant" />
        </div>
      )}
    </Section>
  );
}

interface GrantRowProps extends Pick<AccountExceptionsProps, 'account' | 'canChange'> {
  grant: GrantBody;
}

function GrantRow({ account, grant: { version, source, created_at: at }, canChange }: GrantRowProps) {
  const { grants: text } = usePageText('staff').accounts;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-line py-2.5">
      <span>
        <CatalogText>{version.title}</CatalogText>
        <span className="block text-small text-soft">
          {interpolate(text.since[source], [<DateText key="at" at={at} />])}
        </span>
      </span>
      {canChange && source === 'api' && <GrantButton account={account} plan={version} action="remove" />}
    </li>
  );
}

interface GrantButtonProps {
  account: { id: string };
  plan: { id: string; title: string };
  action: 'grant' | 'remove';
}

function GrantButton({ account, plan, action }: GrantButtonProps) {
  const { grants: text } = usePageText('staff').accounts;
  const request = useAccountRequest(account.id, action === 'grant' ? 'PUT' : 'DELETE', `grants/${plan.id}`);
  const title = interpolate(text[action].title, [plan.title]);
  return (
    <ReasonButton
      text={{ ...text[action], title }}
      working={text.working}
      request={request}
      send={request.mutateAsync}
    />
  );
}

/** The export of what is kept about the account, and its removal, which a second person confirms. */
export function AccountPersonalData({
  account,
  removal,
}: Pick<AccountExceptionsProps, 'account' | 'removal'>) {
  const { personalData: text, auditReason } = usePageText('staff').accounts;
  const ask = useAccountRequest(account.id, 'POST', 'removal');
  const withdraw = useAccountRequest(account.id, 'DELETE', 'removal');
  const confirm = useAccountRequest(account.id, 'POST', 'anonymize');
  const isOwnRequest =
    confirm.error instanceof ApiRequestError && confirm.error.code === 'other_person_required';
  return (
    <Section title={text.title}>
      <form
        action={getExportPath(account.id)}
        className="screen-only flex flex-wrap items-end gap-x-4 gap-y-3 pb-6"
      >
        <TextField label={auditReason} name="reason" required maxLength={500} autoComplete="off" />
        <Button type="submit">{text.export}</Button>
      </form>
      {removal && (
        <p>
          {interpolate(text.requested, [
            <bdi key="by">{removal.by}</bdi>,
            <DateText key="at" at={removal.at} withTime />,
          ])}{' '}
          {removal.reason !== null && <Quote>{removal.reason}</Quote>}
        </p>
      )}
      <div className="screen-only flex flex-wrap gap-x-4 gap-y-3 pt-3">
        {removal ? (
          <>
            <ConfirmButton
              title={text.confirm.title}
              description={text.confirm.body}
              labels={{ confirm: text.confirm.label, pending: text.working }}
              {...(isOwnRequest && { error: text.otherPerson })}
              request={confirm}
              send={() => confirm.mutateAsync('')}
            />
            <ReasonButton
              text={text.withdraw}
              working={text.working}
              request={withdraw}
              send={withdraw.mutateAsync}
            />
          </>
        ) : (
          <ReasonButton text={text.request} working={text.working} request={ask} send={ask.mutateAsync} />
        )}
      </div>
    </Section>
  );
}
