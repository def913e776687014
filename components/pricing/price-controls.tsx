'use client';

import { QueryForm } from '@/components/ui/query-form';
import { priceSearchParams } from '@/lib/client/page-urls';
import { PeriodControl } from './period-control';
import { SeatsControl } from './seats-control';
import type { Billing } from './use-billing';

interface PriceControlsProps {
  seats: number;
  /** The price list's word for a user, null for "user". */
  unit?: string | null;
  /** Text of the query string that `seats` was read from. Null without one. */
  requestedSeats?: string | null;
  /** Absent if no price depends on the number of users. */
  onSeats?: ((seats: number) => void) | undefined;
  billing: Billing;
}

/** What prices depend on: the number of users and the billing period. */
export function PriceControls({
  seats,
  unit = null,
  requestedSeats = null,
  onSeats,
  billing,
}: PriceControlsProps) {
  if (!onSeats && !billing.hasChoice) return null;
  return (
    <QueryForm
      params={Object.keys(priceSearchParams)}
      className="screen-only flex w-full flex-wrap items-center justify-between gap-x-8 gap-y-2 middle:w-auto middle:justify-end"
    >
      {onSeats && (
        <SeatsControl name="seats" seats={seats} unit={unit} requested={requestedSeats} onChange={onSeats} />
      )}
      {billing.hasChoice && <PeriodControl name="period" billing={billing} />}
    </QueryForm>
  );
}
