import { text } from '@/components/text/text';
import { buttonLook } from '@/components/ui/button';
import { addresses } from '@/lib/client/addresses';
import type { Viewer } from '@/lib/contract/viewer';

/** For whoever has no account: why there is nothing, and the way to one. */
export function NoAccount({ viewer, locale }: { viewer: Viewer; locale: string }) {
  const { history, shell } = text(locale);
  const { noAccount } = history;
  const visitor = viewer.role === null;
  return (
    <div className="border-t-2 border-rule pt-4 pb-16">
      <h2 className="text-head">{noAccount.title}</h2>
      <p className="mt-2 max-w-[60ch] text-soft">{visitor ? noAccount.visitor : noAccount.signedIn}</p>
      {visitor && !viewer.demo && <p className="mt-2 max-w-[60ch] text-soft">{noAccount.elsewhere}</p>}
      {viewer.demo && (
        <a href={addresses.signIn()} className={buttonLook('solid', 'mt-6')}>
          {shell.signIn}
        </a>
      )}
    </div>
  );
}
