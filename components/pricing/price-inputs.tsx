/** The number of users and the billing period, for forms that are submitted without JavaScript. */
export function PriceInputs({ seats, period }: { seats: number | null; period: string | null }) {
  return (
    <>
      {seats !== null && <input type="hidden" name="seats" value={seats} />}
      {period && <input type="hidden" name="period" value={period} />}
    </>
  );
}
