import { text } from '@/components/text/text';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { readReader } from './reader';

export default async function NotFound() {
  const { shell } = text((await readReader()).locale);
  return (
    <div className="measure">
      <PageHeading title={shell.notFound.title} lead={shell.notFound.body} />
      <TextLink href="/">{shell.notFound.link}</TextLink>
    </div>
  );
}
