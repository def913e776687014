import type { Metadata } from 'next';
import { ApiReference } from '@/components/api-docs/api-reference';
import { labels } from '@/components/api-docs/labels';
import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';

const document = createOpenApiDocument();

export const metadata: Metadata = { title: labels.title };

export default function DocsPage() {
  return <ApiReference document={document} documentUrl="/api/openapi.json" />;
}
