import type { VersionList } from '@/lib/contract/versions';
import { createStructuredData } from '@/lib/pricing/create-structured-data';

/**
 * The plans for search engines, as JSON-LD. It is a data block, which browsers do not execute: the Content-Security-Policy does
 * not apply to it.
 */
export function StructuredData({ list }: { list: VersionList['data'] }) {
  const data = createStructuredData(list);
  if (!data) return null;
  // No text of the catalog can end the element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type="application/ld+json">{json}</script>;
}
