import { describe, expect, test } from 'vitest';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { parseExtension } from '../parse/extension';
import { parsePriceList } from '../parse/parse-price-list';
import { buildImportedCatalog } from './build-imported-catalog';

const users: PriceListSpec = {
  features: ['files'],
  limits: {
    minLicenses: { default: 1 },
    maxUsers: { default: 1_000_000_000, unit: 'user' },
    minPasswordLength: { default: 8 },
  },
  plans: {
    FREE: { price: 0, features: ['files'], limits: { maxUsers: 5 } },
    TEAM: { price: 18.32, features: ['files'], limits: { minLicenses: 10, maxUsers: 50 } },
    LARGE: { price: 'Contact Sales', features: ['files'], limits: { minLicenses: 35 } },
  },
};
const sites: PriceListSpec = {
  features: ['files'],
  limits: { minimumNumberOfSites: { default: 2 }, maxSites: { default: 50 } },
  plans: { SITE: { price: 18, unit: 'site/month', features: ['files'] } },
};

function build(spec: PriceListSpec, extension?: string) {
  const source = parsePriceList('list.yml', buildPriceListText(spec));
  const file = extension ? parseExtension('list.extension.yml', extension, source.list) : null;
  const { catalog, report } = buildImportedCatalog(source, file, null);
  return {
    bounds: catalog.versions.map((version) => [
      version.catalogKey,
      version.minUsers,
      version.minQuantity,
      version.maxQuantity,
    ]),
    limits: catalog.features.flatMap(({ limitKey }) => limitKey ?? []),
    usersLimit: catalog.app.usersLimit,
    reasons: report.all.flatMap(({ kind, path, reason }) =>
      kind === 'limit' && reason ? [[path, reason]] : [],
    ),
  };
}

describe('limits of what the plans are charged per', () => {
  test('a minimum of users is part of the price, and a maximum the limit of users', () => {
    expect(build(users)).toEqual({
      bounds: [
        ['FREE', null, null, null],
        ['TEAM', 10, null, null],
        ['LARGE', 35, null, null],
      ],
      limits: ['maxUsers', 'minPasswordLength'],
      usersLimit: 'maxUsers',
      reasons: [
        ['usageLimits.minLicenses', 'served as the smallest number of users of the price'],
        ['usageLimits.maxUsers', 'served as a limit, and read as the limit of users'],
      ],
    });
  });

  test('both bounds of a unit are part of the price', () => {
    const { bounds, limits, usersLimit } = build(sites);
    expect([bounds, limits, usersLimit]).toEqual([[['SITE', null, 2, 50]], [], undefined]);
  });

  test('the extension decides otherwise', () => {
    expect(build(users, '{usageLimits: {minLicenses: {title: Licenses}}}').limits).toContain('minLicenses');
    expect(build(users, '{app: {users_limit: null}}').usersLimit).toBeNull();
    expect(build(users, '{plans: {TEAM: {min_users: 3}}}').bounds[1]).toEqual(['TEAM', 3, null, null]);
  });

  test('a limit that an add-on raises, or of a list without prices per user, stays a limit', () => {
    const addOns = { more: { price: 5, extensions: { minLicenses: 1 } } };
    expect(build({ ...users, addOns }).limits).toContain('minLicenses');
    const flat = Object.fromEntries(
      Object.entries(users.plans).map(([key, plan]) => [key, { ...plan, unit: '/month' }]),
    );
    const { bounds, limits, usersLimit } = build({ ...users, plans: flat });
    expect(bounds[1]).toEqual(['TEAM', null, null, null]);
    expect([limits, usersLimit]).toEqual([['minLicenses', 'maxUsers', 'minPasswordLength'], undefined]);
  });
});
