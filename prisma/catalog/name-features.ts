import type { CatalogueFeature } from './catalogue';
import type { Extension, FeatureExtension } from './extension';
import type { ListedFeature } from './price-list';
import type { FeatureType } from './pricing2yaml';
import { sentenceTitle, slugOf } from './readable-name';

/** Headings for the format's types, where a feature has no tag of its own. */
const groups: Record<FeatureType, string> = {
  DOMAIN: 'Core',
  AUTOMATION: 'Automation',
  INTEGRATION: 'Integrations',
  INFORMATION: 'Insights',
  MANAGEMENT: 'Administration',
  GUARANTEE: 'Security and guarantees',
  SUPPORT: 'Support',
  PAYMENT: 'Billing',
};

/** The heading of what add-ons bring. */
export const addOnGroup = 'Add-ons';

/** A thing that is to become a feature: of the list, or an add-on of its own. */
export interface Nameable {
  catalogKey: string;
  name: string;
  title: string;
  description: string;
  group: string;
  words: FeatureExtension | undefined;
}

export function nameableFeature(feature: ListedFeature, extension: Extension): Nameable {
  const { key, description, tag, type } = feature;
  const words = extension.features?.[key];
  return {
    catalogKey: key,
    name: key,
    title: words?.title ?? sentenceTitle(key),
    description: words?.description ?? tidy(description),
    group: words?.group ?? tag ?? groups[type],
    words,
  };
}

/** Features in their order. A `humanId` that the extension names is kept free for it; others get a number if taken. */
export function nameFeatures(things: Nameable[]): CatalogueFeature[] {
  const taken = new Set(things.flatMap(({ words }) => words?.human_id ?? []));
  return things.map(({ catalogKey, name, title, description, group, words }, position) => ({
    catalogKey,
    humanId: words?.human_id ?? freeId(slugOf(name) || 'feature', taken),
    title,
    description,
    group,
    position,
  }));
}

/** `id`, or `id-2`, `id-3` … where that is taken; takes it. */
export function freeId(id: string, taken: Set<string>): string {
  let free = id;
  for (let number = 2; taken.has(free); number += 1) free = `${id}-${number}`;
  taken.add(free);
  return free;
}

export function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
