import { describe, expect, it } from 'vitest';
import { ImportError } from '@/lib/catalog-import/diagnostics';
import { parseExtension } from '@/lib/catalog-import/parse/extension';
import { parsePriceList } from '@/lib/catalog-import/parse/parse-price-list';
import { buildImportedCatalog } from './build-imported-catalog';

const text = `syntaxVersion: '2.1'
saasName: lantern
createdAt: 2024-01-01
version: '2024'
currency: USD
features:
  apiAccess: {valueType: BOOLEAN, defaultValue: false, type: INTEGRATION, description: "Read and\\n  write."}
  storage: {valueType: BOOLEAN, defaultValue: true, type: DOMAIN}
  support: {valueType: TEXT, defaultValue: NONE, type: SUPPORT, tag: Help}
  api-access: {valueType: BOOLEAN, defaultValue: false, type: DOMAIN}
usageLimits:
  storageLimit: {valueType: NUMERIC, defaultValue: 5, unit: GB, type: NON_RENEWABLE, linkedFeatures: [storage]}
  uploadSizeLimit: {valueType: NUMERIC, defaultValue: 1, unit: GB, type: NON_RENEWABLE, linkedFeatures: [storage]}
plans:
  FREE: {description: To try, price: 0, unit: user/month, features: null}
  TEAM_PLUS:
    price: 12.5
    unit: user/month
    features: {storage: {value: true}, support: {value: FULL}}
    usageLimits: {storageLimit: {value: 1000}}
  ENTERPRISE:
    price: Contact Sales
    unit: user/month
    private: true
    features: {apiAccess: {value: true}, support: {value: Contact us}}
    usageLimits: {storageLimit: {value: .inf}}
addOns:
  apiAddOn: {price: 9, unit: /month, features: {apiAccess: {value: true}}}
  apiPackage: {price: 4, unit: user/month, availableFor: [TEAM_PLUS, ENTERPRISE], features: {apiAccess: {value: true}}}
  storage: {price: 2, unit: GB/month, usageLimitsExtensions: {storageLimit: {value: 10}}}
  sso: {price: Contact Sales, unit: /month, availableFor: [ENTERPRISE], features: {storage: {value: true}}}
`;
const build = (extension?: string, period: 'month' | 'year' | null = null, list = text) => {
  const source = parsePriceList('list.yml', list);
  return buildImportedCatalog(
    source,
    extension ? parseExtension('list.extension.yml', extension, source.list) : null,
    period,
  );
};
const buildError = (extension: string, list = text) => {
  try {
    build(extension, null, list);
  } catch (error) {
    if (error instanceof ImportError) return error.message;
    throw error;
  }
  return '';
};

describe('buildImportedCatalog', () => {
  const { catalog } = build();

  it('builds the app', () => {
    expect(catalog.app).toEqual({ title: 'Lantern', currency: 'USD', billingPeriod: 'month' });
  });

  it('builds a version for each plan', () => {
    const common = { active: true, public: true, entryBlocker: null, exitBlocker: null, moreInfo: null };
    expect(catalog.versions).toEqual([
      {
        ...common,
        catalogKey: 'FREE',
        tag: 'v1',
        title: 'Free',
        description: 'To try',
        fee: 0,
        userFee: null,
      },
      {
        ...common,
        catalogKey: 'TEAM_PLUS',
        tag: 'v2',
        title: 'Team Plus',
        description: '',
        fee: null,
        userFee: 1250,
      },
      {
        ...common,
        catalogKey: 'ENTERPRISE',
        tag: 'v3',
        title: 'Enterprise',
        description: '',
        fee: null,
        userFee: null,
        public: false,
      },
    ]);
    expect(catalog.explicitDefault).toBeNull();
  });

  it('builds features with unique human ids, and a feature for each standalone add-on', () => {
    expect(
      catalog.features.map(({ position, catalogKey, humanId, title, group }) => [
        position,
        catalogKey,
        humanId,
        title,
        group,
      ]),
    ).toEqual([
      [0, 'apiAccess', 'api-access', 'API access', 'Integrations'],
      [1, 'storage', 'storage', 'Storage', 'Core'],
      [2, 'support', 'support', 'Support', 'Help'],
      [3, 'api-access', 'api-access-2', 'API-access', 'Core'],
      [4, 'addOns.storage', 'storage-2', 'Storage', 'Add-ons'],
      [5, 'addOns.sso', 'sso', 'SSO', 'Add-ons'],
    ]);
    expect(catalog.features[0]?.description).toBe('Read and write.');
    expect(catalog.features[4]?.description).toBe('Adds 10 GB.');
  });

  it('builds cells for included features, and for optional ones at the lowest price', () => {
    const cells = catalog.cells.map(({ version, feature, kind, value, fee, userFee, offer }) =>
      [version, feature, kind, value, fee, userFee, offer].join(' '),
    );
    expect(cells.toSorted()).toEqual([
      'ENTERPRISE addOns.sso optional    SSO',
      'ENTERPRISE addOns.storage optional  200  Storage (per GB)',
      'ENTERPRISE apiAccess included    ',
      'ENTERPRISE storage included Unlimited   ',
      'ENTERPRISE support optional    ',
      'FREE addOns.storage optional  200  Storage (per GB)',
      'FREE apiAccess optional  900  API',
      'FREE storage included 5 GB   ',
      'TEAM_PLUS addOns.storage optional  200  Storage (per GB)',
      'TEAM_PLUS apiAccess optional   400 API package',
      'TEAM_PLUS storage included 1,000 GB   ',
      'TEAM_PLUS support included Full   ',
    ]);
  });

  it('converts prices to the billing period of an existing app', () => {
    expect(build(undefined, 'year').catalog.versions[1]).toMatchObject({ userFee: 15_000 });
    expect(build(undefined, 'year').catalog.app.billingPeriod).toBe('year');
  });
});

