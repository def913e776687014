import {
  type ChaosClient,
  type ChaosResult,
  findUnexpectedStatus,
  parseOutcome,
  sendWithRetries,
} from './chaos-client';
import type { TermsOperation } from './check-terms';

interface ChaosTerms {
  id: string;
  accountId: string;
}

/** Agrees on a feature that all versions have, for two or three seconds: prices and contents stay, so only entries differ. */
export async function sendTerms(
  client: ChaosClient,
  { id, accountId }: ChaosTerms,
): Promise<ChaosResult<TermsOperation>> {
  const until = Math.floor(Date.now() / 1000) + 3;
  const { response, attempts } = await sendWithRetries(client, {
    accountId: null,
    path: `/accounts/${accountId}/terms`,
    method: 'PUT',
    body: { features: { 'feature-1': true }, until, reason: id },
  });
  const outcome = parseOutcome(response, attempts, () => ({}));
  return {
    operation: { id, outcome: { kind: outcome.kind } },
    attempts,
    recovered: false,
    // 400: the time has passed while it was sent again.
    violations: findUnexpectedStatus(response, [200, 400]),
  };
}
