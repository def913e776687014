import { notFound, redirect } from 'next/navigation';
import { apiErrors } from '@/lib/contract/errors';

/** The `type` URI of an API error. Redirects to the description of its code in the API reference. */
export default async function ProblemPage({ params }: { params: Promise<{ code: string }> }) {
  const { code } = await params;
  if (!Object.hasOwn(apiErrors, code)) notFound();
  redirect(`/docs#${code}`);
}
