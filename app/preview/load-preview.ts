import { getStaffPage } from '@/app/staff-page';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { previewSearchParams } from '@/lib/client/staff-urls';
import { ApiError } from '@/lib/contract/errors';

/** Loads the preview that the query string selects. Responds with 404 unless the user has the product role. */
export async function loadPreview(searchParams: Promise<PageSearchParams>) {
  const page = await getStaffPage('preview');
  const state = parseSearchParams(previewSearchParams, await searchParams);
  const { demo } = page.currentUser;
  try {
    return { state, demo, accountMissing: false, preview: await page.previewCatalog(state) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'account_not_found') throw error;
    const asVisitor = { ...state, as: 'visitor' };
    return {
      state: asVisitor,
      demo,
      accountMissing: true,
      preview: await page.previewCatalog(asVisitor),
    };
  }
}
