import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { ApiReference } from '@/components/api-docs/api-reference';
import { labels } from '@/components/api-docs/labels';
import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import { publicOrigin } from '@/lib/http/authenticate';

const document = createOpenApiDocument();

export const metadata: Metadata = { title: labels.title };

export default async function DocsPage() {
  const origin = publicOrigin(await headers());
  return <ApiReference document={document} documentUrl="/api/openapi.json" origin={origin} />;
}
