'use client';

import { webhooks as ar } from './ar/webhooks';
import { webhooks as de } from './de/webhooks';
import { webhooks as en } from './en/webhooks';
import { usePageText } from './use-page-text';

const factories = { en, de, ar };

/** The texts of `/webhooks`. */
export const useWebhooksText = () => usePageText(factories);
