import type { App } from '@/lib/db/catalog';
import { calculateContrast, mixColors, paperColors } from '@/lib/format/contrast';

// What an app changes in the look of its pages: the logo, the accent and the font.

/** Fonts that operating systems have. */
const fontStacks = {
  system: 'system-ui, sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", source-sans-pro, sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, "URW Gothic", source-sans-pro, sans-serif',
  rounded:
    'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, "Arial Rounded MT", Calibri, sans-serif',
  serif: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, serif',
} as const;

export const brandFontNames = Object.keys(fontStacks) as (keyof typeof fontStacks)[];

/** Part of the accent in the background of what an account has. */
const washShare = 0.07;

type Theme = keyof typeof paperColors;

const getWash = (accent: string, theme: Theme) => mixColors(accent, paperColors[theme], washShare);

/** The lower contrast of an accent with the backgrounds that it is on. */
export function getAccentContrast(accent: string, theme: Theme): number {
  const backgrounds = [paperColors[theme], getWash(accent, theme)];
  return Math.min(...backgrounds.map((background) => calculateContrast(accent, background)));
}

export type Brand = Pick<App, 'brandLogo' | 'brandAccent' | 'brandAccentDark' | 'brandFont'>;

/** The style sheet of an app's pages, or null without a brand. */
export function formatBrandStyle({ brandAccent, brandAccentDark, brandFont }: Brand): string | null {
  const font = brandFontNames.find((name) => name === brandFont);
  const rules = [
    ...(brandAccent !== null && brandAccentDark !== null
      ? [
          `@media (forced-colors:none){:root{--yours:light-dark(${brandAccent},${brandAccentDark});` +
            `--yours-wash:light-dark(${getWash(brandAccent, 'light')},${getWash(brandAccentDark, 'dark')})}}`,
        ]
      : []),
    ...(font ? [`:root{--font-sans:var(--face-arabic),${fontStacks[font]}}`] : []),
  ];
  return rules.length > 0 ? rules.join('') : null;
}
