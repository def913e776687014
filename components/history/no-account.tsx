import { getText } from '@/components/i18n/get-text';
import { buttonClassName } from '@/components/ui/button';
import { pageUrls } from '@/lib/client/page-urls';
import type { CurrentUser } from '@/lib/contract/current-user';

/** Shown instead of the history to a user without an account. */
export function NoAccount({ user, locale }: { user: CurrentUser; locale: string }) {
  const { history, shell } = getText(locale);
  const { visitor, signedIn, openFromProduct } = history.noAccount;
  const isVisitor = user.role === null;
  const { title, body } = isVisitor ? visitor : signedIn;
  return (
    <div className="border-t-2 border-rule pt-4 pb-16">
      <h2 className="text-head">{title}</h2>
      <p className="mt-2 max-w-[60ch] text-soft">{body}</p>
      {isVisitor && !user.demo && <p className="mt-2 max-w-[60ch] text-soft">{openFromProduct}</p>}
      {user.demo && (
        <a href={pageUrls.signIn()} className={buttonClassName('solid', 'mt-6')}>
          {shell.signIn}
        </a>
      )}
    </div>
  );
}
