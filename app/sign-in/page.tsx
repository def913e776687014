import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DemoPeople } from '@/components/sign-in/demo-people';
import { text } from '@/components/text/text';
import { PageHeading } from '@/components/ui/page-heading';
import { readReader } from '../reader';
import { openThisPage } from '../this-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: text((await readReader()).locale).shell.signIn };
}

export default async function SignInPage() {
  const people = await (await openThisPage()).demoPeople();
  if (people === null) notFound();
  const { locale } = await readReader();
  const { signIn } = text(locale);
  return (
    <div className="measure">
      <PageHeading title={signIn.title} lead={signIn.lead} />
      <DemoPeople people={people} locale={locale} />
    </div>
  );
}
