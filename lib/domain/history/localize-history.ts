import type { FeatureChange, FeatureRef } from '@/lib/contract/fields';
import { type CatalogTexts, readTextsAt } from '@/lib/db/catalog-texts';
import { limitReads } from '@/lib/db/connection/limit-connections';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import type { WaitingChange } from '@/lib/db/waiting-changes';
import type { FeatureChanges } from '../catalog/compare-features';
import { createTranslation, translateValue } from '../catalog/translate-content';
import type { Service } from '../service';
import type { AddOnHistoryEntry, AddOnHistoryPage } from './add-on-changes';
import type { HistoryEntryDetail, HistoryPage } from './history';

// Histories with the texts of their time: each entry, and each change by a publication, has those that were the newest ones then.

/** What is read of an app, with a language that it has. */
interface Reader {
  appId: string;
  language: string;
}

/** A page of the history of versions with texts in a language. Null is the language of the price list. */
export async function localizeHistory(
  { pool }: Pick<Service, 'pool'>,
  appId: string,
  language: string | null,
  page: HistoryPage,
): Promise<HistoryPage> {
  if (language === null) return page;
  const times = page.entries.flatMap(({ recordedAt, catalogChanges }) => [
    recordedAt,
    ...catalogChanges.map(({ changedAt }) => changedAt.getTime()),
  ]);
  const translateAt = await readTranslators(pool, { appId, language }, times);
  return { ...page, entries: page.entries.map((entry) => localizeEntry(entry, translateAt)) };
}

/** A page of the history of add-ons with texts in a language. Null is the language of the price list. */
export async function localizeAddOnHistory(
  { pool }: Pick<Service, 'pool'>,
  appId: string,
  language: string | null,
  page: AddOnHistoryPage,
): Promise<AddOnHistoryPage> {
  if (language === null) return page;
  const times = page.entries.flatMap(({ changedAt, catalogChanges }) => [
    changedAt,
    ...catalogChanges.map((change) => change.changedAt.getTime()),
  ]);
  const translateAt = await readTranslators(pool, { appId, language }, times);
  const entries = page.entries.map((entry): AddOnHistoryEntry => {
    const translator = translateAt(entry.changedAt);
    if (!translator) return { ...entry, untranslated: ['title'] };
    const own = translator.texts.addOns[entry.addOnId] ?? {};
    return {
      ...entry,
      title: own.title ?? entry.title,
      ...localizePrice(entry, own.price_text),
      features: entry.features.map((feature) => ({
        ...feature,
        title: translator.title(feature.human_id) ?? feature.title,
      })),
      catalogChanges: entry.catalogChanges.map((change) => {
        const at = translateAt(change.changedAt.getTime());
        return at ? { ...change, changes: at.changes(change.changes) } : change;
      }),
      untranslated: listMissing({ title: entry.title, price_text: entry.priceText }, own),
    };
  });
  return { ...page, entries };
}

/** What of a change has texts. */
interface ShownChange {
  change: WaitingChange;
  from: VersionSnapshot | null;
  to: VersionSnapshot;
  addOn: TitledRow | null;
  addOns: (TitledRow & { quantity: number })[];
}

/** Changes that wait or have ended, with the newest texts in a language. Null is the language of the price list. */
export async function localizeChanges<Detail extends ShownChange>(
  { pool }: Pick<Service, 'pool'>,
  appId: string,
  language: string | null,
  details: Detail[],
): Promise<Detail[]> {
  const translator =
    language === null || details.length === 0 ? null : await readNewestTranslator(pool, { appId, language });
  if (!translator) return details;
  return details.map((detail) => {
    const { from, to, addOn, addOns, change } = detail;
    const confirmed = { ...change.confirmed, addOns: change.confirmed.addOns.map(translator.addOn) };
    return {
      ...detail,
      from: from && translator.version(from),
      to: translator.version(to),
      addOn: addOn && translator.addOn(addOn),
      addOns: addOns.map(translator.addOn),
      change: { ...change, confirmed },
    };
  });
}

type TranslateAt = (time: number) => Translator | null;

