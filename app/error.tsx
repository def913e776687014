'use client';

import { useText } from '@/components/text/text-provider';
import { Button } from '@/components/ui/button';
import { PageHeading } from '@/components/ui/page-heading';

export default function PageFailed({ retry }: { retry: () => void }) {
  const { failure } = useText();
  return (
    <div role="alert" className="measure">
      <PageHeading title={failure.title} lead={failure.body} />
      <Button onClick={retry}>{failure.tryAgain}</Button>
    </div>
  );
}
