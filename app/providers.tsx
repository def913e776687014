'use client';

import { useHydrationReplay } from '@/components/hydration-replay/use-hydration-replay';
import { TextProvider, type TextProviderProps } from '@/components/i18n/text-provider';

export function Providers(props: TextProviderProps) {
  useHydrationReplay();
  return <TextProvider {...props} />;
}
