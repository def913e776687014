import type { Metadata } from 'next';
import { getPageContext, getUserPreferences } from '@/app/page-context';
import { getText } from '@/components/i18n/get-text';
import { PreviewView } from '@/components/preview/preview-view';
import type { PageSearchParams } from '@/lib/client/search-params';
import { loadPreview } from './load-preview';

export async function generateMetadata(): Promise<Metadata> {
  const { role } = (await getPageContext()).currentUser;
  // A 404 must not disclose the title.
  return role === 'product' ? { title: getText((await getUserPreferences()).locale).preview.title } : {};
}

export default async function PreviewPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const { state, preview, accountMissing } = await loadPreview(searchParams);
  return <PreviewView state={state} preview={preview} accountMissing={accountMissing} />;
}
