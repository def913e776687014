import { expect, test } from 'vitest';
import { readConfig } from './read-config';

const read = (environment: Record<string, string>, terminal = false) => readConfig(environment, { terminal });

test('everything has a default', () => {
  expect(read({})).toEqual({
    databaseUrl: null,
    database: { connections: 10, connectMs: 2500, statementMs: 3000, lockMs: 3000 },
    defaultApp: null,
    demo: false,
    publicOrigin: null,
    trustedProxies: 0,
    bodyLimit: 16_384,
    rateLimits: {
      store: 'memory',
      address: { most: 6000, seconds: 60 },
      account: { most: 3000, seconds: 60 },
      switches: { most: 600, seconds: 60 },
    },
    log: true,
  });
});

test('what is set is taken, and empty is not set', () => {
  const config = read({
    RATE_LIMIT_ADDRESS: '5/10',
    RATE_LIMITS_STORE: 'postgres',
    TRUST_PROXY: '2',
    PUBLIC_ORIGIN: 'https://plans.example.com',
    DEFAULT_APP: '',
  });
  expect(config.rateLimits).toMatchObject({ store: 'postgres', address: { most: 5, seconds: 10 } });
  expect(config).toMatchObject({ trustedProxies: 2, publicOrigin: 'https://plans.example.com' });
  expect(config.defaultApp).toBeNull();
  expect(read({ RATE_LIMITS: 'off' }).rateLimits).toBeNull();
});

test('a terminal shows a log only where one is asked for', () => {
  expect(read({}, true).log).toBe(false);
  expect(read({ LOG: 'json' }, true).log).toBe(true);
  expect(read({ LOG: 'off' }).log).toBe(false);
});

test('all that is wrong is told at once, but no password', () => {
  expect(() =>
    read({ TRUST_PROXY: 'yes', RATE_LIMIT_ACCOUNT: '10', DATABASE_URL: 'mysql://u:secret@h/d' }),
  ).toThrow(
    [
      'The configuration is not valid:',
      '  DATABASE_URL is not valid: expected postgres://…',
      '  TRUST_PROXY is "yes": expected a whole number',
      '  RATE_LIMIT_ACCOUNT is "10": expected requests/seconds, as in 600/60',
    ].join('\n'),
  );
});

test.each(['mysql://h/d', 'h/d', 'postgres://u:p@h:port/d'])('DATABASE_URL %s is refused', (DATABASE_URL) => {
  expect(() => read({ DATABASE_URL })).toThrow(/DATABASE_URL is not valid/);
});

test.each(['plans.example.com', 'https://plans.example.com/', 'ftp://plans.example.com', 'https://a/b'])(
  'PUBLIC_ORIGIN %s is refused',
  (PUBLIC_ORIGIN) => {
    expect(() => read({ PUBLIC_ORIGIN })).toThrow(/PUBLIC_ORIGIN/);
  },
);

test.each(['0/60', '60/0', '-1/60', '1.5/60', '60', '/'])(
  'a rate of %s is refused',
  (RATE_LIMIT_SWITCHES) => {
    expect(() => read({ RATE_LIMIT_SWITCHES })).toThrow(/RATE_LIMIT_SWITCHES/);
  },
);
