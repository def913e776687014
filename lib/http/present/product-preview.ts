import type { ProductPreview } from '@/lib/contract/product-preview';
import type { CatalogPreview } from '@/lib/versions/preview-catalog';
import { presentVersionList } from './version-list';

/** What `/preview` shows. */
export function presentProductPreview(preview: CatalogPreview): ProductPreview {
  return {
    list: presentVersionList(preview.listing, { matrix: true }),
    as: preview.as,
    accounts: preview.accounts,
    hidden: preview.hidden.map(({ id, title, tag }) => ({ id, title, tag })),
    checks: preview.checks,
  };
}
