'use client';

import { useText } from '@/components/text/text-provider';
import { Button } from '@/components/ui/button';
import { PageHeading } from '@/components/ui/page-heading';

export default function PageFailed({ reset }: { reset: () => void }) {
  const { shell, ui } = useText();
  return (
    <div role="alert" className="measure">
      <PageHeading title={shell.failure.title} lead={shell.failure.body} />
      <Button onClick={reset}>{ui.tryAgain}</Button>
    </div>
  );
}
