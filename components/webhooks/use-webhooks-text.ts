'use client';

import { webhooks as ar } from '@/components/i18n/ar/webhooks';
import { webhooks as de } from '@/components/i18n/de/webhooks';
import { webhooks as en } from '@/components/i18n/en/webhooks';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en, de, ar };

/** The texts of `/webhooks`. */
export const useWebhooksText = () => usePageText(factories);
