import { isIP } from 'node:net';
import { z } from 'zod';
import { isOrigin } from '@/lib/contract/fields';

/** At most `max` requests in a window of `seconds`. */
export interface RateLimit {
  max: number;
  seconds: number;
}

/** The server's configuration (docs/configuration.md). */
export type Config = ReturnType<typeof parseConfig>;

type Environment = Record<string, string | undefined>;

const text = z.string().optional();
const number = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'expected a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `expected ${min} to ${max}`)
    .default(fallback);
const rate = (max: number, seconds: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,4}$/, 'expected requests/seconds, as in 600/60')
    .transform((value): RateLimit => {
      const [count, length] = value.split('/').map(Number);
      return { max: count ?? max, seconds: length ?? seconds };
    })
    .default({ max, seconds });
const origin = z
  .string()
  .refine(isOrigin, 'expected an origin without a path, as in https://plans.example.com');

const ranges = z
  .string()
  .transform((value) => value.split(',').map((range) => range.trim()))
  .refine((list) => list.every(isRange), 'expected address ranges, as in 127.0.0.0/8,10.1.0.0/16');

const databaseUrl = z
  .string()
  .refine(
    (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
    'expected postgres://USER:PASSWORD@HOST/DATABASE',
  );

const environmentSchema = z.object({
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_URL: databaseUrl.optional(),
  DATABASE_ROLE: text,
  DATABASE_CONNECTIONS: number(10, 1, 1000),
  DATABASE_CONNECT_TIMEOUT_MS: number(2500, 100, 60_000),
  DATABASE_STATEMENT_TIMEOUT_MS: number(3000, 100, 600_000),
  DATABASE_LOCK_TIMEOUT_MS: number(3000, 100, 600_000),
  DEFAULT_APP: text,
  APP_VERSIONS_DEMO: text,
  PUBLIC_ORIGIN: origin.optional(),
  TRUST_PROXY: number(0, 0, 10),
  BODY_LIMIT_BYTES: number(16 * 1024, 1024, 1024 * 1024),
  BODY_TIMEOUT_MS: number(30_000, 100, 600_000),
  HOST: text,
  METRICS_PORT: number(0, 1, 65_535),
  // lib/server/server.mjs reads these. The default of PAGE_WORKERS depends on the machine.
  STOP_DELAY_MS: number(0, 0, 300_000),
  PAGE_WORKERS: number(1, 1, 64),
  RATE_LIMITS: z.enum(['on', 'off'], 'expected on or off').default('on'),
  RATE_LIMITS_STORE: z.enum(['memory', 'postgres'], 'expected memory or postgres').default('memory'),
  RATE_LIMIT_ADDRESS: rate(6000, 60),
  RATE_LIMIT_APP_KEY: rate(60_000, 60),
  RATE_LIMIT_FAILURES: rate(300, 60),
  RATE_LIMIT_ACCOUNT: rate(3000, 60),
  RATE_LIMIT_SWITCHES: rate(600, 60),
  SECRETS_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'expected 64 hexadecimal digits')
    .optional(),
  WEBHOOK_ALLOWED_RANGES: ranges.default([]),
  WORKER: z.enum(['on', 'off'], 'expected on or off').default('on'),
  LOG: z.enum(['json', 'text', 'off'], 'expected json, text or off').optional(),
});

export const environmentVariables: readonly string[] = Object.keys(environmentSchema.shape);

let current: Config | undefined;

/** The configuration of this process, from its environment. Throws if that is invalid. */
export function getConfig(): Config {
  current ??= parseConfig(process.env, { terminal: process.stdout.isTTY === true });
  return current;
}

/**
 * Parses environment variables. An empty variable counts as not set. Throws an error with one line per invalid variable.
 * Without `LOG`, the log is off in a terminal, and text elsewhere.
 */
export function parseConfig(environment: Environment, { terminal }: { terminal: boolean }) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) throw new Error(formatIssues(parsed.error, given));
  const env = parsed.data;
  return {
    /** Null during the build, which needs no database. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** Where queries go, for example to a connection pooler. Null means `databaseUrl`. */
    databasePoolUrl: env.DATABASE_POOL_URL ?? null,
    /** Name of the runtime role. It is undefined for the usual one. */
    databaseRole: env.DATABASE_ROLE,
    database: {
      connections: env.DATABASE_CONNECTIONS,
      connectTimeoutMs: env.DATABASE_CONNECT_TIMEOUT_MS,
      statementTimeoutMs: env.DATABASE_STATEMENT_TIMEOUT_MS,
      lockTimeoutMs: env.DATABASE_LOCK_TIMEOUT_MS,
    },
    defaultApp: env.DEFAULT_APP ?? null,
    /** Set by `npm start` with the embedded database and no other configuration. */
    demo: env.APP_VERSIONS_DEMO === '1',
    /** The server's public origin, such as `https://plans.example.com`. It is null to derive it from the request. */
    publicOrigin: env.PUBLIC_ORIGIN ?? null,
    /** Number of proxies in front of the server that set `X-Forwarded-Proto` and append to `X-Forwarded-For`. */
    trustedProxies: env.TRUST_PROXY,
    maxBodyBytes: env.BODY_LIMIT_BYTES,
    bodyTimeoutMs: env.BODY_TIMEOUT_MS,
    /** It is null if they are off. `store` is `memory` to count per process, `postgres` for all processes together. */
    rateLimits:
      env.RATE_LIMITS === 'off'
        ? null
        : {
            store: env.RATE_LIMITS_STORE,
            address: env.RATE_LIMIT_ADDRESS,
            keys: env.RATE_LIMIT_APP_KEY,
            failures: env.RATE_LIMIT_FAILURES,
            account: env.RATE_LIMIT_ACCOUNT,
            switches: env.RATE_LIMIT_SWITCHES,
          },
    /** The key that webhook secrets are derived from, or null if webhooks are not configured. */
    secretsKey: env.SECRETS_KEY === undefined ? null : Buffer.from(env.SECRETS_KEY, 'hex'),
    /** Address ranges (CIDR) that webhook endpoints may be in although they are not public. This is for development. */
    webhookAllowedRanges: env.WEBHOOK_ALLOWED_RANGES,
    worker: env.WORKER === 'on',
    /** Host name or address to listen on. Null means all addresses, and the loopback address for the metrics. */
    host: env.HOST ?? null,
    /** Port of `/metrics`, or null if there is none: without the variable, it is 0. */
    metricsPort: env.METRICS_PORT || null,
    log: env.LOG ?? (terminal ? 'off' : 'text'),
  };
}

function isRange(text: string): boolean {
  const [, address = '', bits = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Database URLs and `SECRETS_KEY` are not shown: they are secret. */
function formatIssues({ issues }: z.ZodError, given: Environment): string {
  const lines = issues.map(({ path, message }) => {
    const name = String(path[0]);
    const is = ['DATABASE_URL', 'DATABASE_POOL_URL', 'SECRETS_KEY'].includes(name)
      ? 'is not valid'
      : `is "${given[name]}"`;
    return `  ${name} ${is}: ${message}`;
  });
  return `The configuration is not valid:\n${lines.join('\n')}`;
}
