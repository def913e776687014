import { isDeepStrictEqual } from 'node:util';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import { listEntries, type TextEntry, toCatalogTexts } from '../build/build-texts';
import type { ImportedCatalog } from '../build/written-catalog';
import type { Remark } from '../yaml/diagnostics';
import {
  type CatalogChanges,
  type Conflict,
  diffRow,
  featurePath,
  type TextsChange,
  type WrittenApp,
} from './catalog-changes';
import { toWrittenRows, type WrittenRows } from './convert-catalog';
import type { MissingAddOn } from './offer-add-ons';
import { planAddOns } from './plan-add-ons';
import { describeMovedLimits, findMovedLimits, planCells, planFeatures } from './plan-features';
import { planGrants, planVersions } from './plan-versions';

/**
 * Compares an imported catalog with the stored one. It is a pure function. `stored` is null for a new app; `accountIds` maps
 * the accounts that the catalog names to their ids.
 */
export function planChanges(
  stored: StoredCatalog | null,
  catalog: ImportedCatalog,
  accountIds: ReadonlyMap<string, string>,
): { changes: CatalogChanges; missing: MissingAddOn[]; conflicts: Conflict[]; warnings: Remark[] } {
  const before = toWrittenRows(stored);
  const versions = planVersions(before.versions, catalog);
  const features = planFeatures(before, catalog);
  const moved = findMovedLimits(before, catalog);
  const cells = planCells(before, catalog, moved);
  const { addOns, missing, ...addOnRelations } = planAddOns(before, catalog, moved);
  const conflicts: Conflict[] = [
    ...findBillingConflicts(stored, catalog),
    ...catalog.grants
      .filter(({ account }) => !accountIds.has(account))
      .map(({ version, account }) => ({
        source: 'extension' as const,
        path: ['plans', version, 'granted_to'],
        message: `The app has no account "${account}".`,
      })),
    ...features.humanIdConflicts.map(({ catalogKey, humanId, owner }) => ({
      source: 'extension' as const,
      path: [...featurePath(catalogKey), 'human_id'],
      message: `"${humanId}" is already the id of the ${owner.active ? '' : 'retired '}feature "${owner.title}".`,
    })),
    ...addOns.humanIdConflicts.map(({ catalogKey, humanId, owner }) => ({
      source: 'extension' as const,
      path: ['addOns', catalogKey, 'human_id'],
      message: `"${humanId}" is already the id of the ${owner.active ? '' : 'retired '}add-on "${owner.title}".`,
    })),
  ];
  if (!versions) {
    conflicts.push({
      source: 'price-list',
      path: ['plans'],
      message: 'All plans are retired. New accounts need a default plan.',
    });
  }

  const changes: CatalogChanges = {
    app: planApp(stored, catalog),
    versions: versions ?? [],
    features: features.changes,
    cells: cells.changes,
    addOns: addOns.changes,
    ...addOnRelations,
    grants: planGrants(before, catalog, accountIds),
    texts: planTexts(before, catalog),
    unchanged: {
      versions: catalog.versions.length - countChanged(versions ?? [], catalog.versions),
      features: catalog.features.length - countChanged(features.changes, catalog.features),
      cells: cells.unchanged,
      addOns: catalog.addOns.length - countChanged(addOns.changes, catalog.addOns),
    },
  };
  return { changes, missing, conflicts, warnings: describeMovedLimits(moved, features.changes) };
}

/** The settings of an app that has none. */
export const noSettings: Omit<WrittenApp, 'title' | 'currency' | 'currencyDigits' | 'billingPeriod'> = {
  host: null,
  language: null,
  languages: [],
  contactUrl: null,
  signInUrl: null,
  signUpUrl: null,
  billingUrl: null,
  frameOrigins: [],
  apiOrigins: [],
  homeUrl: null,
  checkoutUrl: null,
  returnOrigins: [],
  sessionHours: null,
  usersManagedBy: null,
  usersLimit: null,
  downgrades: 'any',
  selfService: true,
  supportSetsTerms: false,
  timeZone: null,
  brandLogo: null,
  brandAccent: null,
  brandAccentDark: null,
  brandFont: null,
};

/**
 * The languages whose texts change. A text of what the list does not have, such as of a plan that accounts keep, stays as
 * it is.
 */
function planTexts({ texts: storedTexts }: WrittenRows, catalog: ImportedCatalog): TextsChange[] {
  const source = listEntries(catalog.sourceTexts);
  return [...catalog.texts].flatMap(([language, texts]) => {
    const before = storedTexts.get(language) ?? null;
    const kept = before ? [...listEntries(before)].filter(([key]) => !source.has(key)) : [];
    const after = toCatalogTexts([
      ...kept.map(([, entry]): TextEntry => entry),
      ...listEntries(texts).values(),
    ]);
    return isDeepStrictEqual(before, after) ? [] : [{ language, before, after }];
  });
}

function planApp(stored: StoredCatalog | null, { app }: ImportedCatalog): CatalogChanges['app'] {
  const { title, currency, currencyDigits, billingPeriod, ...settings } = app;
  const listed = Object.entries(settings).filter(([, value]) => value !== undefined);
  const names = Object.keys(noSettings) as (keyof typeof noSettings)[];
  const known = names.map((name) => [name, stored?.app[name] ?? noSettings[name]]);
  const target = {
    title,
    currency,
    currencyDigits,
    billingPeriod,
    ...Object.fromEntries([...known, ...listed]),
  };
  return diffRow<WrittenApp>(stored?.app ?? null, target);
}

/**
 * A change of the currency or of the billing period would reinterpret the fees of retired versions, which the import does
 * not update, and of the history. Both are allowed only while no account has a history and the list has every version.
 */
function findBillingConflicts(stored: StoredCatalog | null, { app, versions }: ImportedCatalog): Conflict[] {
  if (!stored) return [];
  const listed = new Set(versions.map(({ catalogKey }) => catalogKey));
  const fixed = stored.hasHistory || stored.versions.some(({ catalogKey }) => !listed.has(catalogKey));
  if (!fixed) return [];
  const condition =
    'after an account has a history or a version is retired. Import the list as a new app, with another --app.';
  const conflicts: Conflict[] = [];
  if (stored.app.currency !== app.currency) {
    const message = `The currency can’t change from ${stored.app.currency} to ${app.currency} ${condition}`;
    conflicts.push({ source: 'price-list', path: ['currency'], message });
  }
  if (stored.app.billingPeriod !== app.billingPeriod) {
    const message = `The billing period can’t change from ${stored.app.billingPeriod} to ${app.billingPeriod} ${condition}`;
    conflicts.push({ source: 'extension', path: ['app', 'billing_period'], message });
  }
  return conflicts;
}

function countChanged(
  changes: { after: { catalogKey: string } }[],
  listed: { catalogKey: string }[],
): number {
  const changed = new Set(changes.map(({ after }) => after.catalogKey));
  return listed.filter(({ catalogKey }) => changed.has(catalogKey)).length;
}
