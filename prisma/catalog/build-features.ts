import { addOnCells, offerCell, type PricedAddOn } from './add-ons';
import type { CatalogueCell, CatalogueFeature } from './catalogue';
import { havingOf } from './cell-value';
import type { Extension } from './extension';
import type { Fault } from './fault';
import { limitOf, limitText, raisesText } from './limit-text';
import { addOnGroup, type Nameable, nameableFeature, nameFeatures, tidy } from './name-features';
import type { PriceBook } from './price-book';
import type { PriceList } from './price-list';
import type { ExtensionFile } from './read-extension';
import type { PriceListFile } from './read-price-list';
import { sentenceTitle } from './readable-name';

export interface BuiltFeatures {
  features: CatalogueFeature[];
  cells: CatalogueCell[];
  namedHumanIds: ReadonlySet<string>;
}

/** The features of a list with the add-ons that become one, and what each plan has of them. */
export function buildFeatures(
  { file, list }: PriceListFile,
  extension: Extension,
  book: PriceBook,
): BuiltFeatures {
  const addOns = list.addOns.map((addOn): PricedAddOn => {
    const title = extension.addOns?.[addOn.key]?.title ?? addOnTitle(addOn.key);
    return { addOn, title, price: book.listed(file, ['addOns', addOn.key], addOn) };
  });
  const cells = new Map(planCells(list).map((cell) => [placeOf(cell.version, cell.feature), cell]));
  const includes = (plan: string, feature: string) => cells.get(placeOf(plan, feature))?.kind === 'included';
  const added = addOnCells(list.features, addOns, includes);
  for (const cell of added.cells) cells.set(placeOf(cell.version, cell.feature), cell);

  const own = added.ofTheirOwn.map((priced) => nameableAddOn(list, priced, extension));
  const ownCells = added.ofTheirOwn.flatMap((priced) =>
    [...new Set(priced.addOn.availableFor)].map((plan) => offerCell(plan, keyOf(priced), priced)),
  );
  const things = [...list.features.map((feature) => nameableFeature(feature, extension)), ...own];
  return {
    features: nameFeatures(things),
    cells: [...cells.values(), ...ownCells],
    namedHumanIds: new Set(things.filter(({ words }) => words?.human_id).map(({ catalogKey }) => catalogKey)),
  };
}

/** Ids that an extension gives to two features. */
export function clashingIds(extended: ExtensionFile | null): Fault[] {
  const taken = new Set<string>();
  const parts = ['features', 'addOns'] as const;
  return parts.flatMap((part) =>
    Object.entries(extended?.extension[part] ?? {}).flatMap(([name, { human_id: id }]) => {
      if (!extended || id === undefined) return [];
      if (taken.has(id)) return [extended.file.fault([part, name, 'human_id'], `"${id}" is given twice.`)];
      taken.add(id);
      return [];
    }),
  );
}

function planCells(list: PriceList): CatalogueCell[] {
  const limits = new Map(list.features.map(({ key }) => [key, limitOf(list, key)]));
  return list.plans.flatMap((plan) =>
    list.features.flatMap(({ key, kind, type }): CatalogueCell[] => {
      const having = havingOf(kind, type, plan.values.get(key) ?? '');
      if (!having) return [];
      const cell = { version: plan.key, feature: key, fee: null, userFee: null, offer: null };
      if (having.kind === 'optional') return [{ ...cell, kind: 'optional', value: null }];
      const limit = limits.get(key) ?? null;
      const value = having.value ?? limitText(limit, limit ? plan.limits.get(limit.key) : undefined);
      return [{ ...cell, kind: 'included', value }];
    }),
  );
}

function nameableAddOn(list: PriceList, priced: PricedAddOn, extension: Extension): Nameable {
  const { key, description, extensions } = priced.addOn;
  const words = extension.addOns?.[key];
  return {
    catalogKey: keyOf(priced),
    name: addOnTitle(key),
    title: priced.title,
    description: words?.description ?? (tidy(description) || raisesText(list, extensions)),
    group: words?.group ?? addOnGroup,
    words,
  };
}

/** An add-on and a feature may have the same name in the file; the part of the file keeps them apart. */
function keyOf({ addOn }: PricedAddOn): string {
  return `addOns.${addOn.key}`;
}

function addOnTitle(key: string): string {
  const title = sentenceTitle(key);
  return title.replace(/(?<=\S)\s+add-on$/i, '');
}

function placeOf(version: string, feature: string): string {
  return JSON.stringify([version, feature]);
}
