'use client';

import { getLanguage, languages } from '@/components/i18n/languages';
import { useDateFormatOptions } from '@/components/i18n/text-provider';
import { ErrorContent } from '@/components/shell/error-content';

export default function ErrorPage({ retry }: { retry: () => void }) {
  const { locale } = useDateFormatOptions();
  return <ErrorContent text={languages[getLanguage(locale)].errorPage} onRetry={retry} />;
}
