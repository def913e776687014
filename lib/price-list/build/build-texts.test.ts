import { describe, expect, it } from 'vitest';
import { createImportInput } from '@/tools/testing/import-lists';
import { formatDiagnostic, ImportError } from '../yaml/diagnostics';
import { parsePriceListText } from '../yaml/sheets';
import { createTextReader, isCounted, listTextRows, readLanguageTexts } from '../yaml/texts';
import { getValue } from '../yaml/yaml-file';
import { buildImportedCatalog } from './build-imported-catalog';
import { listTexts } from './build-texts';

const list = JSON.stringify({
  syntaxVersion: '2.1',
  saasName: 'Lantern',
  currency: 'USD',
  features: {
    support: { valueType: 'TEXT', defaultValue: 'NONE', type: 'SUPPORT', tag: 'Help' },
    sso: { valueType: 'TEXT', defaultValue: 'NONE', type: 'DOMAIN', tag: 'Help' },
  },
  usageLimits: {
    seats: { valueType: 'NUMERIC', defaultValue: 5, unit: 'message/user', type: 'NON_RENEWABLE' },
    storage: { valueType: 'NUMERIC', defaultValue: 5, unit: 'GB', type: 'NON_RENEWABLE' },
  },
  plans: {
    FREE: { description: 'To try', price: 0, unit: '/month' },
    TEAM: {
      ...{ description: '', price: 5, unit: 'site/month' },
      features: { support: { value: 'Full' }, sso: { value: 'Full' } },
    },
  },
  addOns: { pack: { price: 9, unit: '/month', features: { sso: { value: 'Basic' } } } },
});

function build(extension: string) {
  const { priceListFile, extensionFile } = createImportInput('a', list, extension);
  return buildImportedCatalog(priceListFile, extensionFile, null);
}

function listWarnings(extension: string): string[] {
  const { report } = build(extension);
  return report.placeWarnings().flatMap((warning) => {
    return warning.path.startsWith('texts') ? [formatDiagnostic(warning)] : [];
  });
}

function listProblems(extension: string): string[] {
  try {
    build(extension);
    return [];
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return error.diagnostics.map((diagnostic) =>
      formatDiagnostic(diagnostic).replace('list.extension.yml:', ''),
    );
  }
}

const complete = `app: {language: en}
texts:
  de:
    app: {title: Laterne}
    plans: {FREE: {title: Frei, description: Zum Testen}, TEAM: {title: Mannschaft}}
    features: {support: {title: Hilfe}, sso: {title: Anmeldung, values: {Full: Ganz}}}
    usageLimits: {seats: {title: Plätze}, storage: {title: Speicher}}
    addOns: {pack: {title: Paket}}
    groups: {Help: Hilfe, Usage limits: Grenzen}
    units: {message: {one: Nachricht, other: Nachrichten}, user: Nutzer, site: Standort}
    values: {Full: Voll, Basic: Einfach}
`;

