import { createHash } from 'node:crypto';
import type { BillingPeriod } from '@/lib/contract/fields';
import { toNoticeId } from '@/lib/contract/ids';
import type { Price } from '@/lib/contract/versions';
import type { NoticeSource } from '@/lib/db/notices';
import type { CatalogView } from './catalog-view';
import type { FeatureChanges } from './compare-features';

/** What a notice is about, for its dismissal: the account's version, what has replaced that, or the ID of an add-on. */
export type NoticeSubject = 'plan' | 'replacement' | (string & {});

/** What the provider changed for an account since it chose that itself, and what holds now. */
export interface Notice {
  id: string;
  subject: NoticeSubject;
  type: 'changed' | 'moved' | 'kept' | 'included' | 'ended';
  /** The time of the newest change, by the clock of the account. */
  changedAt: Date;
  /** The same by the clock of publications. */
  recordedAt: number;
  /** The account's version, or with `kept` the one that has replaced it. */
  version: { id: string; title: string };
  /** With `moved` the version before, with `kept` the account's. */
  previousVersion: { id: string; title: string } | null;
  addOn: { id: string; title: string } | null;
  changes: FeatureChanges;
  /** Null for an add-on that is not offered. */
  price: Price | null;
  /** Null if the account pays the same. */
  previousPrice: Price | null;
  billingPeriod: BillingPeriod;
  /** Null if it is the same. */
  previousBillingPeriod: BillingPeriod | null;
  /** Whether the account has again what it had. */
  undone: boolean;
  /** The entry of the account's history. Null if the change is part of another one. */
  historyId: string | null;
}

/** What notices of an account are made from. */
export type NoticeInput = NoticeSource & CatalogView;

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
