import { z } from 'zod';

/** At most so many requests in so many seconds. */
export interface Rate {
  most: number;
  seconds: number;
}

/** What the server takes from its environment. */
export interface Config {
  /** Null while the pages are built, which asks no database. */
  databaseUrl: string | null;
  database: { connections: number; connectMs: number; statementMs: number; lockMs: number };
  /** Slug of the app that answers where no host name fits. */
  defaultApp: string | null;
  /** Set by the start command alone, with the embedded database and no other configuration. */
  demo: boolean;
  /** Where people reach the server, if that is not what `Host` says: `https://plans.example.com`. */
  publicOrigin: string | null;
  /** How many proxies in front add to `X-Forwarded-For`. */
  trustedProxies: number;
  /** The most bytes of a request body. */
  bodyLimit: number;
  /** Null where they are off. `store` is where the counts are: in this process, or shared by all. */
  rateLimits: { store: 'memory' | 'postgres'; address: Rate; account: Rate; switches: Rate } | null;
  /** Whether each request is a line of JSON on stdout. */
  log: boolean;
}

type Environment = Record<string, string | undefined>;

const text = z.string().optional();
const number = (fallback: number, least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'expected a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `expected ${least} to ${most}`)
    .default(fallback);
const rate = (most: number, seconds: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,4}$/, 'expected requests/seconds, as in 600/60')
    .transform((value): Rate => {
      const [count, length] = value.split('/').map(Number);
      return { most: count ?? most, seconds: length ?? seconds };
    })
    .default({ most, seconds });
const origin = z
  .string()
  .refine(isOrigin, 'expected an origin without a path, as in https://plans.example.com');

const environmentSchema = z.object({
  DATABASE_URL: z
    .string()
    .refine((value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value), 'expected postgres://…')
    .optional(),
  DATABASE_CONNECTIONS: number(10, 1, 1000),
  DATABASE_CONNECT_TIMEOUT_MS: number(2500, 100, 60_000),
  DATABASE_STATEMENT_TIMEOUT_MS: number(3000, 100, 600_000),
  DATABASE_LOCK_TIMEOUT_MS: number(3000, 100, 600_000),
  DEFAULT_APP: text,
  APP_VERSIONS_DEMO: text,
  PUBLIC_ORIGIN: origin.optional(),
  TRUST_PROXY: number(0, 0, 10),
  BODY_LIMIT_BYTES: number(16 * 1024, 1024, 1024 * 1024),
  RATE_LIMITS: z.enum(['on', 'off'], 'expected on or off').default('on'),
  RATE_LIMITS_STORE: z.enum(['memory', 'postgres'], 'expected memory or postgres').default('memory'),
  RATE_LIMIT_ADDRESS: rate(6000, 60),
  RATE_LIMIT_ACCOUNT: rate(3000, 60),
  RATE_LIMIT_SWITCHES: rate(600, 60),
  LOG: z.enum(['json', 'off'], 'expected json or off').optional(),
});

/**
 * Reads the configuration, a variable that is empty as one that is not set. Throws with one line for each that is at
 * fault. Without `LOG` a terminal shows no log, and everything else gets one.
 */
export function readConfig(environment: Environment, { terminal }: { terminal: boolean }): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) throw new Error(explain(parsed.error, given));
  const env = parsed.data;
  return {
    databaseUrl: env.DATABASE_URL ?? null,
    database: {
      connections: env.DATABASE_CONNECTIONS,
      connectMs: env.DATABASE_CONNECT_TIMEOUT_MS,
      statementMs: env.DATABASE_STATEMENT_TIMEOUT_MS,
      lockMs: env.DATABASE_LOCK_TIMEOUT_MS,
    },
    defaultApp: env.DEFAULT_APP ?? null,
    demo: env.APP_VERSIONS_DEMO === '1',
    publicOrigin: env.PUBLIC_ORIGIN ?? null,
    trustedProxies: env.TRUST_PROXY,
    bodyLimit: env.BODY_LIMIT_BYTES,
    rateLimits:
      env.RATE_LIMITS === 'off'
        ? null
        : {
            store: env.RATE_LIMITS_STORE,
            address: env.RATE_LIMIT_ADDRESS,
            account: env.RATE_LIMIT_ACCOUNT,
            switches: env.RATE_LIMIT_SWITCHES,
          },
    log: env.LOG === undefined ? !terminal : env.LOG === 'json',
  };
}

function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

/** The value is shown only where it can't be a password. */
function explain({ issues }: z.ZodError, given: Environment): string {
  const lines = issues.map(({ path, message }) => {
    const name = String(path[0]);
    const is = name === 'DATABASE_URL' ? 'is not valid' : `is "${given[name]}"`;
    return `  ${name} ${is}: ${message}`;
  });
  return `The configuration is not valid:\n${lines.join('\n')}`;
}
