'use client';

import type { ComponentProps } from 'react';
import { useHydrationReplay } from '@/components/hydration-replay/use-hydration-replay';
import { CatalogTextContext } from '@/components/i18n/catalog-text';
import { TextProvider, type TextProviderProps } from '@/components/i18n/text-provider';

interface ProvidersProps extends Omit<TextProviderProps, 'catalogLanguage'> {
  catalogText: ComponentProps<typeof CatalogTextContext>['value'];
}

export function Providers({ catalogText, ...props }: ProvidersProps) {
  useHydrationReplay();
  return (
    <CatalogTextContext value={catalogText}>
      <TextProvider catalogLanguage={catalogText.language} {...props} />
    </CatalogTextContext>
  );
}
