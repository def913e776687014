import { readFileSync } from 'node:fs';

/** Next keeps the page for an hour (incremental static regeneration). */
export const revalidate = 3600;

export default function Page() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the content of a page of the service
  return <main dangerouslySetInnerHTML={{ __html: readFileSync(String(process.env.PAGE_FILE), 'utf8') }} />;
}
