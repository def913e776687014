import { describe, expect, it } from 'vitest';
import { parseExtension } from '../parse/extension';
import { parsePriceList } from '../parse/parse-price-list';
import { formatDiagnostic, ImportError } from '../yaml/diagnostics';
import { buildImportedCatalog } from './build-imported-catalog';
import type { ImportReport } from './import-report';

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
  apiCalls: {valueType: NUMERIC, defaultValue: 100, unit: calls/month, type: RENEWABLE, linkedFeatures: [apiAccess], description: Calls that are answered.}
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
  apiAddOn: {price: 9, unit: /month, excludes: [apiPackage], features: {apiAccess: {value: true}}}
  apiPackage: {price: 4, unit: user/month, availableFor: [TEAM_PLUS, ENTERPRISE], features: {apiAccess: {value: true}}, usageLimits: {apiCalls: {value: 1000}}, excludes: [apiAddOn]}
  storage: {price: 2, unit: GB/month, usageLimitsExtensions: {storageLimit: {value: 10}}}
  sso: {price: Contact Sales, unit: /month, dependsOn: [storage], availableFor: [ENTERPRISE], features: {storage: {value: true}}}
`;
const build = (extension?: string, period: 'month' | 'year' | null = null, list = text) => {
  const source = parsePriceList('list.yml', list);
  return buildImportedCatalog(
    source,
    extension ? parseExtension('list.extension.yml', extension, source.list) : null,
    period && { app: { billingPeriod: period }, features: [], versions: [] },
  );
};
/** Without the one of a missing address, which the list has. */
const formatWarnings = (report: ImportReport) =>
  report
    .placeWarnings()
    .map(formatDiagnostic)
    .filter((warning) => !warning.includes('app.contact_url'));
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
    expect(catalog.app).toEqual({
      ...{ title: 'Lantern', currency: 'USD', currencyDigits: 2 },
      ...{ billingPeriod: 'month', languages: [] },
    });
  });

  it('builds a version for each plan', () => {
    const common = { active: true, description: '', fee: null, userFee: null, moreInfo: null, public: true };
    expect(catalog.versions).toMatchObject([
      { ...common, catalogKey: 'FREE', tag: 'v1', title: 'Free', description: 'To try', fee: 0 },
      { ...common, catalogKey: 'TEAM_PLUS', tag: 'v2', title: 'Team Plus', userFee: 1250 },
      { ...common, catalogKey: 'ENTERPRISE', tag: 'v3', title: 'Enterprise', public: false },
    ]);
    expect(catalog.explicitDefault).toBeNull();
  });

  it('builds a row for each feature, with unique human ids, and for each limit that is not an amount', () => {
    expect(
      catalog.features.map(({ position, catalogKey, humanId, title, group, unit, linkedFeatures }) => [
        position,
        catalogKey,
        humanId,
        title,
        group,
        unit,
        linkedFeatures,
      ]),
    ).toEqual([
      [0, 'apiAccess', 'api-access', 'API access', 'Integrations', 'call', []],
      [1, 'storage', 'storage', 'Storage', 'Core', null, []],
      [2, 'usageLimits.storageLimit', 'storage-limit', 'Storage limit', 'Core', 'GB', ['storage']],
      [3, 'usageLimits.uploadSizeLimit', 'upload-size-limit', 'Upload size limit', 'Core', 'GB', ['storage']],
      [4, 'support', 'support', 'Support', 'Help', null, []],
      [5, 'api-access', 'api-access-2', 'API-access', 'Core', null, []],
    ]);
    expect(catalog.features[0]).toMatchObject({
      description: 'Read and write. Calls that are answered.',
      period: 'month',
      limitType: 'renewable',
      limitKey: 'apiCalls',
    });
  });

  it('builds cells for included features, with the amounts of their limits', () => {
    const cells = catalog.cells.map(({ version, feature, value, amount, unlimited }) =>
      [version, feature, value, amount, unlimited].join(' '),
    );
    expect(cells).toEqual([
      'FREE storage   false',
      'FREE usageLimits.storageLimit 5 GB 5 false',
      'FREE usageLimits.uploadSizeLimit 1 GB 1 false',
      'TEAM_PLUS storage   false',
      'TEAM_PLUS support Full  false',
      'TEAM_PLUS usageLimits.storageLimit 1,000 GB 1000 false',
      'TEAM_PLUS usageLimits.uploadSizeLimit 1 GB 1 false',
      'ENTERPRISE apiAccess 100 calls a month 100 false',
      'ENTERPRISE storage   false',
      'ENTERPRISE usageLimits.storageLimit Unlimited  true',
      'ENTERPRISE usageLimits.uploadSizeLimit 1 GB 1 false',
    ]);
  });

  it('builds the add-ons, and one for each feature on request, with prices, units and content', () => {
    expect(catalog.addOns.map(({ catalogKey, humanId, title }) => [catalogKey, humanId, title])).toEqual([
      ['apiAddOn', 'api', 'API'],
      ['apiPackage', 'api-package', 'API Package'],
      ['storage', 'storage', 'Storage'],
      ['sso', 'sso', 'SSO'],
      ['features.support', 'support', 'Support'],
    ]);
    expect(
      catalog.addOnPrices.map(({ addOn, version, fee, userFee, feeUnit }) =>
        [addOn, version, fee, userFee, feeUnit].join(' '),
      ),
    ).toEqual([
      'apiAddOn FREE 900  ',
      'apiAddOn TEAM_PLUS 900  ',
      'apiAddOn ENTERPRISE 900  ',
      'apiPackage TEAM_PLUS  400 ',
      'apiPackage ENTERPRISE  400 ',
      'storage FREE 200  GB',
      'storage TEAM_PLUS 200  GB',
      'storage ENTERPRISE 200  GB',
      'sso ENTERPRISE   ',
      'features.support ENTERPRISE   ',
    ]);
    expect(
      catalog.addOnEffects.map(({ addOn, feature, effect, value, amount }) =>
        [addOn, effect, feature, value, amount].join(' '),
      ),
    ).toEqual([
      // The plans without API access state 100 calls for it.
      'apiAddOn include apiAccess  ',
      'apiAddOn set apiAccess 100 calls a month 100',
      'apiPackage include apiAccess  ',
      'apiPackage set apiAccess 1,000 calls a month 1000',
      'storage add usageLimits.storageLimit 10 GB 10',
      'sso include storage  ',
      'features.support include support  ',
    ]);
    expect(catalog.addOns.map(({ dependsOn, excludes }) => [dependsOn, excludes])).toEqual([
      [[], ['apiPackage']],
      [[], ['apiAddOn']],
      [[], []],
      [['storage'], []],
      [[], []],
    ]);
  });

  it('gives an added feature the amount that each plan states for it, also 0', () => {
    const effectsOf = (list: string) =>
      build(undefined, null, list).catalog.addOnEffects.filter(
        ({ addOn, effect }) => addOn === 'apiAddOn' && effect === 'set',
      );
    const amount = (number: number) => ({
      value: `${number} calls a month`,
      amount: number,
      unlimited: false,
    });
    const feature = { addOn: 'apiAddOn', feature: 'apiAccess', effect: 'set' };
    const differing = text.replace(
      'usageLimits: {storageLimit: {value: 1000}}',
      'usageLimits: {apiCalls: {value: 0}}',
    );
    expect(effectsOf(differing)).toEqual([
      {
        ...feature,
        ...{ value: null, amount: null, unlimited: false },
        byVersion: { FREE: amount(100), TEAM_PLUS: amount(0) },
      },
    ]);
    const zero = text.replace('defaultValue: 100', 'defaultValue: 0');
    expect(effectsOf(zero)).toEqual([{ ...feature, ...amount(0), byVersion: null }]);
    const raised = zero.replace(
      'excludes: [apiPackage], features',
      'usageLimitsExtensions: {apiCalls: {value: 3}}, excludes: [apiPackage], features',
    );
    expect(effectsOf(raised)).toEqual([]);
  });

  it('lets the extension say which amount is better', () => {
    const rates = text.replace(
      'uploadSizeLimit: {',
      "transactionFee: {valueType: NUMERIC, defaultValue: 2, unit: '%', type: NON_RENEWABLE}\n  uptime: {valueType: NUMERIC, defaultValue: 99, unit: '%', type: NON_RENEWABLE}\n  uploadSizeLimit: {",
    );
    const listBetter = (extension?: string) => {
      const { features } = build(extension, null, rates).catalog;
      return ['transactionFee', 'uptime'].map(
        (key) => features.find(({ catalogKey }) => catalogKey === `usageLimits.${key}`)?.betterAmount,
      );
    };
    expect(listBetter()).toEqual(['lower', 'higher']);
    expect(
      listBetter('usageLimits: {transactionFee: {lower_is_better: false}, uptime: {lower_is_better: true}}'),
    ).toEqual(['higher', 'lower']);
  });

  it('marks the features and limits that the extension highlights', () => {
    const extension =
      'features: {support: {highlight: true}}\nusageLimits: {storageLimit: {highlight: true}}';
    const marked = build(extension).catalog.features.filter(({ highlight }) => highlight);
    expect(marked.map(({ humanId }) => humanId)).toEqual(['storage-limit', 'support']);
  });

  it('lets the extension say which limits block a change below what is used', () => {
    const extension = 'usageLimits: {storageLimit: {exceeding: block}}';
    const blocking = build(extension).catalog.features.filter(({ exceeding }) => exceeding === 'block');
    expect(blocking.map(({ humanId }) => humanId)).toEqual(['storage-limit']);
  });

  it('excludes add-ons in both directions', () => {
    const oneWay = text.replace('excludes: [apiPackage], ', '');
    expect(build(undefined, null, oneWay).catalog.addOns.map(({ excludes }) => excludes)).toEqual([
      ['apiPackage'],
      ['apiAddOn'],
      [],
      [],
      [],
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
      app: {title: Lantern Cloud, host: lantern.example, language: en-GB, contact_url: mailto:sales@lantern.example,
        sign_in_url: "https://lantern.example/sign-in", sign_up_url: "https://lantern.example/?join", billing_period: month,
        frame_origins: [https://host.example, "https://*.host.example:8443"], api_origins: [http://localhost:4000],
        home_url: "https://lantern.example/?from=plans", return_origins: [https://lantern.example], session_hours: 2,
        users_managed_by: host, users_limit: uploadSizeLimit,
        brand: {logo: "https://lantern.example/logo.svg", accent: "#1f47bc", accent_dark: "#8db0fb"}}
      switching: {downgrades: none, self_service: false, plans: {FREE: listed, TEAM_PLUS: hidden}}
      plans:
        FREE: {retired: true, exit_blocker: Ask us.}
        TEAM_PLUS: {default: true, fee: 20, trial: {days: 14, then: ENTERPRISE, once: false, reminder_days: 0}}
        ENTERPRISE: {public: true, trial: {days: 30, then: ENTERPRISE}, granted_to: [acme, acme, globex]}
      features:
        api-access: {human_id: api-access}
      addOns:
        storage: {human_id: more-storage, fee: 3, fee_unit: 10 GB}
        apiAddOn: {annual_fee: 90}
      usageLimits:
        uploadSizeLimit: {title: Largest file, human_id: file-size, group: Files, description: Each.}`);
    expect(catalog.app).toEqual({
      title: 'Lantern Cloud',
      currency: 'USD',
      currencyDigits: 2,
      billingPeriod: 'month',
      host: 'lantern.example',
      language: 'en-GB',
      contactUrl: 'mailto:sales@lantern.example',
      signInUrl: 'https://lantern.example/sign-in',
      signUpUrl: 'https://lantern.example/?join',
      frameOrigins: ['https://host.example', 'https://*.host.example:8443'],
      apiOrigins: ['http://localhost:4000'],
      homeUrl: 'https://lantern.example/?from=plans',
      returnOrigins: ['https://lantern.example'],
      sessionHours: 2,
      usersManagedBy: 'host',
      usersLimit: 'uploadSizeLimit',
      brandLogo: 'https://lantern.example/logo.svg',
      brandAccent: '#1f47bc',
      brandAccentDark: '#8db0fb',
      brandFont: null,
      downgrades: 'none',
      selfService: false,
      languages: [],
    });
    expect(catalog.versions).toMatchObject([
      { active: false, exitBlocker: 'Ask us.', public: true, selfService: false },
      {
        ...{ fee: 2000, userFee: 1250, public: false, selfService: false },
        ...{ trialDays: 14, trialThen: 'ENTERPRISE', trialOnce: false, trialReminderDays: 0 },
      },
      {
        ...{ public: true, selfService: true },
        ...{ trialDays: 30, trialThen: null, trialOnce: true, trialReminderDays: 3 },
      },
    ]);
    expect(catalog.explicitDefault).toBe('TEAM_PLUS');
    expect(catalog.grants).toEqual([
      { version: 'ENTERPRISE', account: 'acme' },
      { version: 'ENTERPRISE', account: 'globex' },
    ]);
    expect(catalog.features.map(({ humanId }) => humanId)).toEqual([
      'api-access-2',
      'storage',
      'storage-limit',
      'file-size',
      'support',
      'api-access',
    ]);
    expect(catalog.features[3]).toMatchObject({
      title: 'Largest file',
      group: 'Files',
      description: 'Each.',
    });
    const priceOf = (addOn: string) => catalog.addOnPrices.find((price) => price.addOn === addOn);
    expect(priceOf('apiAddOn')).toMatchObject({ fee: 900, annualFee: 9000 });
    expect(priceOf('storage')).toMatchObject({ fee: 300, feeUnit: '10 GB' });
    expect([...catalog.explicitHumanIds.features]).toEqual(['usageLimits.uploadSizeLimit', 'api-access']);
    expect([...catalog.explicitHumanIds.addOns]).toEqual(['storage']);
  });

  it('charges what only extends limits per one, in quantities', () => {
    const list = `${text.slice(0, text.indexOf('addOns:'))}billing: {monthly: 1, annual: 0.5}
addOns:
  seats: {price: 45, unit: seat/month, usageLimitsExtensions: {storageLimit: {value: 1}}}
  packs: {price: 5, unit: user/month, usageLimitsExtensions: {storageLimit: {value: 50}}}
  mixed: {price: 5, unit: user/month, features: {storage: {value: true}}, usageLimitsExtensions: {storageLimit: {value: 5}}}
  unlimited: {price: 5, unit: user/month, usageLimitsExtensions: {storageLimit: {value: .inf}}}
  feature: {price: 5, unit: user/month, features: {storage: {value: true}}}
  few:
    price: 1
    usageLimitsExtensions: {storageLimit: {value: 1}}
    subscriptionConstraints: {minQuantity: 2, maxQuantity: 20, quantityStep: 2}
  once: {price: 1, features: {storage: {value: true}}, subscriptionConstraints: {minQuantity: 1, maxQuantity: 1}}
`;
    const { catalog, report } = build('addOns: {mixed: {max_quantity: 3}}', null, list);
    const priceOf = (key: string) => catalog.addOnPrices.find(({ addOn }) => addOn === key);
    expect(
      catalog.addOns.map(({ catalogKey, minQuantity, maxQuantity }) => {
        const { fee, feeUnit, annualFee, userFee } = priceOf(catalogKey)!;
        return [catalogKey, minQuantity, maxQuantity, fee, feeUnit, annualFee, userFee].join(' ');
      }),
    ).toEqual([
      'seats 1 1000 4500 seat 27000 ',
      'packs 1 1000 500 user 3000 ',
      'mixed 1 3    500',
      'unlimited      500',
      'feature      500',
      'few 2 20 100  600 ',
      'once   100  600 ',
      'features.support      ',
    ]);
    expect(report.all.find(({ path }) => path === 'addOns.few')).toMatchObject({
      outcome: 'changed',
      reason: 'every quantity is sold, without steps',
    });
  });

  it('sets prices that the list can’t express, and their annual prices follow from the billing factors', () => {
    const list = text
      .replace('currency: USD', 'currency: USD\nbilling: {monthly: 1, annual: 0.5}')
      .replace('price: 12.5', 'price: 1% up to $99')
      .replace('price: 9,', 'price: From $5,');
    const { catalog, report } = build(
      'plans: {TEAM_PLUS: {fee: 20}}\naddOns: {apiAddOn: {user_fee: 2}}',
      null,
      list,
    );
    expect(catalog.versions[1]).toMatchObject({
      fee: 2000,
      annualFee: 12_000,
      userFee: null,
      moreInfo: null,
    });
    expect(catalog.addOnPrices[0]).toMatchObject({ fee: null, userFee: 200, annualUserFee: 1200 });
    expect(formatWarnings(report).filter((warning) => warning.includes('.price'))).toEqual([]);
    expect(report.all.filter(({ reason }) => reason?.includes('extension')).map(({ path }) => path)).toEqual([
      'plans.TEAM_PLUS.price',
      'addOns.apiAddOn.price',
    ]);
  });

  it('keeps notes about a price beside the text of the extension', () => {
    const list = text.replace('currency: USD', 'currency: USD\nbilling: {monthly: 1, quarterly: 0.9}');
    const { catalog } = build('plans: {TEAM_PLUS: {more_info: One | Two}}', null, list);
    expect(catalog.versions[1]?.moreInfo).toBe('One | Two\nBilled quarterly: $11.25 per user / month');
  });

  it.each([
    ['plans: {PRO: {title: x}}', '1:9: plans.PRO: The price list has no plan "PRO".'],
    ['features: {x: {}}', '1:12: features.x: The price list has no feature "x".'],
    ['addOns: {x: {}}', '1:10: addOns.x: The price list has no add-on "x".'],
    ['usageLimits: {x: {}}', '1:15: usageLimits.x: The price list has no usage limit "x".'],
    [
      'usageLimits: {apiCalls: {}}',
      '1:15: usageLimits.apiCalls: The limit is the amount of the feature "apiAccess".',
    ],
    ['addOns: {sso: {group: x}}', '1:23: addOns.sso.group: Unknown key "group".'],
    ['plans: {FREE: {titel: x}}', '1:23: plans.FREE.titel: Unknown key "titel".'],
    ['plan: {}', '1:1: plan: Unknown key "plan".'],
    ['plans: {FREE: {tag: a b}}', '1:21: plans.FREE.tag: Expected 1 to 32 letters'],
    [
      'plans: {FREE: {tag: v2}, TEAM_PLUS: {tag: v2}}',
      '1:43: plans.TEAM_PLUS.tag: "FREE" and "TEAM_PLUS" have the same tag "v2".',
    ],
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
    [
      'plans: {FREE: {fee: 21474836}}',
      '1:21: plans.FREE.fee: 21474836 exceeds the maximum fee.',
      text.replace('currency:', 'billing: {annual: 1}\ncurrency:'),
    ],
    [
      'plans: {FREE: {annual_fee: 5}}',
      '1:28: plans.FREE.annual_fee: The price is in words, "From $9". Set fee or user_fee too.',
      text.replace('price: 0,', 'price: From $9,'),
    ],
    [
      `features: {apiAccess: {human_id: ${'a'.repeat(201)}}}`,
      '1:34: features.apiAccess.human_id: Expected at most 200 characters.',
    ],
    [`app: {host: ${'a'.repeat(254)}}`, '1:13: app.host: Expected at most 253 characters.'],
    ['plans: {FREE: {fee: -1}}', '1:21: plans.FREE.fee: A price can’t be negative.'],
    ['app: {sign_up_url: "mailto:a@b.example"}', '1:20: app.sign_up_url: Expected a URL'],
    ['app: {language: English please}', '1:17: app.language: Expected a language tag'],
    ['app: {contact_url: "javascript:alert(1)"}', '1:20: app.contact_url: Expected a URL'],
    ['app: {host: "http://x"}', '1:13: app.host: Expected a lowercase host name'],
    ['app: {brand: {logo: "http://a.b/c.png"}}', '1:21: app.brand.logo: Expected an https:// URL'],
    ['app: {brand: {logo: "data:text/html;base64,AA=="}}', '1:21: app.brand.logo: Expected an https:// URL'],
    ['app: {brand: {logo: "https://a.b; script-src"}}', '1:21: app.brand.logo: Expected an https:// URL'],
    [
      `app: {brand: {logo: "data:image/png;base64,${'A'.repeat(33_000)}"}}`,
      '1:21: app.brand.logo: Expected at most 32768 characters.',
    ],
    [
      'app: {brand: {accent: "#8db0fb", accent_dark: "#8db0fb"}}',
      '1:23: app.brand.accent: The contrast in the light theme is 1.97:1. Expected at least 4.5:1; use a darker color.',
    ],
    [
      'app: {brand: {accent: "#1f47bc", accent_dark: "#1f47bc"}}',
      '1:47: app.brand.accent_dark: The contrast in the dark theme is 2.',
    ],
    ['app: {brand: {accent: blue, accent_dark: "#8db0fb"}}', '1:23: app.brand.accent: Expected a color'],
    ['app: {brand: {accent: "#1f47bc"}}', '1:7: app.brand: Expected accent and accent_dark together'],
    ['app: {brand: {font: Comic Sans}}', '1:21: app.brand.font: '],
    ['app: {frame_origins: [https://a.b/c]}', '1:23: app.frame_origins.0: Expected an origin'],
    ['app: {frame_origins: ["https://*"]}', '1:23: app.frame_origins.0: Expected an origin'],
    ['app: {frame_origins: ["https://a; script-src *"]}', '1:23: app.frame_origins.0: Expected an origin'],
    ['app: {home_url: "javascript:alert(1)"}', '1:17: app.home_url: Expected a URL'],
    ['app: {contact_url: "https://a:b@c.d/"}', '1:20: app.contact_url: Expected no user name'],
    ['app: {sign_in_url: "https://a:b@c.d/"}', '1:20: app.sign_in_url: Expected no user name'],
    ['app: {sign_up_url: "https://a:b@c.d/"}', '1:20: app.sign_up_url: Expected no user name'],
    ['app: {home_url: "https://a:b@c.d/"}', '1:17: app.home_url: Expected no user name'],
    ['app: {checkout_url: "https://a:b@c.d/"}', '1:21: app.checkout_url: Expected no user name'],
    ['app: {checkout_url: "https://a@c.d/"}', '1:21: app.checkout_url: Expected no user name'],
    ['app: {checkout_url: "https://:b@c.d/"}', '1:21: app.checkout_url: Expected no user name'],
    ['app: {return_origins: [https://a.b/c]}', '1:24: app.return_origins.0: Expected an origin'],
    ['app: {session_hours: 0}', '1:22: app.session_hours: Expected at least 1 hour.'],
    ['app: {session_hours: 721}', '1:22: app.session_hours: Expected at most 720 hours.'],
    ['app: {session_hours: 1.5}', '1:22: app.session_hours: Expected a whole number.'],
    ['app: {users_limit: nope}', '1:20: app.users_limit: The price list has no usage limit "nope".'],
    ['app: {users_managed_by: me}', '1:25: app.users_managed_by: Expected owner or host.'],
    ['app: {time_zone: Europe/Atlantis}', '1:18: app.time_zone: Expected a time zone of the IANA database'],
    ['app: {time_zone: "+01:00"}', '1:18: app.time_zone: Expected a time zone of the IANA database'],
    ['switching: {downgrades: later}', '1:25: switching.downgrades: Expected any, period_end, or none.'],
    ['switching: {plans: {NOPE: listed}}', '1:27: switching.plans.NOPE: The price list has no plan "NOPE".'],
    ['plans: {FREE: {trial: {days: 0}}}', '1:30: plans.FREE.trial.days: Expected at least 1 day.'],
    ['plans: {FREE: {trial: {days: 366}}}', '1:30: plans.FREE.trial.days: Expected at most 365 days.'],
    [
      'plans: {FREE: {trial: {days: 3, reminder_days: 3}}}',
      '1:48: plans.FREE.trial.reminder_days: Expected fewer than days.',
    ],
    [
      'plans: {FREE: {trial: {days: 3, then: NOPE}}}',
      '1:39: plans.FREE.trial.then: The price list has no plan "NOPE".',
    ],
    [
      'plans: {FREE: {retired: true}, TEAM_PLUS: {trial: {days: 3, then: FREE}}}',
      '1:67: plans.TEAM_PLUS.trial.then: A retired plan can’t follow a trial.',
    ],
    ['app: {api_origins: ["https://*"]}', '1:21: app.api_origins.0: Expected an origin'],
    ['[a]', '1:1: Expected a map.'],
  ])('is rejected: %s', (extension, message, list = text) => {
    expect(buildError(extension, list)).toContain(`list.extension.yml:${message}`);
  });

  it('can be empty', () => {
    expect(build('# nothing yet').catalog).toEqual(build().catalog);
  });
});

