import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { PreviewView } from '@/components/preview/preview-view';
import { text } from '@/components/text/text';
import { readReader } from '../reader';
import { openThisPage } from '../this-page';
import { readPreview } from './read-preview';

export async function generateMetadata(): Promise<Metadata> {
  const { role } = (await openThisPage()).viewer;
  // Whoever finds no page here isn't told its name either.
  return role === 'product' ? { title: text((await readReader()).locale).preview.title } : {};
}

export default async function PreviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { preview, accountGone } = await readPreview(searchParams);
  return <PreviewView preview={preview} accountGone={accountGone} />;
}
