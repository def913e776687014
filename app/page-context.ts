import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { cache } from 'react';
import { getText } from '@/components/i18n/get-text';
import { pageUrls } from '@/lib/client/page-urls';
import { isStaff } from '@/lib/contract/current-user';
import { ApiError } from '@/lib/contract/errors';
import { openPageQueries } from '@/lib/http/page-queries';
import { getPreferences } from './preferences';

/** The data access of the current request, shared by the layout, the page and its metadata. */
export const getPageContext = cache(async () => openPageQueries(await headers()));

/** The same for an account that staff look at. Null if there is no such account, and for other users. */
export const getAccountContext = cache(async (name: string) => {
  const { app, currentUser } = await getPageContext();
  if (!app || !isStaff(currentUser.role)) return null;
  const page = await openPageQueries(await headers(), name).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'account_not_found') return null;
    throw error;
  });
  const account = page?.currentUser.account;
  // A session that is bound to an account reads no other.
  const isFound = account && (currentUser.account === null || account.id === name);
  return page && isFound ? { ...page, app, account, role: currentUser.role } : null;
});

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

/** The texts of the current request. */
export const getPageText = async () => getText((await getUserPreferences()).locale);

export type SelectTitle = (text: ReturnType<typeof getText>) => string;

/** The metadata of a page with this title. */
export async function getTitle(select: SelectTitle): Promise<Metadata> {
  return { title: select(await getPageText()) };
}
