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
}

export const appFields = {
  id: true,
  slug: true,
  title: true,
  currency: true,
  billingPeriod: true,
  contactUrl: true,
  frameOrigins: true,
} as const;

/** The app that a host name (without its port) names. */
export function findAppByHost(db: Database, host: string): Promise<App | null> {
  return db.app.findUnique({ where: { host }, select: appFields });
}

export function findAppBySlug(db: Database, slug: string): Promise<App | null> {
  return db.app.findUnique({ where: { slug }, select: appFields });
}
