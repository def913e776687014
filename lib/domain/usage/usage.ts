import { getCachedCatalog } from '@/lib/cache/cached-queries';
import { ApiError, type FieldError } from '@/lib/contract/errors';
import {
  fieldError,
  fieldErrors,
  invalidParameter,
  unknownParameter,
} from '@/lib/contract/operations/operation';
import { type HostAccount, readHostAccount } from '@/lib/db/accounts';
import type { AppCatalog } from '@/lib/db/catalog';
import { readTenant } from '@/lib/db/connection/tenant';
import { waitForInvalidation } from '@/lib/db/connection/wait-for-invalidation';
import {
  findUsage,
  reportUsage,
  type Usage,
  type UsageAmounts,
  type UsageOutcome,
  type UsageReport,
} from '@/lib/db/usage';
import type { AppCaller } from '../caller';
import { hasAmount, listEffects } from '../catalog/amounts';
import { enterAccount, requireFound } from '../find-account';
import type { Service } from '../service';

export type { Usage, UsageAmounts, UsageOutcome };

/** The human IDs of what has amounts in a version or an add-on, in catalog order. */
export function listLimitIds(catalog: AppCatalog): ReadonlySet<string> {
  const known = limitIds.get(catalog);
  if (known) return known;
  const { features, versions, addOns } = catalog;
  const contents = [
    ...versions.flatMap(({ links }) => links),
    ...addOns.flatMap((addOn) => [
      ...addOn.features,
      ...versions.flatMap((version) => listEffects(addOn, version.id)),
    ]),
  ];
  const limited = new Set(contents.filter(hasAmount).map(({ featureId }) => featureId));
  const ids = new Set(features.filter(({ id }) => limited.has(id)).map(({ humanId }) => humanId));
  limitIds.set(catalog, ids);
  return ids;
}

const limitIds = new WeakMap<AppCatalog, ReadonlySet<string>>();

/** A report of a request with the name of its `amounts` there. */
export type NamedReport = UsageReport & { field: string };

/**
 * Stores what accounts use. Throws 400 for an ID that is none of a limit. Other problems are part of its outcome.
 * When it returns, no server responds with the usage before.
 */
export async function reportUsages(
  service: Service,
  { app }: Pick<AppCaller, 'app'>,
  reports: NamedReport[],
): Promise<UsageOutcome[]> {
  assertLimits(await getCachedCatalog(service, app), reports);
  const rows = reports.map(({ account, amounts, reportedAt }) => ({ account, amounts, reportedAt }));
  const outcomes = await reportUsage(service.db, app.id, rows, service.recordTime());
  // Servers cache whether an account has usage. A transaction that this one has joined waits itself.
  if (!service.db.open && outcomes.some(({ isFirst }) => isFirst)) await waitForInvalidation(service.db);
  return outcomes;
}

/** The problem of a report, or null. */
export function findUsageProblem({ accountId, isFuture }: UsageOutcome, field: string): ApiError | null {
  if (accountId === null) return new ApiError('account_not_found', 'Account not found.');
  return isFuture ? fieldError(invalidParameter(field, 'expected a time in the past')) : null;
}

/** Stores what an account uses. Throws as `reportUsages`, 404 for an unknown account, and 400 for a time in the future. */
export async function setUsage(
  service: Service,
  caller: Pick<AppCaller, 'app'>,
  report: UsageReport,
): Promise<UsageOutcome> {
  const [outcome] = await reportUsages(service, caller, [{ ...report, field: 'amounts' }]);
  const problem = findUsageProblem(outcome!, 'reported_at');
  if (problem) throw problem;
  return outcome!;
}

function assertLimits(catalog: AppCatalog, reports: NamedReport[]): void {
  const known = listLimitIds(catalog);
  const reason = describeUnknownLimit(catalog);
  const errors = new Map<string, FieldError>();
  for (const { amounts, field } of reports) {
    for (const id of Object.keys(amounts)) {
      if (known.has(id) || errors.has(id)) continue;
      const error = unknownParameter(`${field}.${id}`);
      errors.set(id, { ...error, message: `${error.field}: ${reason}` });
    }
  }
  if (errors.size > 0) throw fieldErrors([...errors.values()]);
}

/** The problem of a report with another ID. */
export function describeUnknownLimit(catalog: AppCatalog): string {
  const known = [...listLimitIds(catalog)];
  return `Not a usage limit. ${known.length > 0 ? `Known limits: ${known.join(', ')}.` : 'The app has none.'}`;
}

/** The account with an ID or external ID, and its usage. Throws 404 for an unknown account. */
export function getUsage(
  { db }: Pick<Service, 'db'>,
  { app }: Pick<AppCaller, 'app'>,
  account: string,
): Promise<{ account: HostAccount; usage: Usage | null }> {
  return readTenant(db, { appId: app.id }, async (queries) => {
    const { key } = await enterAccount(queries, app.id, account);
    return {
      account: requireFound(await readHostAccount(queries, app.id, key.accountId)),
      usage: await findUsage(queries, key),
    };
  });
}
