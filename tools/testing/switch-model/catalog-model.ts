import {
  getFeatureChanges,
  getLastChangeTime,
  getRecordedTime,
  type Model,
  type ModelAccount,
  type ModelActivation,
  type ModelPublishedContent,
  takeSnapshot,
} from './model';

/** Records the contents that a publication has changed. Returns its time, which is not before any change of an account. */
export function recordPublication(model: Model): number {
  const changedAt = Math.max(
    model.now,
    model.publishedContents.at(-1)?.changedAt ?? 0,
    ...model.accounts.map((account) => {
      const newest = account.history.at(-1);
      return account.clockAt === null ? getLastChangeTime(account) : newest ? getRecordedTime(newest) : 0;
    }),
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
  return changedAt;
}

/** The contents that the version of an activation had until the next one, or until a time. */
function listContents(
  model: Model,
  account: ModelAccount,
  activation: ModelActivation,
  until = Number.POSITIVE_INFINITY,
): ModelPublishedContent[] {
  const next = account.history[activation.sequence];
  const end = next?.activatedAt ?? account.clockAt ?? Number.POSITIVE_INFINITY;
  return model.publishedContents
    .filter(
      ({ content, changedAt }) =>
        content.versionId === activation.version.versionId &&
        changedAt >= getRecordedTime(activation) &&
        (!next || changedAt < getRecordedTime(next)),
    )
    .map((published) => {
      // The closest time of the entry.
      const changedAt = Math.max(activation.activatedAt, Math.min(end, published.changedAt));
      return { ...published, changedAt };
    })
    .filter(({ changedAt }) => changedAt <= until);
}

/** The changes of features and prices among these contents. */
export function listCatalogChanges(
  model: Model,
  account: ModelAccount,
  activation: ModelActivation,
  until?: number,
) {
  return listContents(model, account, activation, until).flatMap(({ content, previous, changedAt }) => {
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

/** An activation as it was at a time: with the content that its version had then. */
export function getActivationAt(
  model: Model,
  account: ModelAccount,
  activation: ModelActivation,
  at: number,
): ModelActivation {
  const content = listContents(model, account, activation, at).at(-1)?.content ?? activation.version;
  return { ...activation, version: { ...content, title: activation.version.title } };
}
