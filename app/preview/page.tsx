import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { PreviewView } from '@/components/preview/preview-view';
import { text } from '@/components/text/text';
import { readReader } from '../reader';
import { readPreview } from './read-preview';

export async function generateMetadata(): Promise<Metadata> {
  return { title: text((await readReader()).locale).preview.title };
}

export default async function PreviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { preview, accountGone } = await readPreview(searchParams);
  return <PreviewView preview={preview} accountGone={accountGone} />;
}
