'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useText } from '@/components/text/text-provider';
import { classNames } from '@/components/ui/class-names';

export function MainNavigation({ hasAccount, isProduct }: { hasAccount: boolean; isProduct: boolean }) {
  const { shell } = useText();
  const here = usePathname();
  const places = [
    { href: '/', label: shell.plans },
    { href: '/compare', label: shell.compare },
    ...(hasAccount ? [{ href: '/history', label: shell.history }] : []),
    ...(isProduct ? [{ href: '/preview', label: shell.preview }] : []),
  ];
  return (
    <nav
      aria-label={shell.mainNavigation}
      className="order-last w-full middle:order-none middle:ms-2 middle:w-auto middle:shrink-0"
    >
      <ul className="-ms-2.5 flex flex-wrap">
        {places.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={here === href ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 items-center border-b-2 px-2.5 transition-colors middle:min-h-16 middle:-mb-px',
                here === href
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
