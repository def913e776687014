import { getUserPreferences, readOrNull } from '@/app/_server/page-context';
import { getStaffPage, getStaffTitle } from '@/app/_server/staff-page';
import { AuditView } from '@/components/accounts/audit-view';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { auditSearchParams } from '@/lib/client/staff-urls';

export const generateMetadata = () => getStaffTitle('audit');

export default async function AuditPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const page = await getStaffPage('audit');
  const { timeZone } = await getUserPreferences();
  const shown = parseSearchParams(auditSearchParams, await searchParams);
  const list = await readOrNull(page.listAudit({ ...shown, timeZone }));
  return <AuditView shown={shown} list={list} />;
}
