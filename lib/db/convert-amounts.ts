import { type FeeName, feeNames } from '@/lib/contract/enums';
import { type CamelCase, toCamelCase } from '@/lib/contract/field-names';
import type { Queries } from './connection/client';
import { withNumbers } from './connection/query-json';
import { toSnapshot, type VersionSnapshot } from './version-snapshot';

const names = feeNames.map(toCamelCase) as CamelCase<FeeName>[];

type Fees = Record<CamelCase<FeeName>, number | null>;

/** A price with its fees multiplied. */
export const scaleFees = <T extends Fees>(price: T, factor: number): T => ({
  ...price,
  ...Object.fromEntries(names.map((name) => [name, price[name] === null ? null : price[name] * factor])),
});

/** Other digits for the amounts of an app. `factor` is the power of ten between them. */
export interface Conversion {
  currency: string;
  from: number;
  to: number;
  factor: number;
}

/**
 * Converts what is stored of an app, as the owner of the database. The transaction holds the lock of account changes. Its time
 * grows with the histories of the accounts: it has no statement timeout from here on.
 */
export async function convertAmounts(queries: Queries, appId: string, conversion: Conversion): Promise<void> {
  const { currency, factor, to } = conversion;
  // A statement that sets it keeps its own.
  await queries.$queryRaw`SELECT set_config('statement_timeout', '0', true)`;
  const rows = await queries.versionSnapshot.findMany({ where: { appId, currency } });
  const digests = (rows.map(withNumbers) as VersionSnapshot[]).map(({ digest, appId: _, ...content }) => {
    const converted = toSnapshot(appId, { ...scaleFees(content, factor), currencyDigits: to });
    return [digest, converted.digest];
  });
  await queries.$queryRaw`
    SELECT convert_amounts(${appId}, ${factor}::integer, ${to}::integer,
      ${JSON.stringify(Object.fromEntries(digests))}::jsonb)::text`;
}
