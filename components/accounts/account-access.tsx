import type { ReactNode } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { getRequestText } from '@/components/i18n/server-text';
import { AppDate, DateText } from '@/components/ui/date-text';
import { Code } from '@/components/ui/inline-text';
import { Section } from '@/components/ui/section';
import type {
  AccountKeyBody,
  AccountKeyList,
  AccountSessionBody,
  AccountSessionList,
} from '@/lib/contract/accounts';
import { SignOutEverywhere } from './sign-out-everywhere';

export interface Access {
  sessions: AccountSessionList;
  keys: AccountKeyList;
}

interface AccountAccessProps {
  account: { id: string; title: string };
  access: Access;
  canChange: boolean;
}

/** The sessions and keys of the account. Support can end all sessions. */
export function AccountAccess({
  account: { id, title },
  access: { sessions, keys },
  canChange,
}: AccountAccessProps) {
  const text = getRequestText().accounts;
  return (
    <Section title={text.access}>
      <AccessList title={text.sessions} empty={text.noSessions} hasMore={sessions.has_more}>
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </AccessList>
      {canChange && <SignOutEverywhere account={{ id, title }} />}
      <AccessList title={text.keys} empty={text.noKeys} hasMore={keys.has_more}>
        {keys.data.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </AccessList>
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
  const { more } = getRequestText().accounts;
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
  const { accounts: text, serverShell } = getRequestText();
  const { name, role, user_id: userId, started, expires_at: expiresAt } = session;
  const details = [
    <span key="role">{serverShell.roles[role]}</span>,
    userId !== null && <Code key="user">{userId}</Code>,
    !started && <span key="unused">{text.unused}</span>,
    <span key="until">{interpolate(text.until, [<DateText key="at" at={expiresAt} withTime />])}</span>,
  ];
  return (
    <Row name={<bdi>{name}</bdi>}>
      <Separated>{details}</Separated>
    </Row>
  );
}

function KeyRow({ apiKey }: { apiKey: AccountKeyBody }) {
  const { accounts: text, serverShell } = getRequestText();
  const { name, role, prefix, expires_at: expiresAt, revoked_at: revokedAt } = apiKey;
  const isExpired = expiresAt !== null && expiresAt * 1000 <= Date.now();
  const [format, at] = revokedAt === null ? [text.expired, expiresAt] : [text.revoked, revokedAt];
  const isValid = revokedAt === null && !isExpired;
  const details = [
    role !== null && <span key="role">{serverShell.roles[role]}</span>,
    <Code key="prefix">{`${prefix}…`}</Code>,
    at !== null && (
      <span key="end">
        {isValid
          ? interpolate(text.until, [<AppDate key="at" at={at} until />])
          : interpolate(format, [<DateText key="at" at={at} />])}
      </span>
    ),
  ];
  return (
    <Row name={<bdi>{name}</bdi>}>
      <Separated>{details}</Separated>
    </Row>
  );
}

/** Parts with a dot between them. Those that are false are left out. */
function Separated({ children }: { children: ReactNode[] }) {
  return children
    .filter((child) => child !== false)
    .flatMap((child, index) => (index === 0 ? [child] : [' · ', child]));
}
