import type { AccountAnswer } from '@/lib/contract/account';
import type { AccountOutcome } from '@/lib/versions/put-account';

/** `PUT /api/accounts/:external_id`. */
export function presentAccount({ id, externalId, title, created, versionId }: AccountOutcome): AccountAnswer {
  return {
    success: true,
    message: created ? `${title} was signed up.` : '',
    data: { account_id: id, external_id: externalId, title, created, version_id: versionId },
  };
}
