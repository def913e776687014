import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { staffUrls } from '@/lib/client/staff-urls';
import { setupPath } from '@/lib/contract/setup';
import { getEmbeddedApp } from '@/lib/http/pipeline/authenticate';
import { getPageContext, getPageText } from './page-context';

/** Shown by every page when no app belongs to the host name. Without any app, leads to the page that creates one. */
export async function NoApp() {
  const page = await getPageContext();
  const isEmbedded = getEmbeddedApp(await headers()) !== null;
  if (!isEmbedded && (await page.getSetupState('')) !== 'done') redirect(setupPath);
  const { noApp } = await getPageText();
  return (
    <div className="measure">
      <PageHeading title={noApp.title} lead={noApp.body} />
    </div>
  );
}

/** Whether the page is for the product team of an app without plans. It is false if the list fails: the page shows the error. */
export async function isForNoPlans(page: Awaited<ReturnType<typeof getPageContext>>): Promise<boolean> {
  if (page.currentUser.role !== 'product') return false;
  const list = await page.listVersions().catch(() => null);
  return list?.data.versions.length === 0;
}

/** Leads the product team of an app without plans to its price list. `title` is that of the page. */
export async function NoPlans({ title }: { title: string }) {
  const { pricing, catalog } = await getPageText();
  return (
    <div className="measure">
      <PageHeading title={title} />
      <EmptyState title={pricing.empty.title} body={catalog.noPlans.body}>
        <TextLink href={staffUrls.catalog()}>{catalog.noPlans.action}</TextLink>
      </EmptyState>
    </div>
  );
}
