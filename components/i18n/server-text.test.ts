import { describe, expect, it } from 'vitest';
import { formatContent } from '@/lib/format/localized-amount';
import { allTexts as de } from './de';
import { allTexts as en } from './en';
import { findLocale } from './find-locale';
import { isLanguage, type Language, languages } from './languages';
import { getText } from './server-text';
import type { AllTexts } from './texts';

type TextValue = string | ((...args: unknown[]) => string);

/** Every text with its dotted key. */
function flattenTexts(branch: object, path: string[] = []): [key: string, value: TextValue][] {
  return Object.entries(branch).flatMap(([name, value]) =>
    typeof value === 'object' ? flattenTexts(value, [...path, name]) : [[[...path, name].join('.'), value]],
  );
}

/** The text with `argument`, a count or a title, as each of its arguments. */
function render(key: string, value: TextValue, argument: unknown): string {
  if (typeof value === 'string') return value;
  if (key === 'pricing.price.inPeriod') return value('1', 'month');
  if (key === 'switching.priceSentence') {
    return value({ after: '$2', before: '$1', difference: '+$1', period: 'month', seats: argument });
  }
  if (key === 'switching.changeCounts') {
    const [features, limits] = [argument, 1];
    return value({
      lost: features,
      lostLimits: limits,
      lowered: limits,
      gained: features,
      gainedLimits: limits,
      raised: limits,
    });
  }
  // Amounts, units and prices are texts.
  return takesTexts(key)
    ? value(`${argument}`, `${argument}`)
    : value(argument, argument, argument, argument);
}

