import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { staffUrls } from '@/lib/client/staff-urls';
import type { CurrentUser } from '@/lib/contract/current-user';
import { pages, type StaffPage } from '@/lib/contract/pages';
import { pagePathHeader } from '@/lib/http/pipeline/security-headers';
import { getPageContext, getTitle, getUserPreferences, type SelectTitle } from './page-context';

/** The title of a page of staff. A 404 must not disclose it. */
export async function getStaffTitle(name: StaffPage, select: SelectTitle): Promise<Metadata> {
  return canSee(name, (await getPageContext()).currentUser) ? getTitle(select) : {};
}

/** The context of a page of staff. Rejects users who don't see the page as `rejectUser` does. */
export async function getStaffPage(name: StaffPage) {
  const page = await getPageContext();
  if (!page.app || !canSee(name, page.currentUser)) return rejectUser();
  await getUserPreferences();
  return { ...page, app: page.app };
}

/** Redirects a visitor to the sign-in page, if staff of the app sign in there. Responds with 404 to all others. */
export async function rejectUser(): Promise<never> {
  const { currentUser, hasStaffSignIn } = await getPageContext();
  if (currentUser.role !== null || !(await hasStaffSignIn())) notFound();
  redirect(staffUrls.signIn({ path: (await headers()).get(pagePathHeader) ?? '' }));
}

function canSee(name: StaffPage, { role }: CurrentUser): boolean {
  return pages[name].roles.some((allowed) => allowed === role);
}
