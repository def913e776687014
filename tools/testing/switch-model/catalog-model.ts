import {
  getFeatureChanges,
  getLastChangeTime,
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
    ...model.accounts.map(getLastChangeTime),
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
  const deactivatedAt = account.history[activation.sequence]?.activatedAt ?? Number.POSITIVE_INFINITY;
  return model.publishedContents.filter(
    ({ content, changedAt }) =>
      content.versionId === activation.version.versionId &&
      changedAt >= activation.activatedAt &&
      changedAt < deactivatedAt &&
      changedAt <= until,
  );
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
