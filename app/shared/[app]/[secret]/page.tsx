import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getPageContext } from '@/app/_server/page-context';
import { SharedPlans } from '@/components/editions/shared-plans';

export const metadata: Metadata = { robots: { index: false, follow: false }, referrer: 'no-referrer' };

/** The plans of a draft, for anyone with its link. The proxy names the app. */
export default async function SharedPage({ params }: { params: Promise<{ secret: string }> }) {
  const page = await getPageContext();
  const list = page.app && (await page.getSharedPlans((await params).secret));
  if (!list) notFound();
  return <SharedPlans list={list} />;
}
