import { getStaffPage } from '@/app/_server/staff-page';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { previewSearchParams } from '@/lib/client/staff-urls';
import { ApiError } from '@/lib/contract/errors';
import type { PreviewFailure } from '@/lib/contract/product-preview';

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
