'use client';

import { useText } from '@/components/i18n/text-provider';
import { Button } from '@/components/ui/button';
import { PageHeading } from '@/components/ui/page-heading';

export default function ErrorPage({ retry }: { retry: () => void }) {
  const { errorPage } = useText();
  return (
    <div role="alert" className="measure">
      <PageHeading title={errorPage.title} lead={errorPage.body} />
      <Button onClick={retry}>{errorPage.tryAgain}</Button>
    </div>
  );
}
