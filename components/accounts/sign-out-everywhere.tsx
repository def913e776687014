'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { ErrorMessage } from '@/components/ui/error-message';
import { useSignOutAccount } from '@/lib/client/accounts';

/** Ends all sessions of the account, after a question. */
export function SignOutEverywhere({ account }: { account: { id: string; title: string } }) {
  const { signOut } = usePageText('staff').accounts;
  const request = useSignOutAccount(account.id);
  const { error, data: ended } = request;
  return (
    <div className="screen-only flex flex-wrap items-center gap-x-6 gap-y-2 pb-10">
      <ConfirmButton
        title={interpolate(signOut.title, [<bdi key="title">{account.title}</bdi>])}
        description={signOut.body}
        labels={{ confirm: signOut.open, pending: signOut.working }}
        error={
          error && (
            <span className="block border-s-4 border-lost ps-4">
              <ErrorMessage error={error} unknown={signOut.failed} />
            </span>
          )
        }
        request={request}
        send={() => request.mutateAsync(undefined)}
      />
      <p role="status">{ended !== undefined && signOut.done(ended)}</p>
    </div>
  );
}
