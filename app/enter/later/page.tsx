import { text } from '@/components/text/text';
import { PageHeading } from '@/components/ui/page-heading';
import { readReader } from '../../reader';

export default async function EnterLater() {
  const { enter } = text((await readReader()).locale);
  return (
    <div className="measure">
      <PageHeading title={enter.later.title} lead={enter.later.body} />
    </div>
  );
}
