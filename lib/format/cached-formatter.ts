const formatters = new Map<string, unknown>();
/** Requests choose locale, currency and time zone. A formatter takes tens of kilobytes. */
const maxFormatters = 200;

/**
 * Returns the formatter that was created for `key`. Creating one is far slower than using it, and a table formats many values
 * alike. A key must contain everything that the formatter depends on.
 */
export function getCachedFormatter<T extends object>(key: string, create: () => T): T {
  const cached = formatters.get(key) as T | undefined;
  if (cached) return cached;
  if (formatters.size >= maxFormatters) formatters.clear();
  const formatter = create();
  formatters.set(key, formatter);
  return formatter;
}
