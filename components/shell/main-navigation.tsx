'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { useChosenPrice } from '@/components/pricing/use-billing';
import { classNames } from '@/components/ui/class-names';
import { useRequestCount } from '@/lib/client/open-requests';
import { pageUrls } from '@/lib/client/page-urls';

const getPath = (href: string) => href.split('?')[0];

interface MainNavigationProps {
  hasAddOns: boolean;
  hasAccount: boolean;
  isMember: boolean;
  /** Number of requests that wait for the user. Null for a user who does not decide. */
  requestCount: number | null;
  isProduct: boolean;
  isStaff: boolean;
}

export function MainNavigation({
  hasAddOns,
  hasAccount,
  isMember,
  isProduct,
  isStaff,
  ...props
}: MainNavigationProps) {
  const { shell, ui } = useText();
  const { locale } = useDateFormatOptions();
  const pathname = usePathname();
  const chosen = useChosenPrice();
  const known = useRequestCount(props.requestCount ?? 0);
  const requestCount = props.requestCount === null ? 0 : known;
  const hasRequests = (hasAccount && isMember) || requestCount > 0 || pathname === pageUrls.requests();
  const links: { href: string; label: string; count?: number }[] = [
    { href: pageUrls.plans(chosen), label: shell.plans },
    { href: pageUrls.compare(chosen), label: shell.compare },
    ...(hasAddOns ? [{ href: pageUrls.addOns(chosen), label: shell.addOns }] : []),
    ...(hasAccount ? [{ href: pageUrls.history(), label: shell.history }] : []),
    ...(hasAccount && hasRequests
      ? [{ href: pageUrls.requests(), label: shell.requests, count: requestCount }]
      : []),
    ...(isProduct
      ? [
          { href: pageUrls.catalog(), label: shell.catalog },
          { href: pageUrls.preview(), label: shell.preview },
          { href: pageUrls.moves(), label: shell.moves },
          { href: pageUrls.webhooks(), label: shell.webhooks },
        ]
      : []),
    ...(isStaff
      ? [
          { href: pageUrls.accounts(), label: shell.accounts },
          { href: pageUrls.audit(), label: shell.audit },
        ]
      : []),
  ];
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
        {links.map(({ href, label, count = 0 }) => (
          <li key={label}>
            <Link
              href={href}
              prefetch={false}
              aria-current={pathname === getPath(href) ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 items-center border-b-2 px-2.5 transition-colors',
                isStaff ? 'wide:-mb-px wide:min-h-16' : 'middle:-mb-px middle:min-h-16',
                pathname === getPath(href)
                  ? 'border-rule text-ink'
                  : 'border-transparent text-soft hover:text-ink forced-colors:mb-0! forced-colors:border-[Canvas]',
              )}
            >
              {label}
              {count > 0 && (
                <span className="figures ms-1.5 text-yours">
                  <span className="sr-only">{ui.comma}</span>
                  {count.toLocaleString(locale)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
