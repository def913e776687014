import { createHash } from 'node:crypto';
import { type Language, languages } from '@/components/i18n/languages';
import type { Theme } from '@/components/i18n/preference-cookie';
import { getText } from '@/components/i18n/server-text';

/** Seconds after which clients may try again. */
const retryAfterSeconds = 5;

/** The values of app/globals.css that this page needs. Its style sheet has another name in each build. */
const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(98.4% 0.005 88), oklch(19% 0.008 62));
  --sunk: light-dark(oklch(95.4% 0.007 88), oklch(25% 0.009 62));
  --ink: light-dark(oklch(23% 0.012 65), oklch(92.5% 0.008 85));
  --soft: light-dark(oklch(46.5% 0.012 70), oklch(72% 0.01 80));
  --edge: light-dark(oklch(61% 0.012 75), oklch(55% 0.01 75));
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 400 0.9375rem/1.5rem "Hanken Grotesk Variable", system-ui, sans-serif;
  overflow-wrap: anywhere;
}
main {
  max-inline-size: 80rem;
  margin-inline: auto;
  padding-inline: clamp(1.25rem, 4vw, 3rem);
  padding-block: clamp(3rem, 12vh, 8rem);
}
h1 {
  margin: 0;
  font-size: clamp(2.125rem, 1.7rem + 1.9vw, 2.75rem);
  font-weight: 500;
  line-height: 1.1;
  letter-spacing: -0.024em;
  text-wrap: balance;
}
h1:lang(ar) { line-height: 1.35; letter-spacing: 0; }
h1:lang(de) { hyphens: auto; }
p { max-inline-size: 60ch; margin-block: 0.75rem 2.5rem; font-size: 1.125rem; line-height: 1.75rem; color: var(--soft); }
a {
  display: inline-flex;
  align-items: center;
  min-block-size: 2.75rem;
  box-sizing: border-box;
  padding-inline: 1.25rem;
  border: 1px solid var(--edge);
  border-radius: 3px;
  color: inherit;
  font-weight: 500;
  text-decoration: none;
}
a:hover { border-color: var(--ink); background: var(--sunk); }
a:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
`;

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * The page for a request that can't be answered now, because the database is not available or too many pages are requested:
 * status 503, without scripts and without anything else to load. The link requests the same URL again.
 */
export function createUnavailablePage({ language, theme }: { language: Language; theme: Theme }) {
  const { title, body } = getText(language).unavailablePage;
  const { dir, errorPage } = languages[language];
  const html = `<!doctype html>
<html lang="${language}" dir="${dir}"${theme === 'system' ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<div role="alert"><h1>${title}</h1><p>${body}</p></div>
<a href="">${errorPage.tryAgain}</a>
</main>
</body>
</html>
`;
  return {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-cache, no-store, max-age=0, must-revalidate',
      'Content-Security-Policy': contentSecurityPolicy,
      'Retry-After': String(retryAfterSeconds),
    },
    body: html,
  };
}
