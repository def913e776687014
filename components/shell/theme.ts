/** A choice of theme is an attribute on `<html>`, from a cookie: right in the first byte, so nothing flashes. */
export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

export const themeCookie = 'theme';

export function isTheme(text: string | undefined): text is Theme {
  return themes.some((theme) => theme === text);
}
