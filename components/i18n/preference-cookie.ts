const oneYearSeconds = 31_536_000;

/** Stores a preference in a cookie, so that the server renders the next page with it. Null deletes the cookie. */
export function setPreferenceCookie(name: string, value: string | null): void {
  const maxAge = value === null ? 0 : oneYearSeconds;
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
  document.cookie = `${name}=${encodeURIComponent(value ?? '')};path=/;max-age=${maxAge};samesite=lax`;
}

/** The server writes the theme of the cookie to `<html data-theme>`, so that no page flashes in another theme. */
export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

export const themeCookie = 'theme';

export function isTheme(text: string | undefined): text is Theme {
  return themes.some((theme) => theme === text);
}
