import { describe, expect, it } from 'vitest';
import type { AppCatalog } from '@/lib/db/catalog';
import type { CatalogTexts } from '@/lib/db/catalog-texts';
import { createAddOn, createApp, createFeature, createVersion } from '@/tools/testing/catalog-fixtures';
import { localizeCatalog } from './localize-catalog';
import { formatFeatureAmount, isUntranslated } from './translate-content';

const amount = (value: number, text: string) => ({ value: text, amount: value, unlimited: false });
const text = (value: string) => ({ value, amount: null, unlimited: false });

const catalog: AppCatalog = {
  app: createApp({ title: 'Lantern', language: 'en' }),
  versions: [
    createVersion('ver_1', {
      ...{ title: 'Team', description: 'For teams', moreInfo: 'Cancel at any time' },
      links: [
        { featureId: 'fea_1', ...amount(1000, '1,000 messages a month') },
        { featureId: 'fea_2', ...text('Full') },
        { featureId: 'fea_3', ...text('Full') },
        { featureId: 'fea_4', ...amount(5, '5 boards') },
        { featureId: 'fea_5', value: 'Unlimited', amount: null, unlimited: true },
        { featureId: 'fea_6', value: null, amount: null, unlimited: false },
      ],
    }),
    createVersion('ver_2', { title: 'Free' }),
  ],
  features: [
    createFeature('fea_1', { humanId: 'messages', title: 'Messages', unit: 'message', period: 'month' }),
    createFeature('fea_2', { humanId: 'support', title: 'Support', group: 'Help' }),
    createFeature('fea_3', { humanId: 'sso', title: 'SSO' }),
    createFeature('fea_4', { humanId: 'boards', title: 'Boards', unit: 'board' }),
    createFeature('fea_5', { humanId: 'storage', title: 'Storage', unit: 'GB' }),
    createFeature('fea_6', { humanId: 'api', title: 'API' }),
  ],
  addOns: [
    createAddOn('off_1', { prices: {}, title: 'Pack', catalogKey: 'pack' }),
    createAddOn('off_2', { prices: {}, title: 'SSO', catalogKey: 'features.sso' }),
  ],
};
// As the price list names it.
catalog.features[2]!.catalogKey = 'sso';

const texts: CatalogTexts = {
  app: { title: 'Laterne' },
  plans: { ver_1: { title: 'Mannschaft', description: 'Für Mannschaften' } },
  features: {
    messages: { title: 'Nachrichten' },
    support: { title: 'Hilfe', values: { Full: 'Alles' } },
    sso: { title: 'Anmeldung' },
  },
  addOns: { off_1: { title: 'Paket' } },
  groups: { Help: 'Beistand' },
  units: { message: { one: 'Nachricht', other: 'Nachrichten' } },
  values: { Full: 'Voll' },
};

const kept = { title: 'Team', description: 'For small teams', replacedBy: 'ver_1' };
const versions = [...catalog.versions, createVersion('ver_3', kept)];

const localized = localizeCatalog(catalog, 'de', texts);
const [messages, support, sso, boards, storage] = localized.features;

describe('a catalog in another language', () => {
  it('has the texts, and names the fields that have none', () => {
    const [team, free] = localized.versions;
    expect(team).toMatchObject({
      ...{
        id: 'ver_1',
        title: 'Mannschaft',
        description: 'Für Mannschaften',
        moreInfo: 'Cancel at any time',
      },
      untranslated: ['more_info'],
    });
    expect(free).toMatchObject({ title: 'Free', untranslated: ['title'] });
    expect(localized.app).toMatchObject({
      title: 'Laterne',
      language: 'de',
      listLanguage: 'en',
      units: texts.units,
    });
    const [, , earlier] = localizeCatalog({ ...catalog, versions }, 'de', texts).versions;
    expect(earlier).toMatchObject({ title: 'Mannschaft', description: 'For small teams' });
    expect(earlier?.untranslated).toEqual(['description']);
    expect(support).toMatchObject({ title: 'Hilfe', group: 'Beistand' });
    expect(support).not.toHaveProperty('untranslated');
    expect(boards).toMatchObject({ title: 'Boards', untranslated: ['title'] });
  });

  it('has values by feature, else of all features, and amounts with their units', () => {
    const values = localized.versions[0]!.links.map(({ value }) => value);
    expect(values).toEqual(['1.000 Nachrichten/Monat', 'Alles', 'Voll', '5 boards', 'Unlimited', null]);
    const contents = localized.versions[0]!.links;
    const untranslated = localized.features.map((feature, index) =>
      isUntranslated(feature, contents[index]!),
    );
    expect(untranslated).toEqual([false, false, false, true, true, false]);
  });

  it('has units by plural category, also in amounts that are computed', () => {
    expect(formatFeatureAmount(messages!, { amount: 1, unlimited: false })).toBe('1 Nachricht/Monat');
    expect(formatFeatureAmount(storage!, { amount: 2000, unlimited: false })).toBe('2.000 GB');
    expect(formatFeatureAmount(boards!, { amount: 2, unlimited: false })).toBe('2 boards');
    expect(formatFeatureAmount(sso!, { amount: null, unlimited: true })).toBe('Unlimited');
    const polish = {
      message: { one: 'wiadomość', few: 'wiadomości', many: 'wiadomości', other: 'wiadomości' },
    };
    const { features } = localizeCatalog(catalog, 'pl', { ...texts, units: polish });
    expect(formatFeatureAmount(features[0]!, { amount: 1, unlimited: false })).toBe('1 wiadomość/miesiąc');
  });

  it('has the title of a feature for an add-on that is on request', () => {
    expect(localized.addOns).toMatchObject([{ title: 'Paket' }, { title: 'Anmeldung' }]);
  });

  it('keeps prices, IDs and the catalog as it is', () => {
    const { fee, userFee, id, links } = localized.versions[0]!;
    expect({ fee, userFee, id }).toEqual({
      fee: catalog.versions[0]!.fee,
      userFee: catalog.versions[0]!.userFee,
      id: 'ver_1',
    });
    expect(links.map((link) => link.amount)).toEqual([1000, null, null, 5, null, null]);
    expect(catalog.versions[0]!.title).toBe('Team');
    expect(catalog.features[0]).not.toHaveProperty('translation');
  });

  it('is the catalog itself without texts', () => {
    expect(localizeCatalog(catalog, 'de', null)).toBe(catalog);
  });
});
