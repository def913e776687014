import type { Page } from '@playwright/test';

/** Collects what the Content-Security-Policy stops, in the page and in its frames, and scripts that fail. */
export async function watchPolicy(page: Page): Promise<string[]> {
  const stopped: string[] = [];
  await page.exposeBinding('tellViolation', (_, what: string) => stopped.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellViolation } = window as unknown as { tellViolation: (what: string) => void };
      tellViolation(
        `${location.pathname}: ${event.effectiveDirective} stops ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  page.on('console', (message) => {
    if (/content.security.policy/i.test(message.text())) stopped.push(message.text());
  });
  page.on('pageerror', (error) => stopped.push(error.message));
  return stopped;
}
