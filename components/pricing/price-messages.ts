import type { BrowserText } from '@/components/i18n/en';
import type { PriceMessages } from '@/lib/format/price';

/** The messages that `formatPrice` needs. */
export function getPriceMessages({ pricing }: BrowserText): PriceMessages {
  return { free: pricing.free, onRequest: pricing.onRequest, ...pricing.price };
}
