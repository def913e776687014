import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getText } from '@/components/i18n/get-text';
import type { Role } from '@/lib/contract/current-user';
import { getPageContext, getUserPreferences } from './page-context';

type SelectTitle = (text: ReturnType<typeof getText>) => string;

/** The metadata of a page with this title. */
export async function getTitle(select: SelectTitle): Promise<Metadata> {
  return { title: select(getText((await getUserPreferences()).locale)) };
}

/** The same for a page for users with these roles. A 404 must not disclose the title. */
export async function getStaffTitle(roles: Role[], select: SelectTitle): Promise<Metadata> {
  const { role } = (await getPageContext()).currentUser;
  return role && roles.includes(role) ? getTitle(select) : {};
}

/** The context of a page for users with these roles. Responds with 404 to others. */
export async function getStaffPage(roles: Role[]) {
  const page = await getPageContext();
  const { app, currentUser } = page;
  if (!app || !currentUser.role || !roles.includes(currentUser.role)) notFound();
  return { ...page, app };
}
