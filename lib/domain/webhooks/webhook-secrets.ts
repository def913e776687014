import { hkdfSync } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** How long the previous secret is valid after a rotation. */
export const rotationMs = 24 * 60 * 60 * 1000;

interface SecretState {
  secretVersion: number;
  /** The time is in Unix milliseconds, and null if the secret was never rotated. */
  secretRotatedAt: number | null;
}

/** Derives the secret of an endpoint: `whsec_` and 32 bytes in base64. It is stored nowhere. */
export function deriveWebhookSecret(secretsKey: Uint8Array, endpointId: string, version: number): string {
  const bytes = hkdfSync('sha256', secretsKey, endpointId, `webhook secret ${version}`, 32);
  return `whsec_${Buffer.from(bytes).toString('base64')}`;
}

/** The headers of Standard Webhooks, with a signature for each secret that is valid. */
export function signWebhook(
  secretsKey: Uint8Array,
  { endpointId, secretVersion, secretRotatedAt }: SecretState & { endpointId: string },
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> {
  const isRecent = secretRotatedAt !== null && now.getTime() < secretRotatedAt + rotationMs;
  const versions = isRecent && secretVersion > 1 ? [secretVersion, secretVersion - 1] : [secretVersion];
  const signatures = versions.map((version) =>
    new Webhook(deriveWebhookSecret(secretsKey, endpointId, version)).sign(id, now, body),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
