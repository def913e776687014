'use client';

import { useText } from '@/components/text/text-provider';
import { Button } from '@/components/ui/button';
import { PageHeading } from '@/components/ui/page-heading';

export default function PageFailed({ retry }: { retry: () => void }) {
  const { shell, ui } = useText();
  return (
    <div role="alert" className="measure">
      <PageHeading title={shell.failure.title} lead={shell.failure.body} />
      <Button onClick={retry}>{ui.tryAgain}</Button>
    </div>
  );
}
