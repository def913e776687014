'use client';

import { type ReactNode, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { Button } from '@/components/ui/button';
import { Code } from '@/components/ui/code';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DateText, useNow } from '@/components/ui/date-text';
import { ErrorMessage } from '@/components/ui/error-message';
import { QueryStatus } from '@/components/ui/query-status';
import { Section } from '@/components/ui/section';
import { Skeleton, SkeletonList } from '@/components/ui/skeleton';
import { useOnline } from '@/components/ui/use-online';
import { useAccess, useSignOutAccount } from '@/lib/client/accounts';
import { isOutcomeUnknown } from '@/lib/client/api-request';
import type { AccountKeyBody, AccountSessionBody } from '@/lib/contract/accounts';
import { useAccountsText } from './use-accounts-text';

interface AccountAccessProps {
  account: { id: string; title: string };
  canChange: boolean;
}

/** The sessions and keys of the account. Support can end all sessions. */
export function AccountAccess({ account, canChange }: AccountAccessProps) {
  const text = useAccountsText();
  const query = useAccess(account.id);
  const { sessions, keys } = query.data ?? {};
  return (
    <Section title={text.access}>
      <QueryStatus title={text.accessFailed} query={query} headingLevel="h3">
        <SkeletonList rowCount={2} rowClassName="border-b border-line py-3">
          <Skeleton className="h-5 w-56" />
        </SkeletonList>
      </QueryStatus>
      {sessions && (
        <>
          <AccessList title={text.sessions} empty={text.noSessions} hasMore={sessions.has_more}>
            {sessions.data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </AccessList>
          {canChange && <SignOutEverywhere account={account} />}
        </>
      )}
      {keys && (
        <AccessList title={text.keys} empty={text.noKeys} hasMore={keys.has_more}>
          {keys.data.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </AccessList>
      )}
    </Section>
  );
}

interface AccessListProps {
  title: string;
  empty: string;
  hasMore: boolean;
  children: ReactNode[];
}

function AccessList({ title, empty, hasMore, children }: AccessListProps) {
  const { more } = useAccountsText();
  return (
    <div className="pb-6">
      <h3 className="font-medium">{title}</h3>
      {children.length === 0 ? (
        <p className="text-soft">{empty}</p>
      ) : (
        <ul className="mt-2 border-t border-line">{children}</ul>
      )}
      {hasMore && <p className="pt-2 text-small text-soft">{more}</p>}
    </div>
  );
}

function Row({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-line py-2.5">
      <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
      <span className="min-w-0 text-small text-soft">{children}</span>
    </li>
  );
}

function SessionRow({ session }: { session: AccountSessionBody }) {
  const text = useAccountsText();
  const { name, role, user_id: userId, started, expires_at: expiresAt } = session;
  const details = [
    <span key="role">{text.roles[role]}</span>,
    userId !== null && <Code key="user">{userId}</Code>,
    !started && <span key="unused">{text.unused}</span>,
    <span key="until">{interpolate(text.until, [<DateText key="at" at={expiresAt} withTime />])}</span>,
  ];
  return (
    <Row name={<bdi>{name}</bdi>}>
      <Separated>{details.filter((detail) => detail !== false)}</Separated>
    </Row>
  );
}

function KeyRow({ apiKey }: { apiKey: AccountKeyBody }) {
  const text = useAccountsText();
  const now = useNow(60_000);
  const { name, role, prefix, expires_at: expiresAt, revoked_at: revokedAt } = apiKey;
  const isExpired = expiresAt !== null && now !== null && expiresAt <= now;
  const [format, at] =
    revokedAt === null ? [isExpired ? text.expired : text.expires, expiresAt] : [text.revoked, revokedAt];
  const details = [
    role !== null && <span key="role">{text.roles[role]}</span>,
    <Code key="prefix">{`${prefix}…`}</Code>,
    at !== null && <span key="end">{interpolate(format, [<DateText key="at" at={at} />])}</span>,
  ];
  return (
    <Row name={<bdi>{name}</bdi>}>
      <Separated>{details.filter((detail) => detail !== false)}</Separated>
    </Row>
  );
}

/** Parts with a dot between them. */
function Separated({ children }: { children: ReactNode[] }) {
  return children.flatMap((child, index) => (index === 0 ? [child] : [' · ', child]));
}

function SignOutEverywhere({ account }: { account: AccountAccessProps['account'] }) {
  const { signOut } = useAccountsText();
  const [isOpen, setIsOpen] = useState(false);
  const [ended, setEnded] = useState<number | null>(null);
  const online = useOnline();
  const { mutate, isPending, error, reset } = useSignOutAccount(account.id, (count) => {
    setEnded(count);
    setIsOpen(false);
  });
  const open = () => {
    reset();
    setEnded(null);
    setIsOpen(true);
  };
  return (
    <div className="screen-only flex flex-wrap items-center gap-x-6 gap-y-2 pb-10">
      <Button aria-haspopup="dialog" blocked={!online} onClick={open}>
        {signOut.open}
      </Button>
      <p role="status">{ended !== null && signOut.done(ended)}</p>
      {isOpen && (
        <ConfirmDialog
          title={interpolate(signOut.title, [<bdi key="title">{account.title}</bdi>])}
          description={signOut.body}
          error={
            error !== null && (
              <span className="block border-s-4 border-lost ps-4">
                {isOutcomeUnknown(error) ? signOut.failed : <ErrorMessage error={error} />}
              </span>
            )
          }
          labels={{ confirm: signOut.open, pending: signOut.working }}
          isPending={isPending}
          onConfirm={() => mutate()}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