it('reports all unsupported prices of plans, add-ons and the extension', () => {
  const list = text.replace('price: 12.5', 'price: 12.345').replace('price: 9,', 'price: 999999999,');
  expect(buildError('plans: {FREE: {fee: 0.001}}', list).split('\n')).toEqual([
    'list.extension.yml:1:21: plans.FREE.fee: 0.001 has too many decimals for USD.',
    'list.yml:18:12: plans.TEAM_PLUS.price: 12.345 has too many decimals for USD.',
    'list.yml:29:21: addOns.apiAddOn.price: 999999999 exceeds the maximum fee.',
  ]);
});

describe('the report', () => {
  const outcomes = (list: string) =>
    build(undefined, null, list)
      .report.all.filter(({ outcome }) => outcome !== 'unchanged')
      .map(({ kind, path, outcome, reason }) => `${outcome} ${kind} ${path}: ${reason}`);

  it('has every part of the list once, with what became of it', () => {
    const { report } = build();
    const count = (kind: string) => report.all.filter((part) => part.kind === kind).length;
    expect([count('plan'), count('feature'), count('limit'), count('amount'), count('add-on')]).toEqual([
      3, 4, 3, 9, 4,
    ]);
    expect(count('price')).toBe(7);
    expect(outcomes(text)).toEqual([
      'changed feature features.support: "FULL" is served as "Full"; "Contact us" is served as an add-on on request',
      'left_out amount plans.FREE.usageLimits.apiCalls: the plan has none of the features that it limits',
      'left_out amount plans.TEAM_PLUS.usageLimits.apiCalls: the plan has none of the features that it limits',
    ]);
    expect(formatWarnings(report)).toEqual([]);
  });

  it('warns of a plan on request if customers see no address', () => {
    const warningsOf = (extension?: string) =>
      build(extension)
        .report.placeWarnings()
        .map(formatDiagnostic)
        .filter((warning) => warning.includes('app.contact_url'));
    expect(warningsOf()).toEqual([expect.stringContaining('Enterprise is priced on request')]);
    expect(warningsOf('app: {contact_url: "mailto:a@b.example"}')).toEqual([]);
  });

  it('warns of a trial that goes on as a plan with a price if the app has no page for payments', () => {
    const warningsOf = (extension: string) => formatWarnings(build(extension).report);
    expect(warningsOf('plans: {TEAM_PLUS: {trial: {days: 14}}}')).toEqual([
      expect.stringMatching(
        /^list\.extension\.yml:1:21: plans\.TEAM_PLUS\.trial: .* have Team Plus .*app\.checkout_url/,
      ),
    ]);
    expect(warningsOf('plans: {FREE: {trial: {days: 14, then: ENTERPRISE}}}')).toHaveLength(1);
    expect(
      warningsOf('plans: {TEAM_PLUS: {trial: {days: 14, then: FREE}}, FREE: {trial: {days: 14}}}'),
    ).toEqual([]);
    expect(warningsOf('plans: {TEAM_PLUS: {retired: true, trial: {days: 14}}}')).toEqual([]);
    const checkout = 'app: {checkout_url: "https://lantern.example/pay"}';
    expect(warningsOf(`${checkout}\nplans: {TEAM_PLUS: {trial: {days: 14}}}`)).toEqual([]);
  });

  it('warns of a heading that the tags of the list do not have', () => {
    const warningsOf = (tags: string, extension?: string) =>
      formatWarnings(build(extension, null, text.replace('currency:', `${tags}\ncurrency:`)).report);
    expect(warningsOf('tags: [Helps, Core]')).toEqual([
      'list.yml:10:70: features.support.tag: The tags of the list do not have "Help". Did you mean "Helps"?',
    ]);
    expect(warningsOf('tags: []')).toEqual([
      'list.yml:10:70: features.support.tag: The tags of the list do not have "Help".',
    ]);
    expect(warningsOf('tags: [Help]')).toEqual([]);
    expect(warningsOf('tags: []', 'features: {support: {group: Help}}')).toEqual([]);
  });

  it('names the parts of an add-on that can’t be served', () => {
    const list = text
      .replace('features: {storage: {value: true}}}', 'features: {storage: {value: false}}}')
      .replace(
        'usageLimitsExtensions: {storageLimit: {value: 10}}',
        'usageLimitsExtensions: {storageLimit: {value: 0}}',
      );
    expect(outcomes(list)).toEqual(
      expect.arrayContaining([
        'changed add-on addOns.storage: without a part: it adds 0 to the limit "storageLimit"; it adds no feature and raises no limit',
        'changed add-on addOns.sso: without a part: it sets the feature "storage" to false; it adds no feature and raises no limit',
      ]),
    );
  });
});

