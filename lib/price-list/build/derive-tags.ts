import { compareByTag } from '@/lib/contract/versions';

interface ListedPlan {
  key: string;
  /** The tag of the extension, or null for a derived one. */
  tag: string | null;
}

/** A plan that the app has, or had. `replacedBy` is set for earlier generations, which follow the tag of their plan. */
export interface TaggedPlan {
  catalogKey: string;
  tag: string;
  replacedBy: string | null;
}

/**
 * The tags of plans, in the order of the list. A plan that is known keeps its derived tag, because hosts name it. A new
 * plan gets one that no plan has had and that sorts into its place: v3 behind v2, v2.5 between v2 and v3.
 */
export function deriveTags(plans: ListedPlan[], stored: TaggedPlan[]): string[] {
  const present = stored.filter(({ replacedBy }) => replacedBy === null);
  const storedTags = new Map(present.map(({ catalogKey, tag }) => [catalogKey, removeRetiredSuffix(tag)]));
  const known = plans.map(({ key, tag }) => tag ?? storedTags.get(key) ?? null);
  const listed = new Set(plans.map(({ key }) => key));
  const taken = new Set([
    ...known.filter((tag) => tag !== null),
    ...[...storedTags].flatMap(([key, tag]) => (listed.has(key) ? [] : tag)),
  ]);
  const sorted = known.filter((tag) => tag !== null).toSorted(compareTags);
  let previous: string | null = null;
  return known.map((tag, index) => {
    const first = stored.length === 0 ? [`v${index + 1}`] : [];
    previous = tag ?? findFreeTag(first, { previous, sorted, taken });
    taken.add(previous);
    return previous;
  });
}

const retiredSuffix = /-retired\d*$/;

const removeRetiredSuffix = (tag: string) => tag.replace(retiredSuffix, '');

const compareTags = (a: string, b: string) => compareByTag({ tag: a, id: '' }, { tag: b, id: '' });

interface Place {
  /** The tag of the plan before it, or null for the first plan. */
  previous: string | null;
  /** The tags of known plans, in their order. */
  sorted: string[];
  taken: ReadonlySet<string>;
}

/**
 * A free tag behind `previous` and before the next known one. If there is none, as between "a" and "a.0", one that
 * sorts elsewhere.
 */
function findFreeTag(first: string[], { previous, sorted, taken }: Place): string {
  const next = sorted.find((tag) => previous === null || compareTags(tag, previous) > 0);
  const isInPlace = (tag: string) =>
    (previous === null || compareTags(previous, tag) < 0) &&
    (next === undefined || compareTags(tag, next) < 0);
  const isFree = (tag: string) => !taken.has(tag) && tag.length <= 32;
  const numbers = listNumbers();
  const candidates = [...first, ...(next === undefined ? numbers : []), ...listBehind(previous ?? 'v0')];
  return candidates.find((tag) => isFree(tag) && isInPlace(tag)) ?? numbers.find(isFree)!;
}

/** The first one in the middle. */
const digits = [5, 2, 7, 3, 8, 1, 4, 6, 9];

/** Tags that sort directly behind one: v2.6 behind v2.5, v2.5 and v2.2 behind v2, v2.0.5 between v2 and v2.1. */
function listBehind(previous: string): string[] {
  const [, head = '', last = ''] = /^(.*\.)(\d{1,8})$/.exec(previous) ?? [];
  const numbers = last === '' ? [] : [1, 2, 3].map((step) => `${head}${Number(last) + step}`);
  const parts = ['', '.0', '.0.0', '.0.0.0'].flatMap((zeros) => digits.map((digit) => `${zeros}.${digit}`));
  return [...numbers, ...parts.map((part) => previous + part)];
}

const maxNumber = 1000;

const listNumbers = () => Array.from({ length: maxNumber }, (_, index) => `v${index + 1}`);

/** What happens to hosts that name the tags of plans which the extension gives to others. */
export function describeMovedTags(
  plans: (ListedPlan & { title: string; current: string })[],
  stored: TaggedPlan[],
): { key: string; message: string }[] {
  return stored.flatMap(({ catalogKey, tag, replacedBy }) => {
    const former = removeRetiredSuffix(tag);
    const plan = plans.find(({ key }) => key === catalogKey);
    const holder = plans.find(({ current }) => current === former);
    if (replacedBy !== null || holder?.key === catalogKey) return [];
    // A plan that the list lacks retires, and its tag leads nowhere: that is no other plan.
    const taker = holder?.tag ? holder : null;
    const explicit = plan?.tag ? plan : taker;
    if (!explicit) return [];
    const effect = holder ? `get ${holder.title}` : 'are rejected';
    return [
      {
        key: explicit.key,
        message: `"${former}" was the tag of ${plan?.title ?? catalogKey}. Hosts that create or import accounts with the tag "${former}" ${effect} from then on.`,
      },
    ];
  });
}

/** The first plan that does not stand where its tag sorts it, and whose tag or that of the plan before is derived. */
export function findMisplacedPlan(plans: (ListedPlan & { current: string })[]): string | null {
  const misplaced = plans.find((plan, index) => {
    const previous = plans[index - 1];
    const isDerived = plan.tag === null || previous?.tag === null;
    return previous && isDerived && compareTags(previous.current, plan.current) > 0;
  });
  return misplaced?.key ?? null;
}
