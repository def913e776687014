import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { ApiReference } from '@/components/reference/api-reference';
import { text } from '@/components/text/text';
import { describeApi } from '@/lib/contract/openapi/describe-api';
import { originOf } from '@/lib/http/identify';
import { readReader } from '../reader';

const description = describeApi();

export async function generateMetadata(): Promise<Metadata> {
  return { title: text((await readReader()).locale).reference.title };
}

export default async function DocsPage() {
  const { locale } = await readReader();
  const origin = originOf(await headers());
  return <ApiReference document={description} address="/api/openapi.json" origin={origin} locale={locale} />;
}
