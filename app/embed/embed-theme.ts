import type { Theme } from '@/components/i18n/preference-cookie';
import { embedThemeSearchParams } from '@/lib/client/embed-params';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { calculateContrast, minContrast, mixColors, paperColors } from '@/lib/format/contrast';

type Scheme = 'light' | 'dark';

/** The colors of app/globals.css in sRGB. */
const defaults = {
  light: {
    paper: paperColors.light,
    sunk: '#f2f0eb',
    ink: '#211c17',
    yours: '#1f47bc',
    gained: '#086733',
    lost: '#b12822',
  },
  dark: {
    paper: paperColors.dark,
    sunk: '#25211d',
    ink: '#e9e6e0',
    yours: '#8db0fb',
    gained: '#6dd492',
    lost: '#f58d7c',
  },
};

/** Of `ink` on `paper`, so that the softer colors between them have enough contrast too. */
const minInkContrast = 7;

interface EmbedTheme {
  /** A style sheet of custom properties. It is empty without tokens. */
  css: string;
  /** One sentence for each token that was refused, in English, for the developer of the page. */
  warnings: string[];
}

/** The style sheet for the tokens in the query string. One that is not valid, or has too little contrast, is refused. */
export function createEmbedTheme(query: PageSearchParams, theme: Theme): EmbedTheme {
  const tokens = parseSearchParams(embedThemeSearchParams, query);
  const { paper, ink, accent, radius, fontsize } = tokens;
  const isInvalid = (name: keyof typeof tokens) => query[name] !== undefined && tokens[name] === '';
  const warnings = (Object.keys(tokens) as (keyof typeof tokens)[])
    .filter(isInvalid)
    .map((name) => `The value of ${name} is not valid.`);
  const rules: string[] = [];
  const custom = parseColors(paper, ink, warnings);
  if (custom) rules.push(...custom.rules);
  const themeSchemes: Scheme[] = theme === 'system' ? ['light', 'dark'] : [theme];
  const schemes = custom ? [custom.scheme] : themeSchemes;
  if (accent) rules.push(...createAccentRules(accent, schemes, custom, warnings));
  if (radius) rules.push(`--radius-control:${radius}px`);
  const css = rules.length > 0 ? `:root:root{${rules.join(';')}}` : '';
  return { css: css + (fontsize && `html:root{font-size:${fontsize}px}`), warnings };
}

interface CustomColors {
  scheme: Scheme;
  paper: string;
  sunk: string;
  rules: string[];
}

/** Paper, ink and the colors between them. It is null if they are not given or refused. */
function parseColors(paperText: string, inkText: string, warnings: string[]): CustomColors | null {
  if (!paperText && !inkText) return null;
  if (!paperText || !inkText) {
    warnings.push('paper and ink are set together.');
    return null;
  }
  const [paper, ink] = [`#${paperText}`, `#${inkText}`];
  const contrast = calculateContrast(paper, ink);
  if (contrast < minInkContrast) {
    warnings.push(`ink on paper has a contrast of ${contrast.toFixed(1)}. It needs ${minInkContrast}.`);
    return null;
  }
  const scheme = calculateContrast(paper, '#000000') > calculateContrast(ink, '#000000') ? 'light' : 'dark';
  const sunk = mixColors(ink, paper, 0.05);
  const raised = scheme === 'dark' ? mixColors(ink, paper, 0.04) : paper;
  /** The first mixture of at least `start` that has the contrast on all surfaces. */
  const mixUntil = (start: number, minimum: number) => {
    let part = start;
    const isEnough = (color: string) =>
      [paper, sunk, raised].every((on) => calculateContrast(on, color) >= minimum);
    while (part < 1 && !isEnough(mixColors(ink, paper, part))) part += 0.02;
    return mixColors(ink, paper, Math.min(part, 1));
  };
  const rules = [`color-scheme:${scheme}`, `--paper:${paper}`, `--ink:${ink}`];
  rules.push(`--raised:${raised}`, `--sunk:${sunk}`);
  rules.push(`--soft:${mixUntil(0.7, minContrast.text)}`);
  rules.push(`--edge:${mixUntil(0.45, minContrast.icon)}`);
  rules.push(`--line:${mixColors(ink, paper, 0.14)}`, `--yours-wash:${sunk}`);
  for (const name of ['yours', 'gained', 'lost'] as const) {
    const color = defaults[scheme][name];
    if (calculateContrast(sunk, color) < minContrast.text) rules.push(`--${name}:var(--ink)`);
  }
  return { scheme, paper, sunk, rules };
}

/** The accent in the schemes where it has enough contrast. The others keep their own. */
function createAccentRules(
  text: string,
  schemes: Scheme[],
  custom: CustomColors | null,
  warnings: string[],
): string[] {
  const accent = `#${text}`;
  const isLegible = (scheme: Scheme) => {
    const paper = custom?.paper ?? defaults[scheme].paper;
    const sunk = custom?.sunk ?? defaults[scheme].sunk;
    const contrast = Math.min(calculateContrast(paper, accent), calculateContrast(sunk, accent));
    if (contrast >= minContrast.text) return true;
    const where = schemes.length > 1 ? ` in the ${scheme} theme` : '';
    warnings.push(`accent has a contrast of ${contrast.toFixed(1)}${where}. It needs ${minContrast.text}.`);
    return false;
  };
  const legible = schemes.filter(isLegible);
  if (legible.length === 0) return [];
  if (legible.length === schemes.length) return [`--yours:${accent}`, `--accent:${accent}`];
  const choose = (fallback: Record<Scheme, { [name: string]: string }>, name: string) => {
    const pick = (scheme: Scheme) => (legible.includes(scheme) ? accent : fallback[scheme][name]);
    return `light-dark(${pick('light')},${pick('dark')})`;
  };
  return [`--yours:${choose(defaults, 'yours')}`, `--accent:${choose(defaults, 'ink')}`];
}
