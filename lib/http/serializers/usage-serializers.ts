import type { UsageBody, UsagesResponse } from '@/lib/contract/usage';
import { findUsageProblem, type UsageOutcome } from '@/lib/domain/usage/usage';
import { toUnixSeconds } from './serializers';

/** What is stored for an account. */
export function serializeUsage({
  accountId,
  externalId,
  amounts,
  reportedAt,
}: Pick<UsageOutcome, 'accountId' | 'externalId' | 'amounts' | 'reportedAt'>): UsageBody {
  return {
    account_id: accountId ?? '',
    external_id: externalId,
    amounts: amounts ?? {},
    reported_at: toUnixSeconds(reportedAt),
  };
}

/** `POST /api/usage`. */
export function serializeUsageOutcomes(
  reports: { account: string }[],
  outcomes: UsageOutcome[],
): UsagesResponse['data'] {
  const results = outcomes.map((outcome, index) => {
    const problem = findUsageProblem(outcome, `accounts.${index}.reported_at`);
    return {
      external_id: reports[index]?.account ?? '',
      stored: outcome.stored,
      error: problem && { code: problem.code, message: problem.message },
    };
  });
  return { reports: results };
}
