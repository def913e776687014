import { createHash } from 'node:crypto';
import type { SwitchRequest } from '@/lib/contract/switch';
import type { Caller } from '@/lib/versions/caller';
import type { SwitchOrder } from '@/lib/versions/switch-version';
import { fieldProblem } from './fields';

/** What a switch request asks for, its headers included. */
export function switchOrder(caller: Pick<Caller, 'via'>, body: SwitchRequest, headers: Headers): SwitchOrder {
  const key = idempotencyKey(headers);
  const reason = body.reason || null;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([body.version_id, reason]))
    .digest('hex');
  return {
    versionId: body.version_id,
    reason,
    channel: caller.via === 'session' ? 'portal' : 'api',
    ifMatch: entityTag(headers.get('if-match')),
    idempotency: key === null ? null : { key, requestHash },
  };
}

function idempotencyKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key === null) return null;
  if (key.length >= 1 && key.length <= 255) return key;
  const message = 'Idempotency-Key has 1 to 255 characters.';
  throw fieldProblem([{ field: 'Idempotency-Key', code: 'parameter_invalid', message }]);
}

/** The revision in `If-Match`, with or without its quotes; `*` asks for nothing. */
function entityTag(header: string | null): string | null {
  if (header === null || header.trim() === '*') return null;
  return header.trim().replace(/^"(.*)"$/, '$1');
}
