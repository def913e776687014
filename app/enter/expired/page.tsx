import { text } from '@/components/text/text';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { readReader } from '../../reader';

export default async function LinkExpired() {
  const { enter } = text((await readReader()).locale);
  return (
    <div className="measure">
      <PageHeading title={enter.expired.title} lead={enter.expired.body} />
      <TextLink href="/">{enter.plans}</TextLink>
    </div>
  );
}
