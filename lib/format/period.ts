/** The period of an amount in English: `a month`, `an hour`, `every 3 months`. */
export function formatPeriod(period: string): string {
  if (/^\d/.test(period)) return `every ${period}`;
  return `${/^(hour|[aeio])/.test(period) ? 'an' : 'a'} ${period}`;
}

/** The parts of a period: `{ count: 3, name: 'month' }` for `3 months`. A count of 1 for `month`. */
export function parsePeriod(period: string): { count: number; name: string } {
  const [, count, name] = /^(\d+)\s+(.+?)s?$/.exec(period) ?? [];
  return count && name ? { count: Number(count), name } : { count: 1, name: period };
}
