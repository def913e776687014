import { text } from '@/components/text/text';
import { PageHeading } from '@/components/ui/page-heading';
import { readReader } from './reader';

/** What any page says where the address names no app. */
export async function NoApp() {
  const { shell } = text((await readReader()).locale);
  return (
    <div className="measure">
      <PageHeading title={shell.noApp.title} lead={shell.noApp.body} />
    </div>
  );
}
