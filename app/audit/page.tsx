import { prefetch, respondTo } from '@/app/prefetch';
import { getStaffPage, getStaffTitle } from '@/app/staff-page';
import { AuditView } from '@/components/accounts/audit-view';
import { QueryProvider } from '@/components/ui/query-provider';
import { auditQueryOptions, toAuditInput } from '@/lib/client/accounts';
import { auditSearchParams } from '@/lib/client/page-urls';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';

export const generateMetadata = () =>
  getStaffTitle(['product', 'support'], (text) => text.accounts.audit.title);

export default async function AuditPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const page = await getStaffPage(['product', 'support']);
  const shown = parseSearchParams(auditSearchParams, await searchParams);
  const entries = respondTo(auditQueryOptions(shown), () => page.listAudit(toAuditInput(shown)));
  return (
    <QueryProvider state={await prefetch(entries)}>
      <AuditView shown={shown} />
    </QueryProvider>
  );
}
