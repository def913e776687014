import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { previewSearchParams, staffUrls } from '@/lib/client/staff-urls';
import type { CurrentUser } from '@/lib/contract/current-user';
import { ApiError } from '@/lib/contract/errors';
import { type LinkedPage, pages, type StaffPage } from '@/lib/contract/pages';
import type { PreviewFailure } from '@/lib/contract/product-preview';
import { pagePathHeader } from '@/lib/http/pipeline/security-headers';
import { getPageContext, getTitle, getUserPreferences, readOrNull } from './page-context';

/** The title of a page of staff. A 404 must not disclose it. */
export async function getStaffTitle(name: StaffPage & LinkedPage): Promise<Metadata> {
  const { currentUser } = await getPageContext();
  return canSee(name, currentUser) ? getTitle(({ serverShell }) => serverShell.pages[name]) : {};
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

/** Loads the edition of a path. Responds with 404 for an unknown one, and unless the user has the product role. */
export async function loadEdition(params: Promise<{ id: string }>) {
  const page = await getStaffPage('catalog');
  const { id } = await params;
  const edition = (await readOrNull(page.getEdition(id))) ?? notFound();
  const [notes, reviewers] = await Promise.all([page.listEditionNotes(id), page.listReviewers()]);
  return { app: page.app, edition, review: { edition, notes, reviewers } };
}

/** What is shown instead of what can't be previewed. */
const fallbacks = {
  account_not_found: { as: 'visitor' },
  edition_not_found: { edition: '' },
  edition_not_draft: { edition: '' },
  edition_invalid: { edition: '' },
} satisfies Record<PreviewFailure, object>;

const isFailure = (code: string): code is PreviewFailure => Object.hasOwn(fallbacks, code);

/** Loads the preview that the query string selects. Responds with 404 unless the user has the product role. */
export async function loadPreview(searchParams: Promise<PageSearchParams>) {
  const page = await getStaffPage('preview');
  let state = parseSearchParams(previewSearchParams, await searchParams);
  const { demo } = page.currentUser;
  const failures: PreviewFailure[] = [];
  for (;;) {
    try {
      return {
        state,
        demo,
        failures,
        preview: await page.previewCatalog(state),
        listDrafts: page.listDrafts,
      };
    } catch (error) {
      if (!(error instanceof ApiError) || !isFailure(error.code)) throw error;
      failures.push(error.code);
      state = { ...state, ...fallbacks[error.code] };
    }
  }
}
