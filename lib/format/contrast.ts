/** A color in the form `#1f47bc`. */
const hexColor = /^#[0-9a-f]{6}$/i;

export function isHexColor(text: string): boolean {
  return hexColor.test(text);
}

/** `--paper` of both themes in `app/globals.css`. */
export const paperColors = { light: '#fbfaf6', dark: '#161310' };

/** The least contrast of text, and of icons and controls (WCAG 2.2 AA). */
export const minContrast = { text: 4.5, icon: 3 };

/** The contrast ratio of two hex colors by WCAG 2.2, from 1 to 21. */
export function calculateContrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [first, second].map(getLuminance).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** `share` of the first color over the second, as `color-mix(in srgb, …)`. */
export function mixColors(first: string, second: string, share: number): string {
  const [firstParts, secondParts] = [first, second].map(listParts);
  const mixed = firstParts?.map((part, index) => part * share + (secondParts?.[index] ?? 0) * (1 - share));
  return `#${mixed?.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Red, green and blue, from 0 to 255. */
function listParts(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}

/** Relative luminance, from 0 to 1. */
function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = listParts(color)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
