import type { CatalogueVersion } from './catalogue';
import type { PlanExtension } from './extension';
import type { Fault } from './fault';
import { tidy } from './name-features';
import type { PriceBook } from './price-book';
import type { ListedPlan } from './price-list';
import type { ExtensionFile } from './read-extension';
import type { PriceListFile } from './read-price-list';
import { planTitle } from './readable-name';

/** The plans of a list as versions, in its order. */
export function buildVersions(
  { file, list }: PriceListFile,
  extended: ExtensionFile | null,
  book: PriceBook,
): CatalogueVersion[] {
  return list.plans.map((plan, at) => {
    const words = extended?.extension.plans?.[plan.key] ?? {};
    const price = book.listed(file, ['plans', plan.key], plan);
    const stated = (name: 'fee' | 'user_fee', otherwise: number | null) =>
      extended && words[name] !== undefined
        ? book.stated(extended.file, ['plans', plan.key, name], words[name])
        : otherwise;
    return {
      ...wordsOf(plan, words),
      catalogKey: plan.key,
      tag: words.tag ?? `v${at + 1}`,
      moreInfo: words.more_info?.trim() || (price.note && `The price is ${price.note}.`) || null,
      fee: stated('fee', price.fee),
      userFee: stated('user_fee', price.userFee),
    };
  });
}

function wordsOf(plan: ListedPlan, words: PlanExtension) {
  return {
    title: words.title ?? planTitle(plan.key),
    description: tidy(words.description ?? plan.description),
    active: !words.retired,
    public: words.public ?? !plan.isPrivate,
    entryBlocker: words.entry_blocker ?? null,
    exitBlocker: words.exit_blocker ?? null,
  };
}

/** Tags that two plans would have: only an extension can cause it, so its place is named. */
export function clashingTags(versions: CatalogueVersion[], extended: ExtensionFile | null): Fault[] {
  if (!extended) return [];
  const first = new Map<string, string>();
  return versions.flatMap(({ tag, catalogKey }) => {
    const other = first.get(tag);
    first.set(tag, other ?? catalogKey);
    if (other === undefined) return [];
    const named = extended.extension.plans?.[catalogKey]?.tag ? catalogKey : other;
    return [
      extended.file.fault(
        ['plans', named, 'tag'],
        `"${other}" and "${catalogKey}" have the same tag "${tag}".`,
      ),
    ];
  });
}
