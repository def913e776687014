'use client';

import { QueryForm } from '@/components/ui/query-form';
import { priceSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { VersionEntry } from '@/lib/contract/versions';
import { isSoldPerUnit, type VersionPrice } from '@/lib/pricing/price';
import { PeriodControl } from './period-control';
import { SeatsControl } from './seats-control';
import type { Billing } from './use-billing';
import { ChosenListReader } from './use-chosen-plans';

interface PriceControlsProps {
  seats: number;
  /** The price list's word for a user. It is null for "user". */
  unit?: string | null;
  /** Text of the query string that `seats` was read from. It is null if there is none. */
  requestedSeats?: string | null;
  /** The value is absent if no price depends on the number of users. */
  onSeats?: ((seats: number) => void) | undefined;
  billing: Billing;
  /** The plans whose units are chosen too, if all are sold by the same. The default is none. */
  versions?: VersionEntry[];
  /** Reads this list for what is chosen. */
  reads?: Pick<Parameters<typeof ChosenListReader>[0], 'list' | 'onData'>;
}

/** What prices depend on: the number of users and of units such as sites, and the billing period. */
export function PriceControls({
  seats,
  unit = null,
  requestedSeats = null,
  onSeats,
  billing,
  versions = [],
  reads,
}: PriceControlsProps) {
  const [, setSearchParams] = useSearchParams(priceSearchParams);
  const feeUnit = findFeeUnit(versions);
  if (!onSeats && !feeUnit && !billing.hasChoice) return null;
  return (
    <QueryForm
      params={Object.keys(priceSearchParams)}
      className="screen-only flex w-full flex-wrap items-center justify-between gap-x-8 gap-y-2 middle:w-auto middle:justify-end"
    >
      {reads && <ChosenListReader {...reads} seats={seats} billing={billing} />}
      {onSeats && (
        <SeatsControl name="seats" seats={seats} unit={unit} requested={requestedSeats} onChange={onSeats} />
      )}
      {feeUnit && (
        <SeatsControl
          name="units"
          seats={findUnits(versions)}
          unit={feeUnit}
          onChange={(units) => setSearchParams({ units })}
        />
      )}
      {billing.hasChoice && <PeriodControl name="period" billing={billing} />}
    </QueryForm>
  );
}

/** The number of units that the prices of plans are for: the largest, because some plans start at more than others. */
const findUnits = (versions: VersionPrice[]) => Math.max(1, ...versions.map(({ units }) => units ?? 1));

/** What the prices of plans are charged per. It is null for the account, and if they differ in it. */
function findFeeUnit(prices: VersionPrice[]): string | null {
  const [unit, ...others] = new Set(prices.flatMap((price) => (isSoldPerUnit(price) ? price.fee_unit : [])));
  return others.length > 0 ? null : (unit ?? null);
}
