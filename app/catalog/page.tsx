import { getStaffPage, getStaffTitle } from '@/app/_server/staff-page';
import { EditionListView } from '@/components/editions/edition-list-view';
import { catalogSearchParams } from '@/lib/client/catalog';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { fillTemplate } from '@/lib/client/setup';
import { readTemplate } from '../_server/read-template';

export const generateMetadata = () => getStaffTitle('catalog');

export default async function CatalogPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const page = await getStaffPage('catalog');
  const shown = parseSearchParams(catalogSearchParams, await searchParams);
  const [versions, compared, template, list] = await Promise.all([
    page.listCatalogVersions(),
    shown.compare === '' ? null : page.findEdition(shown.compare),
    readTemplate(),
    page.listEditions(shown),
  ]);
  return (
    <EditionListView
      shown={shown}
      list={list}
      template={fillTemplate(template, page.app)}
      hasLive={versions.some(({ active }) => active)}
      compared={compared}
    />
  );
}