const counts = [0, 1, 2, 3, 11, 100];
const invalidText = /undefined|null|NaN|\[object|function|=>|^\s*$/;

/** All texts of a language. */
const getTexts = (language: Language) => ({
  ...getText(languages[language].locale),
  errorPage: languages[language].errorPage,
});

const allLanguages = Object.keys(languages).filter(isLanguage);

describe.each(allLanguages)('texts in %s', (language) => {
  const texts = flattenTexts(getTexts(language));

  it('are not empty for any count', () => {
    const invalid = texts.flatMap(([key, value]) =>
      counts.filter((n) => invalidText.test(render(key, value, n))).map((n) => `${key}(${n})`),
    );
    expect(invalid).toEqual([]);
  });

  it('include the title and have no leading or trailing space', () => {
    const invalid = texts.filter(([key, value]) => {
      const sentence = render(key, value, 'Team');
      const titleMissing = typeof value !== 'string' && takesTitle(key) && !sentence.includes('Team');
      return titleMissing || (key !== 'ui.comma' && sentence.trim() !== sentence);
    });
    expect(invalid.map(([key]) => key)).toEqual([]);
  });
});

it.each(allLanguages.filter((language) => language !== 'en'))('texts in %s are translated', (language) => {
  const english = new Map(flattenTexts(getTexts('en')));
  const untranslated = flattenTexts(getTexts(language))
    .filter(([key, value]) => render(key, value, 5) === render(key, english.get(key) ?? '', 5))
    .map(([key]) => key);
  expect(untranslated.filter((key) => !sameInAllLanguages.has(key))).toEqual([]);
});

/** Whether the English text contains its argument, so that a translation must contain it too. */
function takesTitle(key: string): boolean {
  const english = new Map(flattenTexts(getTexts('en'))).get(key);
  return (
    typeof english === 'function' &&
    !takesTexts(key) &&
    key !== 'switching.priceSentence' &&
    key !== 'switching.changeCounts' &&
    english('Team').includes('Team')
  );
}

const takesTexts = (key: string) =>
  /^(amounts|pricing\.price)\./.test(key) || key === 'switching.columns.perUnit';

/** Words that English and German share, and symbols. */
const sameInAllLanguages = new Set([
  'catalog.editor.view.source',
  'priceTable.choices.type.INTEGRATION',
  'priceTable.choices.type.SUPPORT',
  'priceTable.choices.valueType.TEXT',
  'priceTable.fields.extension.tag',
  'priceTable.groups.texts.addOns',
  'priceTable.groups.texts.app',
  'priceTable.name',
  'priceTable.sheets.addOns',
  'priceTable.sheets.app',
  'ui.comma',
  'shell.theme.system',
  'pricing.upgrade',
  'pricing.downgrade',
  'preview.widths',
  'amounts.change',
  // Has words of its own, which are no arguments here.
  'amounts.unit',
  'pricing.price.sum',
  'pricing.times',
  'featureSearch.inPlans',
  'featureSearch.others',
  'featureSearch.planAndAddOn',
  'pricing.seatsCount',
  'serverShell.pages.webhooks',
  'webhooks.title',
  'webhooks.deliveries.milliseconds',
  'webhooks.deliveries.status',
  'serverShell.roles.support',
  'accounts.audit.target',
  'accounts.audit.fields.name',
  'accounts.audit.fields.catalog_revision',
]);

it('needs every namespace in every language', () => {
  const { history, ...incomplete } = de;
  // @ts-expect-error: the texts of a page are missing.
  const texts: AllTexts = incomplete;
  expect(Object.keys({ ...texts, history }).toSorted()).toEqual(Object.keys(en).toSorted());
});

it('uses the six Arabic plural forms, with one and two spelled out', () => {
  const { pricing, comparison } = getText('ar');
  expect(counts.map((n) => pricing.forSeats(n)).join(' | ')).toBe(
    'لعدد 0 مستخدم | لمستخدم واحد | لمستخدمَين | لعدد 3 مستخدمين | لعدد 11 مستخدمًا | لعدد 100 مستخدم',
  );
  expect(counts.map((n) => comparison.featureCount(n, n)).join(' | ')).toBe(
    'لا ميزات | ميزة واحدة | ميزتان | 3 ميزات | 11 ميزة | 100 ميزة',
  );
  expect(getText(findLocale(undefined, 'ar-EG')).comparison.featureCount(3, 11)).toBe('3 من 11 ميزة');
});

it('uses the two German plural forms', () => {
  const { comparison } = getText('de');
  expect(counts.map((n) => comparison.featureCount(n, n)).join(' | ')).toBe(
    '0 Funktionen | 1 Funktion | 2 Funktionen | 3 Funktionen | 11 Funktionen | 100 Funktionen',
  );
});

it('writes amounts with the words for periods, and isolates the words of the catalog in Arabic', () => {
  const periods = ['month', 'hour', '3 months', 'school term'];
  const format = (language: string) =>
    periods.map((period) => getText(language).amounts.inPeriod('100 messages', period)).join(' | ');
  expect(format('en')).toBe(
    '100 messages a month | 100 messages an hour | 100 messages every 3 months | 100 messages a school term',
  );
  expect(format('de')).toBe(
    '100 messages pro Monat | 100 messages pro Stunde | 100 messages alle 3 Monate | 100 messages pro school term',
  );
  expect(format('ar').replaceAll(/[\u2068\u2069]/g, '')).toBe(
    '100 messages شهريًا | 100 messages كل ساعة | 100 messages كل 3 أشهر | 100 messages كل school term',
  );
  expect(getText('ar').amounts.inPeriod('100 messages', 'month')).toBe('\u2068100 messages\u2069 شهريًا');
});

it('translates common units, and keeps abbreviations and words of the provider', () => {
  const list = (language: 'de' | 'ar', ...units: string[]) => {
    const { amounts } = getText(language);
    return units.map((unit) => counts.map((n) => amounts.unit(unit, n)).join(' '));
  };
  expect(list('de', 'hour', 'site', 'GB', 'recipe', '500 contacts', 'people')).toEqual([
    'Stunden Stunde Stunden Stunden Stunden Stunden',
    'Websites Website Websites Websites Websites Websites',
    'GB GB GB GB GB GB',
    'recipes recipe recipes recipes recipes recipes',
    Array(6).fill('× 500 Kontakte').join(' '),
    'Personen Person Personen Personen Personen Personen',
  ]);
  expect(list('ar', 'user', 'hour')).toEqual([
    'مستخدم مستخدم مستخدم مستخدمين مستخدمًا مستخدم',
    'ساعة ساعة ساعة ساعات ساعة ساعة',
  ]);
  const { amounts, pricing } = getText('de');
  const options = { locale: 'de', messages: amounts };
  const content = { value: null, amount: 3, unlimited: false, unit: 'document/user', period: 'hour' };
  expect(formatContent(content, options)).toBe('3 Dokumente pro Person pro Stunde');
  expect(pricing.price.perUnit('5 €', 'site')).toBe('5 € pro Website');
  expect(pricing.price.bounds(10, null, 'member')).toBe('ab 10 Mitglieder');
});
