import type { ModelAddOn, ModelAddOnChange, ModelPrice } from './add-on-model';
import {
  getFeatureChanges,
  getLastRecordedTime,
  getRecordedTime,
  type Model,
  type ModelAccount,
  type ModelEntry,
  type ModelPublishedContent,
  takeSnapshot,
} from './model';

/** Records the contents that a publication has changed. Returns its time, which is not before any change of an account. */
export function recordPublication(model: Model): number {
  const changedAt = Math.max(
    model.now,
    model.publishedContents.at(-1)?.changedAt ?? 0,
    model.publishedPrices.at(-1)?.changedAt ?? 0,
    ...model.accounts.map(getLastRecordedTime),
  );
  for (const version of model.versions) {
    const content = takeSnapshot(model, version);
    const versionContents = model.publishedContents.filter((each) => each.content.versionId === version.id);
    const last = versionContents.at(-1)?.content ?? model.initialContents.get(version.id) ?? content;
    if (versionContents.length === 0) {
      model.publishedContents.push({ content: last, previous: null, changedAt });
    }
    if (JSON.stringify(last) !== JSON.stringify(content)) {
      model.publishedContents.push({ content, previous: last, changedAt });
    }
  }
  for (const [addOn, known] of model.knownPrices) recordPrices(model, addOn, known, changedAt);
  return changedAt;
}

/** Records the prices of an add-on that accounts can have: where it was offered. */
function recordPrices(
  model: Model,
  addOn: ModelAddOn,
  known: Map<string, ModelPrice>,
  changedAt: number,
): void {
  const recorded = model.publishedPrices.filter(({ addOnId }) => addOnId === addOn.id);
  for (const versionId of new Set([...known.keys(), ...recorded.map((each) => each.versionId)])) {
    const [before, after] = [known, addOn.prices].map((prices) => prices.get(versionId) ?? null);
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    model.publishedPrices.push({ addOnId: addOn.id, versionId, before: before!, after: after!, changedAt });
  }
  model.knownPrices.set(addOn, new Map(addOn.prices));
}

/** The changes of an add-on's price that an account had after an entry of its history. */
export function listAddOnCatalogChanges(model: Model, account: ModelAccount, entry: ModelAddOnChange) {
  const toFees = ({ fee, annualFee }: ModelPrice) => [fee, annualFee];
  return model.publishedPrices.flatMap(({ addOnId, versionId, before, after, changedAt }) => {
    const isBefore = (change: ModelEntry | ModelAddOnChange) => getRecordedTime(change) <= changedAt;
    const last = account.addOnHistory.findLast((each) => each.addOnId === addOnId && isBefore(each));
    const version = account.history.findLast(isBefore)?.version;
    if (last !== entry || !entry.active || version?.versionId !== versionId) return [];
    const times = [...account.history, ...account.addOnHistory].map((change) => ({
      isBefore: isBefore(change),
      at: 'activatedAt' in change ? change.activatedAt : change.changedAt,
    }));
    const from = Math.max(...times.flatMap((each) => (each.isBefore ? each.at : [])));
    const until = Math.min(
      account.clockAt ?? changedAt,
      ...times.flatMap((each) => (each.isBefore ? [] : each.at)),
    );
    const change = {
      // The closest time between the changes of the account.
      changedAt: Math.max(from, Math.min(until, changedAt)),
      before: toFees(before ?? entry),
      after: toFees(after ?? entry),
    };
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change];
  });
}

/** The contents that the version of a history entry had until the next one, or until a time. */
function listContents(
  model: Model,
  account: ModelAccount,
  entry: ModelEntry,
  until = Number.POSITIVE_INFINITY,
): ModelPublishedContent[] {
  const next = account.history[entry.sequence];
  const end = next?.activatedAt ?? account.clockAt ?? Number.POSITIVE_INFINITY;
  return model.publishedContents
    .filter(
      ({ content, changedAt }) =>
        content.versionId === entry.version.versionId &&
        changedAt >= getRecordedTime(entry) &&
        (!next || changedAt < getRecordedTime(next)),
    )
    .map((published) => {
      // The closest time of the entry.
      const changedAt = Math.max(entry.activatedAt, Math.min(end, published.changedAt));
      return { ...published, changedAt };
    })
    .filter(({ changedAt }) => changedAt <= until);
}

/** The changes of features and prices among these contents. */
export function listCatalogChanges(model: Model, account: ModelAccount, entry: ModelEntry, until?: number) {
  return listContents(model, account, entry, until).flatMap(({ content, previous, changedAt }) => {
    if (!previous) return [];
    const { kept: _, ...features } = getFeatureChanges({ previous, version: content });
    const [before, after] = [previous, content].map(({ fee, userFee, annualFee }) => [
      fee,
      userFee,
      annualFee,
    ]);
    const isSame =
      Object.values(features).every((ids) => ids.length === 0) &&
      JSON.stringify(before) === JSON.stringify(after);
    return isSame ? [] : [{ changedAt, ...features, before, after }];
  });
}

/** A history entry as it was at a time: with the content that its version had then. */
export function getEntryAt(model: Model, account: ModelAccount, entry: ModelEntry, at: number): ModelEntry {
  const content = listContents(model, account, entry, at).at(-1)?.content ?? entry.version;
  return { ...entry, version: { ...content, title: entry.version.title } };
}
