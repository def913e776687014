import { getRequestText } from '@/components/i18n/server-text';
import { buttonClassName } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import { staffUrls } from '@/lib/client/staff-urls';
import { type CurrentUser, isStaff } from '@/lib/contract/current-user';

interface NoAccountProps {
  user: CurrentUser;
  /** The value is null if there is no page to sign in. */
  signInUrl: string | null;
  /** What the page would show. */
  texts: Record<'visitor' | 'signedIn', { title: string; body: string }>;
}

/** The page that a user without an account sees instead of one of an account. Leads staff to the accounts. */
export function NoAccount({ user, signInUrl, texts: { visitor, signedIn } }: NoAccountProps) {
  const { history, serverShell } = getRequestText();
  const { openFromProduct } = history.noAccount;
  const isVisitor = user.role === null;
  const { title, body } = isVisitor ? visitor : signedIn;
  return (
    <div className="border-t-2 border-rule pt-4 pb-16">
      <h2 className="text-head">{title}</h2>
      <p className="mt-2 max-w-[60ch] text-soft">{body}</p>
      {isVisitor && !signInUrl && <p className="mt-2 max-w-[60ch] text-soft">{openFromProduct}</p>}
      {isStaff(user.role) && (
        <p className="mt-6">
          <TextLink href={staffUrls.accounts()}>{serverShell.pages.accounts}</TextLink>
        </p>
      )}
      {(isVisitor || (user.demo && !isStaff(user.role))) && signInUrl && (
        <a href={signInUrl} className={buttonClassName('solid', 'mt-6')}>
          {serverShell.signIn}
        </a>
      )}
    </div>
  );
}
