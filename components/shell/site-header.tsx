import Link from 'next/link';
import { text } from '@/components/text/text';
import { buttonLook } from '@/components/ui/button';
import type { Viewer } from '@/lib/contract/viewer';
import { MainNavigation } from './main-navigation';

const signOutAddress = '/api/portal/sign-out';

export interface ShellProps {
  locale: string;
  /** Null where no app is known by this address. */
  appTitle: string | null;
  /** Null where it couldn't be found out. */
  viewer: Viewer | null;
}

export function SiteHeader({ locale, appTitle, viewer }: ShellProps) {
  return (
    <header className="screen-only border-b border-line">
      <div className="measure flex flex-wrap items-center gap-x-6 middle:min-h-16 middle:flex-nowrap">
        {appTitle !== null && (
          <Link
            href="/"
            className="flex min-h-14 min-w-11 items-center rounded-control font-medium middle:max-w-[16rem] middle:shrink-0"
          >
            <bdi className="py-2">{appTitle}</bdi>
          </Link>
        )}
        <MainNavigation hasAccount={Boolean(viewer?.account)} isProduct={viewer?.role === 'product'} />
        {viewer && <Person locale={locale} viewer={viewer} />}
      </div>
    </header>
  );
}

function Person({ locale, viewer }: { locale: string; viewer: Viewer }) {
  const { shell, ui } = text(locale);
  if (viewer.role === null) {
    return (
      viewer.demo && (
        <Link href="/sign-in" className={buttonLook('outlined', 'order-1 my-2 ms-auto middle:order-none')}>
          {shell.signIn}
        </Link>
      )
    );
  }
  return (
    <>
      <p className="order-2 w-full min-w-0 text-small text-soft middle:order-none middle:ms-auto middle:w-auto middle:text-end">
        <span className="sr-only">{shell.signedInAs} </span>
        {viewer.name && (
          <>
            <bdi className="text-ink">{viewer.name}</bdi>
            {ui.comma}
          </>
        )}
        {shell.roles[viewer.role]}
        {viewer.account && (
          <>
            <span className="middle:hidden">{ui.comma}</span>
            <bdi className="middle:block">{viewer.account.title}</bdi>
          </>
        )}
      </p>
      <form method="post" action={signOutAddress} className="order-1 ms-auto middle:order-none middle:ms-0">
        <button
          type="submit"
          className="min-h-11 min-w-11 whitespace-nowrap rounded-control text-soft transition-colors hover:text-ink"
        >
          {shell.signOut}
        </button>
      </form>
    </>
  );
}
