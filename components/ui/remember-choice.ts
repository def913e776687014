const year = 31_536_000;

/** Keeps a choice in a cookie, so that the server's next first byte is right already. Null forgets it. */
export function rememberChoice(name: string, value: string | null): void {
  const age = value === null ? 0 : year;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser we serve
  document.cookie = `${name}=${encodeURIComponent(value ?? '')};path=/;max-age=${age};samesite=lax`;
}
