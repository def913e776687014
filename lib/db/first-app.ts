import type { StoredApp } from './catalog-store';
import type { Database, Queries } from './connection/client';

export async function hasApp(db: Database): Promise<boolean> {
  return (await db.app.findFirst({ select: { id: true } })) !== null;
}

export async function isSetupLinkValid(db: Database, linkHash: string, now: Date): Promise<boolean> {
  return (await db.setupLink.count({ where: { secretHash: linkHash, expiresAt: { gt: now } } })) > 0;
}

/** What an app has before a price list is published. */
export type NewApp = Pick<
  StoredApp,
  'id' | 'slug' | 'title' | 'currency' | 'currencyDigits' | 'billingPeriod'
>;

type Outcome = 'created' | 'app_exists' | 'link_invalid';

/** Creates the first app, and ends the set-up links. Nothing happens if there is an app, or the link is not valid. */
export async function insertFirstApp(
  queries: Queries,
  linkHash: string,
  { id, slug, title, currency, currencyDigits, billingPeriod }: NewApp,
): Promise<Outcome> {
  const [row] = await queries.$queryRaw<[{ outcome: Outcome }]>`
    SELECT create_first_app(${linkHash}, ${id}, ${slug}, ${title}, ${currency}, ${currencyDigits}::integer,
      ${billingPeriod}::billing_period) AS outcome`;
  return row.outcome;
}
