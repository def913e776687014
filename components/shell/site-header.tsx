import { interpolate } from '@/components/i18n/interpolate';
import { getRequestText } from '@/components/i18n/server-text';
import { buttonClassName } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import { PageLink } from '@/components/ui/page-link';
import { pageUrls } from '@/lib/client/page-urls';
import { type CurrentUser, isStaff } from '@/lib/contract/current-user';
import { pageList } from '@/lib/contract/pages';
import { MainNavigation, type NavigationLink } from './main-navigation';

interface SiteHeaderProps {
  /** The value is null when no app belongs to the host name. */
  appTitle: string | null;
  /** URL of an image that replaces the title. */
  logo: string | null;
  /** The value is null when the user could not be determined, for example because the database is down. */
  user: CurrentUser | null;
  /** Whether it is above a draft, which has tabs of its own and may not be at the address of its app. */
  isShared: boolean;
  hasAddOns: boolean;
  /** Number of requests that wait for an owner. */
  requestCount: number;
  /** A page of the host application. It is null if there is none. */
  returnUrl: string | null;
  /** Where visitors sign in. It is null outside the demo if the app has no such URL. */
  signInUrl: string | null;
}

const titleClassName =
  'flex min-h-14 min-w-11 items-center rounded-control font-medium middle:max-w-[16rem] middle:shrink-0';

export function SiteHeader(props: SiteHeaderProps) {
  const { appTitle, logo, user, isShared, hasAddOns, requestCount, returnUrl, signInUrl } = props;
  const { backTo } = getRequestText().serverShell;
  const title =
    logo === null ? (
      <bdi className="py-2">{appTitle}</bdi>
    ) : (
      // biome-ignore lint/performance/noImgElement: next/image would request the image from this server
      <img
        src={logo}
        alt={appTitle ?? ''}
        className="h-8 max-w-44 object-contain object-left rtl:object-right"
      />
    );
  return (
    <header className="screen-only border-b border-line">
      {appTitle !== null && returnUrl !== null && (
        <div className="border-b border-line bg-sunk text-small">
          <div className="measure">
            {/* In a frame, the host application is the page around it. */}
            <a
              href={returnUrl}
              target="_top"
              className="inline-flex min-h-11 items-center gap-2 text-soft transition-colors hover:text-ink"
            >
              <Icon name="back" className="shrink-0 rtl:-scale-x-100" />
              <span className="min-w-0 py-2">{interpolate(backTo, [appTitle])}</span>
            </a>
          </div>
        </div>
      )}
      <div
        className={classNames(
          'measure flex flex-wrap items-center gap-x-6 middle:min-h-16',
          isStaff(user?.role ?? null) ? 'wide:flex-nowrap' : 'middle:flex-nowrap',
        )}
      >
        {appTitle !== null &&
          (isShared ? (
            <div className={titleClassName}>{title}</div>
          ) : (
            <PageLink href={pageUrls.plans()} className={titleClassName}>
              {title}
            </PageLink>
          ))}
        {!isShared && (
          <MainNavigation
            links={listLinks(user, hasAddOns)}
            isMember={user?.role === 'member'}
            requestCount={user?.role === 'owner' ? requestCount : null}
            isStaff={isStaff(user?.role ?? null)}
          />
        )}
        {user && !isShared && <SignedInUser user={user} signInUrl={signInUrl} />}
      </div>
    </header>
  );
}

function listLinks(user: CurrentUser | null, hasAddOns: boolean): NavigationLink[] {
  const labels: Partial<Record<string, string>> = getRequestText().serverShell.pages;
  const hasAccount = Boolean(user?.account);
  const isShown = {
    everyone: true,
    account: hasAccount,
    accountAndStaff: hasAccount || isStaff(user?.role ?? null),
    addOns: hasAddOns,
  };
  return pageList.flatMap(({ name, path, roles, link, hasPrices }) => {
    const label = labels[name];
    const isVisible = !roles || roles.some((role) => role === user?.role);
    return link && label && isShown[link] && isVisible ? [{ path, label, hasPrices }] : [];
  });
}

function SignedInUser({ user, signInUrl }: Pick<SiteHeaderProps, 'signInUrl'> & { user: CurrentUser }) {
  const { serverShell, ui } = getRequestText();
  if (user.role === null) {
    return (
      signInUrl && (
        <PageLink
          href={signInUrl}
          className={buttonClassName('outlined', 'order-1 my-2 ms-auto middle:order-none')}
        >
          {serverShell.signIn}
        </PageLink>
      )
    );
  }
  return (
    <>
      <p className="order-2 w-full min-w-0 text-small text-soft middle:order-none middle:ms-auto middle:w-auto middle:text-end">
        <span className="sr-only">{serverShell.signedInAs} </span>
        {user.name && (
          <>
            <bdi className="text-ink">{user.name}</bdi>
            {ui.comma}
          </>
        )}
        {serverShell.roles[user.role]}
        {user.account && (
          <>
            <span className="middle:hidden">{ui.comma}</span>
            <bdi className="middle:block">{user.account.title}</bdi>
          </>
        )}
      </p>
      <form
        method="post"
        action={pageUrls.signOut()}
        className="order-1 ms-auto middle:order-none middle:ms-0"
      >
        <button
          type="submit"
          className="min-h-11 min-w-11 whitespace-nowrap rounded-control text-soft transition-colors hover:text-ink"
        >
          {serverShell.signOut}
        </button>
      </form>
    </>
  );
}

export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:absolute focus:start-4 focus:top-3 focus:z-30 focus:bg-ink focus:px-4 focus:py-3 focus:text-paper"
    >
      {getRequestText().serverShell.skipToContent}
    </a>
  );
}
