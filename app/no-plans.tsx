import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { pageUrls } from '@/lib/client/page-urls';
import { getPageText } from './page-context';

/** Leads the product team of an app without plans to its price list. */
export async function NoPlans() {
  const { pricing, catalog } = await getPageText();
  return (
    <div className="measure">
      <PageHeading title={pricing.title} />
      <EmptyState title={pricing.empty.title} body={catalog.noPlans.body}>
        <TextLink href={pageUrls.catalog()}>{catalog.noPlans.action}</TextLink>
      </EmptyState>
    </div>
  );
}
