import { hkdfSync } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** How long the previous secret is valid after a rotation. */
export const rotationMs = 24 * 60 * 60 * 1000;

interface SecretState {
  secretVersion: number;
  /** Unix milliseconds; null if the secret was never rotated. */
  secretRotatedAt: number | null;
}

/** Derives the secret of an endpoint: `whsec_` and 32 bytes in base64. It is stored nowhere. */
export function deriveWebhookSecret(secretsKey: Uint8Array, endpointId: string, version: number): string {
  const bytes = hkdfSync('sha256', secretsKey, endpointId, `webhook secret ${version}`, 32);
  return `whsec_${Buffer.from(bytes).toString('base64')}`;
}

/** The versions of the secret that are valid at a time, newest first. */
export function listValidVersions({ secretVersion, secretRotatedAt }: SecretState, now: Date): number[] {
  const isRecent = secretRotatedAt !== null && now.getTime() < secretRotatedAt + rotationMs;
  return isRecent && secretVersion > 1 ? [secretVersion, secretVersion - 1] : [secretVersion];
}

/** The headers of Standard Webhooks, with one signature for each secret. */
export function signWebhook(
  secrets: string[],
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}
