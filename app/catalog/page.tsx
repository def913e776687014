import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getStaffPage, getStaffTitle } from '@/app/staff-page';
import { EditionListView } from '@/components/editions/edition-list-view';
import { catalogSearchParams } from '@/lib/client/catalog';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import type { AppInfo } from '@/lib/contract/versions';

export const generateMetadata = () => getStaffTitle('catalog', (text) => text.catalog.title);

export default async function CatalogPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const page = await getStaffPage('catalog');
  const shown = parseSearchParams(catalogSearchParams, await searchParams);
  const [versions, compared, template, list] = await Promise.all([
    page.listCatalogVersions(),
    shown.compare === '' ? null : page.findEdition(shown.compare),
    readTemplate(page.app),
    page.listEditions(shown),
  ]);
  return (
    <EditionListView
      shown={shown}
      list={list}
      template={template}
      hasLive={versions.some(({ active }) => active)}
      compared={compared}
    />
  );
}

/** The example of a price list, for the app. */
async function readTemplate({ title, currency }: AppInfo): Promise<string> {
  const example = await readFile(join(process.cwd(), 'examples/price-list.yml'), 'utf8');
  return example
    .replace(/^saasName: .*$/m, () => `saasName: ${JSON.stringify(title)}`)
    .replace(/^currency: .*$/m, `currency: ${currency}`);
}
