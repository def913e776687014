import { notFound } from 'next/navigation';
import { readOrNull } from '@/app/_server/page-context';
import { getStaffPage, getStaffTitle } from '@/app/_server/staff-page';
import { EditionComparison } from '@/components/editions/edition-comparison';
import { comparisonSearchParams } from '@/lib/client/catalog';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';

export const generateMetadata = () => getStaffTitle('catalog');

interface ComparePageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<PageSearchParams>;
}

export default async function EditionComparePage({ params, searchParams }: ComparePageProps) {
  const page = await getStaffPage('catalog');
  const { id: to } = await params;
  const { from } = parseSearchParams(comparisonSearchParams, await searchParams);
  const { edition } = (await readOrNull(page.compareEditions({ from, to }))) ?? notFound();
  return <EditionComparison from={from} to={to} edition={edition} app={page.app} />;
}
