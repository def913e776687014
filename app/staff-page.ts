import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { CurrentUser } from '@/lib/contract/current-user';
import { pages, type StaffPage } from '@/lib/contract/page-paths';
import { getPageContext, getTitle, getUserPreferences, type SelectTitle } from './page-context';

/** The title of a page of staff. A 404 must not disclose it. */
export async function getStaffTitle(name: StaffPage, select: SelectTitle): Promise<Metadata> {
  return canSee(name, (await getPageContext()).currentUser) ? getTitle(select) : {};
}

/** The context of a page of staff. Responds with 404 to users who don't see the page. */
export async function getStaffPage(name: StaffPage) {
  const page = await getPageContext();
  if (!page.app || !canSee(name, page.currentUser)) notFound();
  await getUserPreferences();
  return { ...page, app: page.app };
}

function canSee(name: StaffPage, { role }: CurrentUser): boolean {
  return pages[name].roles.some((allowed) => allowed === role);
}