describe('an extension', () => {
  it('overrides what the list defines and adds what the format can’t express', () => {
    const { catalog } = build(`
      app: {title: Lantern Cloud, host: lantern.example, contact_url: mailto:sales@lantern.example, billing_period: month,
        frame_origins: [https://host.example, "https://*.host.example:8443"]}
      plans:
        FREE: {retired: true, exit_blocker: Ask us.}
        TEAM_PLUS: {tag: team, title: Team, more_info: "One | Two", default: true, fee: 20, entry_blocker: No.}
        ENTERPRISE: {public: true, granted_to: [acme, acme, globex], description: For many}
      features:
        api-access: {human_id: api-access, title: Access, group: Doors, description: In and out.}
      addOns:
        storage: {title: More storage, description: As much as you like., human_id: more-storage, group: Core}
        apiAddOn: {title: API pack}`);
    expect(catalog.app).toEqual({
      title: 'Lantern Cloud',
      currency: 'USD',
      billingPeriod: 'month',
      host: 'lantern.example',
      contactUrl: 'mailto:sales@lantern.example',
      frameOrigins: ['https://host.example', 'https://*.host.example:8443'],
    });
    expect(catalog.versions).toMatchObject([
      { tag: 'v1', active: false, exitBlocker: 'Ask us.' },
      { tag: 'team', title: 'Team', moreInfo: 'One | Two', fee: 2000, userFee: 1250, entryBlocker: 'No.' },
      { tag: 'v3', public: true, description: 'For many' },
    ]);
    expect(catalog.explicitDefault).toBe('TEAM_PLUS');
    expect(catalog.grants).toEqual([
      { version: 'ENTERPRISE', account: 'acme' },
      { version: 'ENTERPRISE', account: 'globex' },
    ]);
    expect(catalog.features.map(({ humanId }) => humanId)).toEqual([
      'api-access-2',
      'storage',
      'support',
      'api-access',
      'more-storage',
      'sso',
    ]);
    expect(catalog.features[3]).toMatchObject({
      title: 'Access',
      group: 'Doors',
      description: 'In and out.',
    });
    expect(
      catalog.cells.find(({ version, feature }) => version === 'FREE' && feature === 'apiAccess')?.offer,
    ).toBe('API pack');
    expect([...catalog.explicitHumanIds]).toEqual(['api-access', 'addOns.storage']);
  });

  it.each([
    ['plans: {PRO: {title: x}}', '1:9: plans.PRO: The price list has no plan "PRO".'],
    ['features: {x: {}}', '1:12: features.x: The price list has no feature "x".'],
    ['addOns: {x: {}}', '1:10: addOns.x: The price list has no add-on "x".'],
    ['plans: {FREE: {titel: x}}', '1:23: plans.FREE.titel: Unknown key.'],
    ['plan: {}', '1:1: plan: Unknown key.'],
    ['plans: {FREE: {tag: a b}}', '1:21: plans.FREE.tag: Expected 1 to 32 letters'],
    ['plans: {FREE: {tag: v2}}', '1:21: plans.FREE.tag: "FREE" and "TEAM_PLUS" have the same tag "v2".'],
    [
      'plans: {FREE: {default: true}, TEAM_PLUS: {default: true}}',
      '1:53: plans.TEAM_PLUS.default: Only one plan can be the default.',
    ],
    [
      'plans: {FREE: {default: true, retired: true}}',
      '1:25: plans.FREE.default: A retired plan can’t be the default.',
    ],
    [
      'features: {apiAccess: {human_id: a}, storage: {human_id: a}}',
      '1:58: features.storage.human_id: Duplicate human_id "a".',
    ],
    [
      'features: {apiAccess: {human_id: A b}}',
      '1:34: features.apiAccess.human_id: Expected lowercase letters',
    ],
    ['plans: {FREE: {fee: 0.001}}', '1:21: plans.FREE.fee: 0.001 has too many decimals'],
    ['plans: {FREE: {fee: -1}}', '1:21: plans.FREE.fee: A price can’t be negative.'],
    ['app: {contact_url: "javascript:alert(1)"}', '1:20: app.contact_url: Expected a URL'],
    ['app: {host: "http://x"}', '1:13: app.host: Expected a lowercase host name'],
    ['app: {frame_origins: [https://a.b/c]}', '1:23: app.frame_origins.0: Expected an origin'],
    ['app: {frame_origins: ["https://*"]}', '1:23: app.frame_origins.0: Expected an origin'],
    ['app: {frame_origins: ["https://a; script-src *"]}', '1:23: app.frame_origins.0: Expected an origin'],
    ['[a]', '1:1: Invalid input'],
  ])('is rejected: %s', (extension, message) => {
    expect(buildError(extension)).toContain(`list.extension.yml:${message}`);
  });

  it('can be empty', () => {
    expect(build('# nothing yet').catalog).toEqual(build().catalog);
  });
});

it('reports all unsupported prices of plans, add-ons and the extension', () => {
  const list = text.replace('price: 12.5', 'price: 12.345').replace('price: 9,', 'price: 99999999,');
  expect(buildError('plans: {FREE: {fee: 0.001}}', list).split('\n')).toEqual([
    'list.extension.yml:1:21: plans.FREE.fee: 0.001 has too many decimals for USD.',
    'list.yml:17:12: plans.TEAM_PLUS.price: 12.345 has too many decimals for USD.',
    'list.yml:28:21: addOns.apiAddOn.price: 99999999 exceeds the maximum fee.',
  ]);
});
