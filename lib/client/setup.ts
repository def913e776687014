import type { SetupRequest } from '@/lib/contract/setup';
import { requestData } from './api-request';
import { textParam } from './search-params';

/** The set-up link that the server has printed. */
export const setupSearchParams = { link: textParam() };

/** Creates the first app with a draft, and signs in. */
export function createFirstApp({
  link,
  ...body
}: SetupRequest & { link: string }): Promise<{ edition_id: string }> {
  const headers = { Authorization: `Bearer ${link}` };
  return requestData('/api/portal/setup', { method: 'POST', headers, body });
}

/** The example of a price list for an app. */
export function fillTemplate(
  example: string,
  { title, currency }: { title: string; currency: string },
): string {
  return example
    .replace(/^saasName: .*$/m, () => `saasName: ${JSON.stringify(title)}`)
    .replace(/^currency: .*$/m, `currency: ${currency}`);
}
