import type { BrowserText } from '@/components/text/en';
import type { PriceWords } from '@/lib/format/price';

/** What `formatPrice` needs of the texts. */
export function priceWords({ pricing }: BrowserText): PriceWords {
  return { free: pricing.free, onRequest: pricing.onRequest, ...pricing.words };
}
