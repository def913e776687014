'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useText } from '@/components/i18n/text-provider';
import { classNames } from '@/components/ui/class-names';
import { pageUrls } from '@/lib/client/page-urls';

interface MainNavigationProps {
  hasAddOns: boolean;
  hasAccount: boolean;
  isProduct: boolean;
}

export function MainNavigation({ hasAddOns, hasAccount, isProduct }: MainNavigationProps) {
  const { shell } = useText();
  const pathname = usePathname();
  const links = [
    { href: pageUrls.plans(), label: shell.plans },
    { href: pageUrls.compare(), label: shell.compare },
    ...(hasAddOns ? [{ href: pageUrls.optionalFeatures(), label: shell.addOns }] : []),
    ...(hasAccount ? [{ href: pageUrls.history(), label: shell.history }] : []),
    ...(isProduct
      ? [
          { href: pageUrls.preview(), label: shell.preview },
          { href: pageUrls.webhooks(), label: shell.webhooks },
        ]
      : []),
  ];
  return (
    <nav
      aria-label={shell.mainNavigation}
      className="order-last w-full middle:order-none middle:ms-2 middle:w-auto middle:shrink-0"
    >
      <ul className="-ms-2.5 flex flex-wrap">
        {links.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={pathname === href ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 items-center border-b-2 px-2.5 transition-colors middle:min-h-16 middle:-mb-px',
                pathname === href
                  ? 'border-rule text-ink'
                  : 'border-transparent text-soft hover:text-ink forced-colors:border-[Canvas]',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