describe('texts in other languages', () => {
  it('are read by language, with rows by catalog key and units by plural category', () => {
    const { catalog } = build(complete);
    expect(catalog.app.languages).toEqual(['de']);
    expect(catalog.texts.get('de')).toEqual({
      app: { title: 'Laterne' },
      plans: { FREE: { title: 'Frei', description: 'Zum Testen' }, TEAM: { title: 'Mannschaft' } },
      features: {
        support: { title: 'Hilfe' },
        sso: { title: 'Anmeldung', values: { Full: 'Ganz' } },
        'usageLimits.seats': { title: 'Plätze' },
        'usageLimits.storage': { title: 'Speicher' },
      },
      addOns: { pack: { title: 'Paket' } },
      groups: { Help: 'Hilfe', 'Usage limits': 'Grenzen' },
      units: {
        message: { one: 'Nachricht', other: 'Nachrichten' },
        user: { other: 'Nutzer' },
        site: { other: 'Standort' },
      },
      values: { Full: 'Voll', Basic: 'Einfach' },
    });
    expect(listWarnings(complete)).toEqual([]);
  });

  it('have the canonical tag of their language', () => {
    expect(build('texts: {PT-br: {app: {title: Lanterna}}}').catalog.app.languages).toEqual(['pt-BR']);
  });

  it('that are missing are counted, with the first keys', () => {
    expect(
      listWarnings(complete.replace('pack: {title: Paket}', '').replace(', Basic: Einfach', '')),
    ).toEqual([
      'list.extension.yml:3:3: texts.de: German: 2 of 16 texts missing: addOns.pack.title, values.Basic.',
    ]);
    expect(listWarnings('texts: {ar: {app: {title: فانوس}}}')).toEqual([
      'list.extension.yml:1:9: texts.ar: Arabic: 15 of 16 texts missing: plans.FREE.title, plans.FREE.description, ' +
        'plans.TEAM.title, features.support.title, features.sso.title, and 10 more.',
    ]);
  });

  it('of a value are not missing if each feature that has the value has it', () => {
    const own = complete.replace('support: {title: Hilfe}', 'support: {title: Hilfe, values: {Full: Alles}}');
    expect(listWarnings(own.replace('Full: Voll, ', ''))).toEqual([]);
    expect(listWarnings(complete.replace('Full: Voll, ', ''))).toEqual([
      expect.stringContaining('1 of 16 texts missing: values.Full.'),
    ]);
  });

  it('are counted by the table as by the warning', () => {
    const own = complete.replace('support: {title: Hilfe}', 'support: {title: Hilfe, values: {Full: Alles}}');
    for (const extension of [
      complete,
      own.replace('Full: Voll, ', ''),
      complete.replace('Full: Voll, ', ''),
      complete.replace('user: Nutzer, ', '').replace('pack: {title: Paket}', ''),
      'texts: {ar: {app: {title: فانوس}, units: {site: {few: مواقع, other: موقع}}}, ja: {}}',
    ]) {
      const { catalog } = build(extension);
      const list = listTexts(catalog.sourceTexts, 'en');
      const tags = extension.includes('ja:') ? ['ar', 'ja'] : ['de'];
      const texts = parsePriceListText({ source: '', extension });
      const given = new Map(
        tags.map((tag) => [tag, readLanguageTexts(getValue(texts.extension.file, ['texts', tag]))]),
      );
      const rows = listTextRows(list, given).filter(isCounted);
      const counted = tags.flatMap((tag) => {
        const read = createTextReader(list, tag, given.get(tag) ?? new Map());
        const missing = rows.filter((row) => read(row)?.state === 'missing').length;
        return missing === 0 ? [] : [`${missing} of ${rows.length}`];
      });
      const warned = listWarnings(extension).flatMap((warning) => /\d+ of \d+/.exec(warning)?.[0] ?? []);
      expect(counted).toEqual(warned);
    }
  });

  it.each([
    [
      'texts: {"de_AT": {}}',
      '1:9: texts.de_AT: "de_AT" is not a language tag of BCP 47, such as "de" or "pt-BR".',
    ],
    ['texts: {de-u-nu-latn: {}}', '1:9: texts.de-u-nu-latn: "de-u-nu-latn" is not a language tag'],
    [
      'app: {language: de-DE}\ntexts: {de-de: {}}',
      '2:9: texts.de-de: This is the language of the price list.',
    ],
    ['texts: {de: {}, DE: {}}', '1:17: texts.DE: The language "de" is given twice.'],
    ['texts: {de: {plan: {}}}', '1:14: texts.de.plan: Unknown key "plan".'],
    ['texts: {de: {plans: {FREE: {tag: v1}}}}', '1:34: texts.de.plans.FREE.tag: Unknown key "tag".'],
    ['texts: {de: {plans: {FREE: {title: 5}}}}', '1:36: texts.de.plans.FREE.title: Expected a string.'],
    [
      'texts: {de: {plans: {NOPE: {title: X}}}}',
      '1:36: texts.de.plans.NOPE.title: The price list has no plan "NOPE", or it has no title.',
    ],
    [
      'texts: {de: {plans: {TEAM: {description: X}}}}',
      '1:42: texts.de.plans.TEAM.description: The price list has no plan "TEAM", or it has no description.',
    ],
    [
      'texts: {de: {features: {seats: {title: X}}}}',
      '1:40: texts.de.features.seats.title: The price list has no feature "seats", or it has no title.',
    ],
    [
      'texts: {de: {usageLimits: {sso: {title: X}}}}',
      '1:41: texts.de.usageLimits.sso.title: The price list has no usage limit that is a row of its own "sso", or it has no title.',
    ],
    [
      'texts: {de: {features: {support: {values: {Basic: X}}}}}',
      '1:51: texts.de.features.support.values.Basic: "support" has no value "Basic".',
    ],
    ['texts: {de: {values: {Ful: X}}}', '1:28: texts.de.values.Ful: The price list has no value "Ful".'],
    ['texts: {de: {units: {GB: X}}}', '1:26: texts.de.units.GB: The price list has no unit "GB".'],
    [
      'texts: {de: {units: {user: {few: X, other: X}}}}',
      '1:34: texts.de.units.user.few: German has the plural categories one, other.',
    ],
    ['texts: {de: {units: {user: {one: X}}}}', '1:22: texts.de.units.user'],
    [
      `texts: {${Array.from({ length: 51 }, (_, index) => `de-x${index}: {}`).join(', ')}}`,
      'at most 50 languages',
    ],
  ])('are rejected: %s', (extension, message) => {
    expect(listProblems(extension).join('\n')).toContain(message);
  });
});
