import { getPageText } from '@/app/_server/page-context';
import { getStaffPage, getStaffTitle } from '@/app/_server/staff-page';
import { MovesView } from '@/components/moves/moves-view';
import { movesSearchParams } from '@/lib/client/moves';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { NoPlans } from '../_server/empty-pages';

export const generateMetadata = () => getStaffTitle('moves');

const maxMoves = 20;

export default async function MovesPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const page = await getStaffPage('moves');
  const { from } = parseSearchParams(movesSearchParams, await searchParams);
  const [versions, moves] = await Promise.all([page.listCatalogVersions(), page.listMoves(maxMoves)]);
  if (versions.length === 0) {
    return <NoPlans title={(await getPageText()).moves.title} />;
  }
  return <MovesView versions={versions} from={from} moves={moves.data} />;
}
