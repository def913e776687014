/** The name by which browsers know a time zone of the IANA database, or null for an unknown one. */
export function resolveTimeZone(zone: string | null | undefined): string | null {
  // Newer runtimes accept offsets such as +01:00.
  if (!zone || !/^[a-z]/i.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
