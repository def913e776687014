'use client';

import { usePathname } from 'next/navigation';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { useChosenPrice } from '@/components/pricing/use-billing';
import { classNames } from '@/components/ui/class-names';
import { PageLink } from '@/components/ui/page-link';
import { pageUrls, priceSearchParams } from '@/lib/client/page-urls';
import { useRequestCount } from '@/lib/client/published-values';
import { updateQuery } from '@/lib/client/search-params';

export interface NavigationLink {
  path: string;
  label: string;
  /** Whether the page has prices, for the chosen number of users and billing period. */
  hasPrices?: boolean;
}

interface MainNavigationProps {
  links: NavigationLink[];
  isMember: boolean;
  /** Number of requests that wait for the user. It is null for a user who does not decide. */
  requestCount: number | null;
  isStaff: boolean;
}

export function MainNavigation({ links, isMember, isStaff, ...props }: MainNavigationProps) {
  const { shell, ui } = useText();
  const { locale } = useDateFormatOptions();
  const pathname = usePathname();
  const priceQuery = updateQuery(priceSearchParams, '', useChosenPrice());
  const known = useRequestCount(props.requestCount ?? 0);
  const requestCount = props.requestCount === null ? 0 : known;
  /** `true` for a page below, such as that of an account. */
  const getCurrent = (path: string) => {
    if (pathname === path) return 'page';
    return path !== '/' && pathname.startsWith(`${path}/`) ? 'true' : undefined;
  };
  const isRequests = (path: string) => path === pageUrls.requests();
  const shown = links.filter(
    ({ path }) => !isRequests(path) || isMember || isStaff || requestCount > 0 || pathname === path,
  );
  return (
    <nav
      aria-label={shell.mainNavigation}
      className={classNames(
        'order-last w-full',
        // The links of staff need a row of their own.
        isStaff
          ? 'wide:order-none wide:ms-2 wide:w-auto'
          : 'middle:order-none middle:ms-2 middle:w-auto middle:shrink-0',
      )}
    >
      <ul className="-ms-2.5 flex flex-wrap">
        {shown.map(({ path, label, hasPrices = false }) => (
          <li key={path}>
            <PageLink
              href={hasPrices ? path + priceQuery : path}
              aria-current={getCurrent(path)}
              className={classNames(
                'flex min-h-11 items-center border-b-2 px-2.5 transition-colors',
                isStaff ? 'wide:-mb-px wide:min-h-16' : 'middle:-mb-px middle:min-h-16',
                getCurrent(path)
                  ? 'border-rule text-ink'
                  : 'border-transparent text-soft hover:text-ink forced-colors:mb-0! forced-colors:border-[Canvas]',
              )}
            >
              {label}
              {isRequests(path) && requestCount > 0 && (
                <span className="figures ms-1.5 text-yours">
                  <span className="sr-only">{ui.comma}</span>
                  {requestCount.toLocaleString(locale)}
                </span>
              )}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
