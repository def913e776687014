import { headers } from 'next/headers';
import { cache } from 'react';
import { pageUrls } from '@/lib/client/page-urls';
import { openPageQueries } from '@/lib/http/page-queries';
import { getPreferences } from './preferences';

/** The data access of the current request, shared by the layout, the page and its metadata. */
export const getPageContext = cache(async () => openPageQueries(await headers()));

/** Where visitors sign in: in the host application, or in the demo on its own page. Null if there is no such page. */
export function getSignInUrl({
  app,
  currentUser,
}: Awaited<ReturnType<typeof getPageContext>>): string | null {
  return app?.sign_in_url ?? (currentUser.demo ? pageUrls.signIn() : null);
}

/** Language, time zone and theme of the current request. A session can have a language, which the browser's do not replace. */
export const getUserPreferences = cache(async () => {
  const requestHeaders = await headers();
  const page = await getPageContext().catch(() => null);
  const accepted = [page?.locale, requestHeaders.get('Accept-Language')].filter(Boolean);
  return getPreferences(requestHeaders.get('Cookie'), accepted.join(', ') || null);
});
