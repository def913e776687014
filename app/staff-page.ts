import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { Role } from '@/lib/contract/current-user';
import { getPageContext, getTitle, getUserPreferences, type SelectTitle } from './page-context';

/** The title of a page for users with these roles. A 404 must not disclose it. */
export async function getStaffTitle(roles: Role[], select: SelectTitle): Promise<Metadata> {
  const { role } = (await getPageContext()).currentUser;
  return role && roles.includes(role) ? getTitle(select) : {};
}

/** The context of a page for users with these roles. Responds with 404 to others. */
export async function getStaffPage(roles: Role[]) {
  const page = await getPageContext();
  const { app, currentUser } = page;
  if (!app || !currentUser.role || !roles.includes(currentUser.role)) notFound();
  await getUserPreferences();
  return { ...page, app };
}
