import { z } from 'zod';
import { catalogCheckRequestSchema, maxPriceListBodyBytes } from './catalog-editions';
import { findCurrencyDigits } from './currency-digits';
import { billingPeriod, displayName } from './fields';

/** The page that creates the first app. */
export const setupPath = '/setup';

/** Body of `POST /api/portal/setup`, which only `/setup` sends, with the set-up link as a bearer token. */
const setupRequestSchema = z.strictObject({
  title: displayName(200),
  currency: z
    .string()
    .refine((code) => findCurrencyDigits(code) !== null, 'Expected an ISO 4217 currency code'),
  billing_period: billingPeriod,
  /** The history of the catalog names the person by it. */
  name: displayName(200),
  source: catalogCheckRequestSchema.shape.source,
});

export type SetupRequest = z.input<typeof setupRequestSchema>;

export const setupBody = { schema: setupRequestSchema, maxBytes: maxPriceListBodyBytes };
