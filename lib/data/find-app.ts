import type { Database } from './client';

export interface App {
  id: string;
  slug: string;
  title: string;
  /** ISO 4217. */
  currency: string;
  billingPeriod: 'month' | 'year';
  contactUrl: string | null;
  /** Origins whose pages may frame ours. */
  frameOrigins: string[];
  /** Goes up with each change of the app or its catalogue. */
  catalogRevision: number;
}

export function findAppBySlug(db: Database, slug: string): Promise<App | null> {
  return db.app.findUnique({ where: { slug }, omit: { host: true, createdAt: true } });
}
