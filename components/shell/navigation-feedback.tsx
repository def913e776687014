'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { Banner } from '@/components/ui/banner';
import { opensHere } from '@/components/ui/page-link';
import { useOnline } from '@/components/ui/use-online';

/**
 * A banner while the browser is offline, and a line at the top while the next page loads. Offline, links and forms do nothing:
 * the browser would replace the page with its own error page.
 */
export function NavigationFeedback() {
  const { shell, ui } = useText();
  const online = useOnline();
  const pathname = usePathname();
  const [clicked, setClicked] = useState<{ pathname: string; blocked: boolean } | null>(null);
  useEffect(() => {
    const onNavigate = (event: Event) => {
      if (!isNavigation(event)) return;
      const blocked = !navigator.onLine;
      if (blocked) event.preventDefault();
      setClicked({ pathname: window.location.pathname, blocked });
    };
    // It runs before the handler of the link.
    document.addEventListener('click', onNavigate, true);
    document.addEventListener('submit', onNavigate, true);
    return () => {
      document.removeEventListener('click', onNavigate, true);
      document.removeEventListener('submit', onNavigate, true);
    };
  }, []);
  // Changed by the navigation.
  const isPending = clicked?.pathname === pathname;
  return (
    <div role="status" className="screen-only sticky top-0 z-20">
      {!online && <Banner>{isPending && clicked.blocked ? shell.offlineNavigation : shell.offline}</Banner>}
      {online && isPending && !clicked.blocked && (
        <div className="progress-line fixed inset-x-0 top-0 h-[3px] bg-ink forced-colors:bg-[Highlight]">
          <span className="sr-only">{ui.loading}</span>
        </div>
      )}
    </div>
  );
}

/** Whether an event leads to another page in this tab. */
function isNavigation(event: Event): boolean {
  if (event.type === 'submit') return true;
  if (!(event instanceof MouseEvent) || !(event.target instanceof Element)) return false;
  const link = event.target.closest<HTMLAnchorElement>('a[href]');
  return link !== null && opensHere(event, link) && link.pathname !== window.location.pathname;
}
