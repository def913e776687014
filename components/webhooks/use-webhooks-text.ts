'use client';

import { webhooks as arabic } from '@/components/i18n/ar/webhooks';
import { webhooks as german } from '@/components/i18n/de/webhooks';
import { webhooks as english } from '@/components/i18n/en/webhooks';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts of `/webhooks`. */
export function useWebhooksText(): ReturnType<typeof english> {
  return usePageText(factories);
}