function localizeEntry(detail: HistoryEntryDetail, translateAt: TranslateAt): HistoryEntryDetail {
  const { entry, recordedAt, changes } = detail;
  const { version, previous, addOns } = entry;
  const translator = translateAt(recordedAt);
  const catalogChanges = detail.catalogChanges.map((change) => {
    const at = translateAt(change.changedAt.getTime());
    if (!at) return change;
    return {
      ...change,
      version: at.version(change.version),
      previous: at.version(change.previous),
      changes: at.changes(change.changes),
    };
  });
  const source = {
    ...{ title: version.title, description: version.description },
    ...{ previous_title: previous?.title, price_text: version.priceText },
  };
  if (!translator) return { ...detail, catalogChanges, untranslated: listMissing(source, {}) };
  const { plans, addOns: addOnTexts } = translator.texts;
  return {
    ...detail,
    entry: {
      ...entry,
      version: translator.version(version),
      previous: previous && translator.version(previous),
      addOns: addOns.map((addOn) => ({ ...addOn, title: addOnTexts[addOn.id]?.title ?? addOn.title })),
    },
    changes: translator.changes(changes),
    catalogChanges,
    untranslated: listMissing(source, {
      ...plans[version.versionId],
      previous_title: previous ? plans[previous.versionId]?.title : undefined,
    }),
  };
}

/** The names of texts that are missing, or undefined if there are none. */
function listMissing(
  source: Record<string, string | null | undefined>,
  texts: Record<string, string | undefined>,
): string[] | undefined {
  const names = Object.keys(source).filter((name) => source[name] && texts[name] === undefined);
  return names.length > 0 ? names : undefined;
}

function localizePrice(row: { priceText: string | null }, text: string | undefined) {
  return row.priceText !== null && text !== undefined ? { priceText: text } : {};
}

/** A version or an add-on by ID. */
interface TitledRow {
  id: string;
  title: string;
}

/** What stored content is in a language. */
interface Translator {
  texts: CatalogTexts;
  /** Returns the title of a feature by its human ID. */
  title: (humanId: string) => string | undefined;
  version: (snapshot: VersionSnapshot) => VersionSnapshot;
  plan: <Row extends TitledRow>(row: Row) => Row;
  addOn: <Row extends TitledRow>(row: Row) => Row;
  changes: (changes: FeatureChanges) => FeatureChanges;
}

async function readTranslators(pool: Service['pool'], reader: Reader, times: number[]): Promise<TranslateAt> {
  const { appId, language } = reader;
  const textsAt = await limitReads(pool, appId, () => readTextsAt(pool, appId, language, times));
  const translators = new Map<CatalogTexts, Translator>();
  return (time) => {
    const texts = textsAt(time);
    if (!texts) return null;
    const translator = translators.get(texts) ?? createTranslator(language, texts);
    translators.set(texts, translator);
    return translator;
  };
}

/** It is null without texts in the language. */
export async function readNewestTranslator(
  pool: Service['pool'],
  reader: Reader,
): Promise<Translator | null> {
  return (await readTranslators(pool, reader, [newest]))(newest);
}

/** A time after all publications: the last one in JavaScript. */
const newest = 8.64e15;

function createTranslator(language: string, texts: CatalogTexts): Translator {
  const title = (humanId: string) => texts.features[humanId]?.title;
  const content = (humanId: string, own: FeatureChange['from']): FeatureChange['from'] => {
    const values = { ...texts.values, ...texts.features[humanId]?.values };
    const translation = createTranslation(language, texts, own, values);
    return { ...own, value: translateValue(translation, own, own, values) ?? own.value };
  };
  const ref = <Ref extends FeatureRef>(feature: Ref): Ref => ({
    ...feature,
    title: title(feature.id) ?? feature.title,
  });
  const change = (feature: FeatureChange): FeatureChange => ({
    ...ref(feature),
    from: content(feature.id, feature.from),
    to: content(feature.id, feature.to),
  });
  const retitle =
    (rows: Record<string, { title?: string }>) =>
    <Row extends TitledRow>(row: Row): Row => ({ ...row, title: rows[row.id]?.title ?? row.title });
  return {
    texts,
    title,
    plan: retitle(texts.plans),
    addOn: retitle(texts.addOns),
    version: (snapshot) => {
      const own = texts.plans[snapshot.versionId] ?? {};
      return {
        ...snapshot,
        title: own.title ?? snapshot.title,
        description: snapshot.description && (own.description ?? snapshot.description),
        ...localizePrice(snapshot, own.price_text),
      };
    },
    changes: ({ gained, lost, kept, raised, lowered, changed, optionalGained, optionalLost }) => ({
      gained: gained.map(ref),
      lost: lost.map(ref),
      kept: kept.map(ref),
      raised: raised.map(change),
      lowered: lowered.map(change),
      changed: changed.map(change),
      optionalGained: optionalGained.map(ref),
      optionalLost: optionalLost.map(ref),
    }),
  };
}
