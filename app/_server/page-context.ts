import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { cache } from 'react';
import { getRequestText, type getText, setRequestLocale } from '@/components/i18n/server-text';
import { pageUrls } from '@/lib/client/page-urls';
import { isStaff } from '@/lib/contract/current-user';
import { ApiError, apiErrors } from '@/lib/contract/errors';
import { openPageQueries } from '@/lib/http/pages/page-queries';
import { getPreferences } from './preferences';

/** The data access of the current request, shared by the layout, the page and its metadata. */
export const getPageContext = cache(async () => openPageQueries(await headers()));

/** The same for an account that staff look at. It is null if there is no such account, and for other users. */
export const getAccountContext = cache(async (name: string) => {
  const { app, currentUser } = await getPageContext();
  if (!app || !isStaff(currentUser.role)) return null;
  const page = await readOrNull(openPageQueries(await headers(), name));
  const account = page?.currentUser.account;
  // A session that is bound to an account reads no other.
  const isFound = account && (currentUser.account === null || account.id === name);
  return page && isFound ? { ...page, app, account, role: currentUser.role } : null;
});

/** What a query returns. It is null for an unknown ID, and a cursor of another list. */
export async function readOrNull<Result>(result: Promise<Result>): Promise<Result | null> {
  return result.catch((error: unknown) => {
    if (error instanceof ApiError && [400, 404].includes(apiErrors[error.code].status)) return null;
    throw error;
  });
}

/** Where visitors sign in: in the host application, or in the demo on its own page. It is null if there is no such page. */
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
  const preferences = getPreferences(requestHeaders.get('Cookie'), accepted.join(', ') || null);
  setRequestLocale(preferences.locale);
  return preferences;
});

/** The texts of the current request. */
export async function getPageText() {
  await getUserPreferences();
  return getRequestText();
}

export type SelectTitle = (text: ReturnType<typeof getText>) => string;

/** The metadata of a page with this title. */
export async function getTitle(select: SelectTitle): Promise<Metadata> {
  return { title: select(await getPageText()) };
}
