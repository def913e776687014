import { createHash } from 'node:crypto';
import type { CamelCaseFields } from '@/lib/contract/field-names';
import type { BillingPeriod } from '@/lib/contract/fields';
import { toNoticeId } from '@/lib/contract/ids';
import type { NoticeBody } from '@/lib/contract/notices';
import type { NoticeSource } from '@/lib/db/notices';
import type { CatalogView } from '../catalog/catalog-view';
import type { FeatureChanges } from '../catalog/compare-features';

/**
 * What a notice is about, for its dismissal: the account's version, what has replaced that, or the ID of an add-on. What is
 * announced has the ID of the edition, before that of an add-on, or `renewal`, the ID of an add-on and what that is then.
 */
export type NoticeSubject = 'plan' | 'replacement' | (string & {});

/** What the provider changed for an account since it chose that itself, and what holds now. */
export interface Notice
  extends CamelCaseFields<
    NoticeBody,
    'id' | 'type' | 'version' | 'previous_version' | 'price' | 'previous_price' | 'undone' | 'history_id'
  > {
  subject: NoticeSubject;
  /** When what is announced takes effect, or an account follows at the end of its paid period. It is null for others. */
  effectiveAt: Date | null;
  /** When the account gets back what it has today. */
  endsAt: Date | null;
  /** The time of the newest change, by the clock of the account, or of the announcement. */
  changedAt: Date;
  /** The time of the newest change by the clock of publications. */
  recordedAt: number;
  addOn: NoticeBody['optional_feature'];
  changes: FeatureChanges;
  /** Period that the account is billed for. */
  billingPeriod: BillingPeriod;
  /** It is null if it is the same. */
  previousBillingPeriod: BillingPeriod | null;
}

/** What notices of an account are made from. */
export type NoticeInput = NoticeSource & CatalogView;

/** Notices of what has changed have these. */
export const notAnnounced = { effectiveAt: null, endsAt: null };

/** When a subject was dismissed, or the account created: what changed until then has no notice. */
export function findNoticeStart({ dismissals, createdAt }: NoticeSource, subject: NoticeSubject): number {
  return Math.max(dismissals[subject] ?? 0, createdAt);
}

/** The ID is the same for each request, and another one after a further change. */
export function createNoticeId(recordedAt: number, subject: NoticeSubject): string {
  return toNoticeId(recordedAt, createHash('sha256').update(subject).digest());
}

/** The time of a publication by the clock of the account: within the entry that it follows. */
export function toAccountTime({ rows, clockAt }: NoticeSource, recordedAt: number): Date {
  const entry = rows.findLast((row) => row.recordedAt <= recordedAt) ?? rows[0];
  const until = rows.find((row) => row.recordedAt > recordedAt)?.at ?? clockAt ?? Number.POSITIVE_INFINITY;
  return new Date(Math.max(entry.at, Math.min(until, recordedAt)));
}
