import { getPageText } from '@/app/page-context';
import { prefetch, respondTo } from '@/app/prefetch';
import { getStaffPage, getStaffTitle } from '@/app/staff-page';
import { MovesView } from '@/components/moves/moves-view';
import { QueryProvider } from '@/components/ui/query-provider';
import { maxMoves, movesQueryOptions, movesSearchParams } from '@/lib/client/moves';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { NoPlans } from '../no-plans';

export const generateMetadata = () => getStaffTitle(['product'], (text) => text.moves.title);

export default async function MovesPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const page = await getStaffPage(['product']);
  const { from } = parseSearchParams(movesSearchParams, await searchParams);
  const [versions, state] = await Promise.all([
    page.listCatalogVersions(),
    prefetch(respondTo(movesQueryOptions(), () => page.listMoves(maxMoves))),
  ]);
  if (versions.length === 0) {
    return <NoPlans title={(await getPageText()).moves.title} />;
  }
  return (
    <QueryProvider state={state}>
      <MovesView versions={versions} from={from} />
    </QueryProvider>
  );
}
