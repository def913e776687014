interface UsageBarProps {
  used: number;
  allowed: number;
}

/** How much of a limit is used. What is above the limit is a part of its own, behind a mark. */
export function UsageBar({ used, allowed }: UsageBarProps) {
  const total = Math.max(used, allowed);
  const toPercent = (amount: number) => (total > 0 ? (100 * amount) / total : 0);
  const limit = toPercent(allowed);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="block h-2 w-full rtl:-scale-x-100"
    >
      <rect y="3" width="100" height="2" className="fill-line" />
      <rect y="2" width={toPercent(Math.min(used, allowed))} height="4" className="fill-soft" />
      {used > allowed && (
        <>
          <rect x={limit} y="2" width={100 - limit} height="4" className="fill-lost" />
          <rect x={Math.max(0, limit - 0.5)} width="1" height="8" className="fill-ink" />
        </>
      )}
    </svg>
  );
}
