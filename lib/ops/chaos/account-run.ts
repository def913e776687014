/** One switch as its client knows it. Times are milliseconds of one clock that never runs backwards. */
export interface SwitchOperation {
  /** Sent as the reason, and so kept in the record that the switch makes: it tells whose record that is. */
  id: string;
  versionId: string;
  /** When it was first sent. */
  invoked: number;
  /** When the answer came; infinite where none did, because it may still happen. */
  completed: number;
  outcome: SwitchOutcome;
}

export type SwitchOutcome =
  /** Answered with this record, which the switch made, or found because the version was set already. */
  | { kind: 'acknowledged'; historyId: string; versionId: string; changed: boolean }
  /** Refused for good: it must not have happened. */
  | { kind: 'refused'; code: string }
  /** No answer, or one that leaves it open. */
  | { kind: 'unknown' };

/** A reading of the history, newest first, as it was answered. */
export interface HistoryRead {
  invoked: number;
  completed: number;
  /** How many entries were asked for. */
  limit: number;
  entries: HistoryRecord[];
}

export interface HistoryRecord {
  history_id: string;
  sequence: number;
  id: string;
  previous_version_id: string | null;
  activated: number;
  deactivated: number | null;
  reason: string | null;
}

/** All that clients asked of one account, and its history once nothing moves any more. */
export interface AccountRun {
  account: string;
  operations: SwitchOperation[];
  reads: HistoryRead[];
  /** Oldest first. Records without a reason were there before. */
  end: HistoryRecord[];
}

/** A promise that was broken, with what shows it. */
export interface Violation {
  account: string;
  promise:
    | 'no gap'
    | 'one chain'
    | 'time runs forward'
    | 'nothing from nowhere'
    | 'none doubled'
    | 'none lost'
    | 'a refusal leaves nothing'
    | 'an answer tells the truth'
    | 'a read is a prefix'
    | 'real-time order'
    | 'every answer is foreseen'
    | 'a replay is the first answer';
  message: string;
}

/** Notes what breaks a promise. */
export type Report = (promise: Violation['promise'], message: string) => void;
