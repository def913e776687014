import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { ApiReference } from '@/components/reference/api-reference';
import { reference } from '@/components/text/reference';
import { describeApi } from '@/lib/contract/openapi/describe-api';
import { originOf } from '@/lib/http/identify';

const description = describeApi();

export const metadata: Metadata = { title: reference.title };

export default async function DocsPage() {
  const origin = originOf(await headers());
  return <ApiReference document={description} address="/api/openapi.json" origin={origin} />;
}
