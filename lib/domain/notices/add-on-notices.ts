import { type AppCatalog, toPriceJson } from '@/lib/db/catalog';
import type { AddOnContent } from '@/lib/db/catalog-changes';
import type { NewAddOnEntry } from '@/lib/db/history';
import type { NoticeRow } from '@/lib/db/notices';
import { getAccountPeriod, hasSamePaidPrice } from '@/lib/pricing/price';
import { getPresentId } from '../catalog/add-on-generations';
import { compareAddOnFeatures, hasFeatureChanges } from '../catalog/compare-features';
import {
  createNoticeId,
  findNoticeStart,
  type Notice,
  type NoticeInput,
  notAnnounced,
  toAccountTime,
} from './notice';

/** A change of an add-on that is on, or was until then. */
interface AddOnStep {
  at: number;
  before: AddOnContent;
  after: AddOnContent;
  historyId: string | null;
}

/** What the provider changed of the add-ons of an account, in the order of the account's states. */
export function listAddOnNotices(input: NoticeInput): Notice[] {
  return input.state.addOnStates.flatMap((state): Notice[] => {
    const made = findProviderEntry(input, state.id);
    if (!state.active && (!made || made.replacedBy)) return [];
    const since = findNoticeStart(input, state.addOnId);
    const steps = listSteps(input, state, made).filter(({ at }) => at > since);
    const periods = {
      app: input.catalog.app.billingPeriod,
      billed: getAccountPeriod(input.state.current?.billingPeriod, input.catalog.app.billingPeriod),
    };
    const isChanged = (before: AddOnContent, after: AddOnContent) => isAddOnChanged(before, after, periods);
    const ended = !state.active && made && made.row.recordedAt > since ? made : null;
    const newest = steps.findLast(({ before, after }) => isChanged(before, after));
    const at = ended?.row.recordedAt ?? newest?.at;
    const [first, last] = [steps[0], steps.at(-1)];
    const version = input.catalog.versions.find(({ id }) => id === input.state.current?.versionId);
    if (at === undefined || !version) return [];
    const [before, after] = first && last && !ended ? [first.before, last.after] : [null, null];
    const price = after ? after.price : toPriceJson(state);
    const hasChanged = before !== null && after !== null && isChanged(before, after);
    return [
      {
        ...{ id: createNoticeId(at, state.addOnId), subject: state.addOnId, recordedAt: at },
        type: ended?.type ?? 'changed',
        changedAt: toAccountTime(input, at),
        ...notAnnounced,
        version: { id: version.id, title: version.title },
        previousVersion: null,
        addOn: { id: state.addOnId, title: findTitle(input.catalog, state) },
        changes: compareAddOnFeatures(before?.features ?? [], after?.features ?? []),
        price,
        previousPrice:
          before && after && !hasSamePaidPrice(before.price, price, periods) ? before.price : null,
        billingPeriod: periods.billed,
        previousBillingPeriod: null,
        undone: !ended && !hasChanged,
        historyId: ended?.row.id ?? newest?.historyId ?? null,
      },
    ];
  });
}

/** Whether an account that has the add-on pays or gets something else. */
export function isAddOnChanged(
  before: AddOnContent,
  after: AddOnContent,
  periods: Parameters<typeof hasSamePaidPrice>[2],
): boolean {
  return (
    !hasSamePaidPrice(before.price, after.price, periods) ||
    hasFeatureChanges(compareAddOnFeatures(before.features, after.features))
  );
}

const findTitle = ({ addOns }: AppCatalog, { addOnId, title }: { addOnId: string; title: string }) =>
  addOns.find(({ id }) => id === addOnId)?.title ?? title;

interface ProviderEntry {
  row: NoticeRow;
  entry: NewAddOnEntry;
  /** The entry of the generation that was on before, or is since, in the same row. */
  replaced: NewAddOnEntry | null;
  replacedBy: NewAddOnEntry | null;
  /** Why the add-on is off. */
  type: 'included' | 'ended';
}

/** The change of an add-on by the provider that has an ID. */
function findProviderEntry({ rows, catalog }: NoticeInput, id: string): ProviderEntry | null {
  for (const row of rows.slice(1)) {
    const entry = row.addOnEntries.find((each) => each.id === id);
    if (!entry) continue;
    const getPlace = (addOnId: string) => {
      const addOn = catalog.addOns.find((each) => each.id === addOnId);
      return addOn ? getPresentId(addOn) : addOnId;
    };
    const other =
      row.addOnEntries.find(
        (each) =>
          each !== entry &&
          each.active !== entry.active &&
          getPlace(each.addOnId) === getPlace(entry.addOnId),
      ) ?? null;
    return {
      row,
      entry,
      replaced: entry.active ? other : null,
      replacedBy: entry.active ? null : other,
      type: row.includedAddOns.includes(entry.addOnId) ? 'included' : 'ended',
    };
  }
  return null;
}

/** The oldest is first. */
function listSteps(
  { rows, addOnChanges, addOnsSince, state: { current } }: NoticeInput,
  { id, addOnId }: { id: string; addOnId: string },
  made: ProviderEntry | null,
): AddOnStep[] {
  const getVersionId = (at: number) =>
    rows.findLast((row) => row.isSwitch && row.recordedAt < at)?.versionId ?? current?.versionId;
  const listPublished = (id: string, from: number, until: number) =>
    addOnChanges
      .filter((change) => change.addOnId === id && change.at > from && change.at <= until)
      .filter((change) => change.versionId === getVersionId(change.at))
      .map(({ at, before, after }): AddOnStep => ({ at, before, after, historyId: null }));
  if (!made) return listPublished(addOnId, addOnsSince[id] ?? 0, Number.POSITIVE_INFINITY);
  const { row, entry, replaced } = made;
  const after = { price: toPriceJson(entry), features: entry.features };
  const before = replaced
    ? { price: toPriceJson(replaced), features: replaced.features }
    : { price: entry.previousPrice ?? after.price, features: after.features };
  const step = { at: row.recordedAt, before, after, historyId: entry.id };
  return [
    ...listPublished(replaced?.addOnId ?? addOnId, rows[0].recordedAt, row.recordedAt),
    step,
    ...listPublished(addOnId, row.recordedAt, Number.POSITIVE_INFINITY),
  ];
}