describe('an add-on that adds nothing', () => {
  const warningsOf = (addOn: string) =>
    formatWarnings(
      build(
        'app: {contact_url: mailto:hello@larder.example}',
        null,
        `${text}\n  pack: {price: 1, availableFor: [TEAM_PLUS, ENTERPRISE], ${addOn}}`,
      ).report,
    );
  const where = expect.stringMatching(/^list.yml:\d+:\d+: addOns\.pack: /);

  it('is a warning with the key', () => {
    for (const [addOn, message] of [
      ['usageLimitsExtensions: {storageLimit: {value: 0}}', 'It adds 0 to "storageLimit".'],
      ['usageLimits: {storageLimit: {value: 0}}', 'It has 0 of "storageLimit", which adds nothing.'],
      ['usageLimits: {uploadSizeLimit: {value: 1}}', 'Its plans have "1 GB" of "uploadSizeLimit" already.'],
    ] as const) {
      const warnings = warningsOf(addOn);
      expect(warnings).toEqual([where]);
      expect(warnings[0]).toContain(message);
    }
  });

  it('is none if a plan gets more', () => {
    // Only one of its plans is unlimited.
    expect(warningsOf('usageLimits: {storageLimit: {value: 9999}}')).toEqual([]);
    expect(warningsOf('usageLimitsExtensions: {storageLimit: {value: 1}}')).toEqual([]);
  });
});

