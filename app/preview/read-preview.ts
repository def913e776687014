import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { createLoader } from 'nuqs/server';
import { previewState } from '@/lib/client/page-state';
import { Problem } from '@/lib/contract/errors';
import { openThisPage } from '../this-page';

const loadState = createLoader(previewState);

/** What the address asks to preview. Whoever isn't of the product team finds no page here. */
export async function readPreview(searchParams: Promise<SearchParams>) {
  const page = await openThisPage();
  if (!page.app || page.viewer.role !== 'product') notFound();
  const state = await loadState(searchParams);
  const { demo } = page.viewer;
  try {
    return { state, demo, accountGone: false, preview: await page.readProductPreview(state) };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'account_not_found') throw error;
    const asVisitor = { ...state, as: previewState.as.defaultValue };
    return { state: asVisitor, demo, accountGone: true, preview: await page.readProductPreview(asVisitor) };
  }
}
