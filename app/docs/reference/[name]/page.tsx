import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { labels } from '@/components/api-docs/labels';
import { findOperation, OperationReference } from '@/components/api-docs/operations';
import { SchemaReference } from '@/components/api-docs/schemas';
import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import { publicOrigin } from '@/lib/http/pipeline/authenticate';

const document = createOpenApiDocument();

interface ReferencePageProps {
  params: Promise<{ name: string }>;
}

export async function generateMetadata({ params }: ReferencePageProps): Promise<Metadata> {
  const { name } = await params;
  return { title: `${findOperation(document, name)?.operation.summary ?? name} · ${labels.title}` };
}

/** An operation or a schema of the API reference. */
export default async function ReferencePage({ params }: ReferencePageProps) {
  const { name } = await params;
  const listed = findOperation(document, name);
  if (listed) {
    return <OperationReference {...listed} document={document} origin={publicOrigin(await headers())} />;
  }
  if (!Object.hasOwn(document.components.schemas, name)) notFound();
  return <SchemaReference document={document} name={name} />;
}
