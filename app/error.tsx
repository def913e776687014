'use client';

import { useText } from '@/components/i18n/text-provider';
import { ErrorContent } from '@/components/shell/error-content';

export default function ErrorPage({ retry }: { retry: () => void }) {
  return <ErrorContent text={useText().errorPage} onRetry={retry} />;
}