describe('a plan that costs more and has less', () => {
  const warningsOf = (plans: string, extension?: string) =>
    formatWarnings(build(extension, null, `${text.slice(0, text.indexOf('plans:'))}plans:\n${plans}`).report);
  const small = '  SMALL: {price: 5, features: {apiAccess: {value: true}, storage: {value: true}}}\n';
  const large = (fields: string) => `  LARGE: {price: 50, ${fields}}`;
  const less = (what: string) => [
    `list.yml:17:18: plans.LARGE.price: It costs more than "Small" and has less: ${what}.`,
  ];

  it('is a warning', () => {
    expect(warningsOf(small + large('features: {storage: {value: true}}'))).toEqual(less('API access'));
    expect(warningsOf(small + large('features: {storage: {value: false}}'))).toEqual(
      less('API access and 3 more'),
    );
    const limited = 'features: {apiAccess: {value: true}}, usageLimits: {storageLimit: {value: 4}}';
    expect(warningsOf(small + large(limited))).toEqual(less('Storage limit'));
  });

  it.each([
    ['has the same', 'features: {apiAccess: {value: true}}'],
    ['has more of something', 'usageLimits: {storageLimit: {value: 6}}'],
    ['has another text', 'features: {support: {value: FULL}}'],
    ['has another unit', 'unit: site/month'],
    ['is private', 'private: true'],
  ])('is none if it %s', (_, fields) => {
    expect(warningsOf(small + large(fields))).toEqual([]);
  });

  it('is none if it is retired, or has an add-on', () => {
    expect(warningsOf(small + large('features: null'), 'plans: {LARGE: {retired: true}}')).toEqual([]);
    const addOns =
      '\naddOns: {pack: {price: 1, availableFor: [LARGE], features: {apiAccess: {value: true}}}}';
    expect(warningsOf(small + large('features: null') + addOns)).toEqual([]);
  });
});

describe('a list without plans', () => {
  const list = text
    .replace(/^plans:[\s\S]*?(?=^addOns:)/m, '')
    .replaceAll('availableFor: [TEAM_PLUS, ENTERPRISE], ', '')
    .replaceAll('availableFor: [ENTERPRISE], ', '');

  it('becomes one free version with the defaults of the features, and with the add-ons', () => {
    const { catalog, report } = build(undefined, null, list);
    expect(catalog.versions).toMatchObject([{ catalogKey: 'BASE', title: 'Base', fee: 0 }]);
    expect(catalog.cells.map(({ feature }) => feature)).toContain('storage');
    expect(catalog.addOnPrices.map(({ addOn, version }) => `${addOn} ${version}`)).toContain('apiAddOn BASE');
    expect(formatWarnings(report)).toContainEqual(
      expect.stringMatching(/^list.yml:\d+:1: plans.BASE: The list has no plans\./),
    );
  });

  it('is rejected if it has no add-ons either', () => {
    const empty = list.replace(/^addOns:[\s\S]*/m, '');
    expect(() => build(undefined, null, empty)).toThrow('plans: At least one plan or add-on is required.');
  });
});
