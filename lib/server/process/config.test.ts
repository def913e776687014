import { expect, test } from 'vitest';
import { parseConfig } from './config';

const parse = (environment: Record<string, string>, terminal = false) =>
  parseConfig(environment, { terminal });

test('variables override the defaults, and an empty variable counts as not set', () => {
  const config = parse({
    RATE_LIMIT_ADDRESS: '5/10',
    RATE_LIMITS_STORE: 'postgres',
    TRUST_PROXY: '2',
    PUBLIC_ORIGIN: 'https://plans.example.com',
    DEFAULT_APP: '',
    METRICS_PORT: '9464',
  });
  expect(config.rateLimits).toMatchObject({ store: 'postgres', address: { max: 5, seconds: 10 } });
  expect(config).toMatchObject({ trustedProxies: 2, publicOrigin: 'https://plans.example.com' });
  expect(config.metricsPort).toBe(9464);
  expect(config.defaultApp).toBeNull();
  expect(parse({ RATE_LIMITS: 'off' }).rateLimits).toBeNull();
});

test('without LOG, the log is off in a terminal, and text elsewhere', () => {
  expect(parse({}, true).log).toBe('off');
  expect(parse({}).log).toBe('text');
  for (const log of ['json', 'text', 'off']) expect(parse({ LOG: log }, true).log).toBe(log);
});

test('the error lists every invalid variable, but not the values of database URLs', () => {
  expect(() =>
    parse({
      TRUST_PROXY: 'yes',
      RATE_LIMIT_ACCOUNT: '10',
      DATABASE_URL: 'mysql://u:secret@h/d',
      DATABASE_POOL_URL: 'secret',
    }),
  ).toThrow(
    [
      'The configuration is not valid:',
      '  DATABASE_URL is not valid: expected postgres://USER:PASSWORD@HOST/DATABASE',
      '  DATABASE_POOL_URL is not valid: expected postgres://USER:PASSWORD@HOST/DATABASE',
      '  TRUST_PROXY is "yes": expected a whole number',
      '  RATE_LIMIT_ACCOUNT is "10": expected requests/seconds, as in 600/60',
    ].join('\n'),
  );
});

test.each(['mysql://h/d', 'h/d', 'postgres://u:p@h:port/d'])('DATABASE_URL %s is invalid', (DATABASE_URL) => {
  expect(() => parse({ DATABASE_URL })).toThrow(/DATABASE_URL is not valid/);
});

test.each(['plans.example.com', 'https://plans.example.com/', 'ftp://plans.example.com', 'https://a/b'])(
  'PUBLIC_ORIGIN %s is invalid',
  (PUBLIC_ORIGIN) => {
    expect(() => parse({ PUBLIC_ORIGIN })).toThrow(/PUBLIC_ORIGIN/);
  },
);

test.each(['0/60', '60/0', '-1/60', '1.5/60', '60', '/'])(
  'a rate limit of %s is invalid',
  (RATE_LIMIT_SWITCHES) => {
    expect(() => parse({ RATE_LIMIT_SWITCHES })).toThrow(/RATE_LIMIT_SWITCHES/);
  },
);

test('the webhook settings are parsed, and the value of SECRETS_KEY is not part of an error', () => {
  const config = parse({
    SECRETS_KEY: 'aB'.repeat(32),
    WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8, ::1/128',
    WORKER: 'off',
  });
  expect(config.secretsKey).toEqual(Buffer.alloc(32, 0xab));
  expect(config).toMatchObject({ webhookAllowedRanges: ['127.0.0.0/8', '::1/128'], worker: false });
  expect(() => parse({ SECRETS_KEY: 'short' })).toThrow(
    '  SECRETS_KEY is not valid: expected 64 hexadecimal digits',
  );
});

test.each(['127.0.0.1', '127.0.0.0/33', '::1/129', '300.0.0.0/8', '10.0.0.0/8,', 'localhost'])(
  'WEBHOOK_ALLOWED_RANGES %s is invalid',
  (WEBHOOK_ALLOWED_RANGES) => {
    expect(() => parse({ WEBHOOK_ALLOWED_RANGES })).toThrow(/WEBHOOK_ALLOWED_RANGES/);
  },
);
