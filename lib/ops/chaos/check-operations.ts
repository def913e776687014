import type { AccountRun, HistoryRecord, Report, SwitchOperation } from './account-run';

/** Each acknowledged switch is there exactly once, each unknown one at most once, a refused one never. */
export function checkOperations({ operations, end }: AccountRun, report: Report): void {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const made = new Map<string, HistoryRecord[]>();
  for (const record of end) {
    const { reason } = record;
    const name = `record ${record.sequence} (${record.history_id})`;
    if (reason === null) {
      if (record.sequence > 1) report('nothing from nowhere', `${name} is nobody's`);
      continue;
    }
    made.set(reason, [...(made.get(reason) ?? []), record]);
    const operation = byId.get(reason);
    if (!operation) report('nothing from nowhere', `${name} is of ${reason}, which nobody asked for`);
    else if (operation.versionId !== record.id) {
      report('an answer tells the truth', `${name} leads to ${record.id}, ${reason} asked otherwise`);
    }
  }
  const records = new Map(end.map((record) => [record.history_id, record]));
  for (const operation of operations) {
    checkOperation(operation, made.get(operation.id) ?? [], records, report);
  }
}

function checkOperation(
  { id, versionId, outcome }: SwitchOperation,
  own: HistoryRecord[],
  records: Map<string, HistoryRecord>,
  report: Report,
): void {
  const places = own.map(({ sequence }) => sequence).join(', ');
  if (own.length > 1) report('none doubled', `${id} is there ${own.length} times: ${places}`);
  if (outcome.kind === 'refused' && own.length > 0) {
    report('a refusal leaves nothing', `${id} was refused (${outcome.code}) and is there: ${places}`);
  }
  if (outcome.kind !== 'acknowledged') return;
  const { historyId, changed } = outcome;
  const record = records.get(historyId);
  if (!record) report('none lost', `${id} was answered with ${historyId}, which is not there`);
  else if (record.id !== versionId || outcome.versionId !== versionId) {
    report('an answer tells the truth', `${id} asked for ${versionId} and was answered with ${record.id}`);
  }
  if (changed && own.length === 0) report('none lost', `${id} was told that it switched and is not there`);
  if (changed && record && record.reason !== id) {
    report('an answer tells the truth', `${id} was answered with the record of ${record.reason}`);
  }
  if (!changed && own.length > 0) {
    report('an answer tells the truth', `${id} was told that nothing changed and is there: ${places}`);
  }
}
