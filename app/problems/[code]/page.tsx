import { notFound, redirect } from 'next/navigation';
import { problems } from '@/lib/contract/errors';

/** Where the `type` of a refusal leads: what the reference says about its code. */
export default async function ProblemPage({ params }: { params: Promise<{ code: string }> }) {
  const { code } = await params;
  if (!Object.hasOwn(problems, code)) notFound();
  redirect(`/docs#${code}`);
}
