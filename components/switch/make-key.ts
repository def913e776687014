/** An idempotency key. `crypto.randomUUID` is only there over https; this works on a plain-http intranet too. */
export function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
