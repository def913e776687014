import { type App, toPriceJson } from '@/lib/db/catalog';
import { isFree } from '@/lib/pricing/price';
import type { Remark } from '../yaml/diagnostics';
import type { ImportedCatalog } from './written-catalog';

/**
 * Trials that go on as a plan with a price, in an app without a page that takes payments: owners start them, and pay nothing when
 * they end. `stored` is the app if it exists.
 */
export function findUnpaidTrials(
  { app, versions }: Pick<ImportedCatalog, 'app' | 'versions'>,
  stored: Partial<Pick<App, 'checkoutUrl'>> | undefined,
): Remark[] {
  const { checkoutUrl = stored?.checkoutUrl ?? null } = app;
  if (checkoutUrl !== null) return [];
  return versions.flatMap((version) => {
    const { catalogKey, active, trialDays, trialThen } = version;
    const next = versions.find((each) => each.catalogKey === trialThen) ?? version;
    if (!active || trialDays === null || isFree(toPriceJson(next))) return [];
    const message = `After the trial, accounts have ${next.title} and nothing has asked for a payment. Set app.checkout_url in the extension, or a free plan as "then".`;
    return [{ source: 'extension', path: ['plans', catalogKey, 'trial'], message }];
  });
}
