import type { StoredCatalog } from '@/lib/data/catalog-store';
import type { Catalogue } from './catalogue';
import { type AppTarget, type Changes, rowChange } from './changes';
import { planCells, planGrants } from './plan-cells';
import { planFeatures } from './plan-features';
import { planVersions } from './plan-versions';

/** Why a catalogue can't be applied to what is there; `path` is in the price list or in its extension. */
export interface Objection {
  in: 'list' | 'extension';
  path: string[];
  message: string;
}

/**
 * What applying `catalogue` would do to what is stored, as a pure function; `stored` is null for an app to be made.
 * `accountIds` has the ids of the accounts that the catalogue names.
 */
export function planChanges(
  stored: StoredCatalog | null,
  catalogue: Catalogue,
  accountIds: ReadonlyMap<string, string>,
): { changes: Changes; objections: Objection[] } {
  const versions = planVersions(stored?.versions ?? [], catalogue);
  const features = planFeatures(stored?.features ?? [], catalogue);
  const { cells, unchanged } = planCells(stored, catalogue);
  const objections: Objection[] = [
    ...objectToMoney(stored, catalogue),
    ...catalogue.grants
      .filter(({ account }) => !accountIds.has(account))
      .map(({ version, account }) => ({
        in: 'extension' as const,
        path: ['plans', version, 'granted_to'],
        message: `The app has no account "${account}".`,
      })),
    ...features.clashes.map(({ catalogKey, humanId, holder }) => ({
      in: 'extension' as const,
      path: [...partOf(catalogKey), 'human_id'],
      message: `"${humanId}" is the id of "${holder.title}" already${holder.active ? '' : ', which is retired'}.`,
    })),
  ];
  if (!versions) {
    objections.push({
      in: 'list',
      path: ['plans'],
      message: 'A new account needs a plan to begin on, and all are retired.',
    });
  }

  const changes: Changes = {
    app: planApp(stored, catalogue),
    versions: versions ?? [],
    features: features.changes,
    cells,
    grants: planGrants(stored, catalogue, accountIds),
    unchanged: {
      versions: catalogue.versions.length - touched(versions ?? [], catalogue.versions),
      features: catalogue.features.length - touched(features.changes, catalogue.features),
      cells: unchanged,
    },
  };
  return { changes, objections };
}

function planApp(stored: StoredCatalog | null, { app }: Catalogue): Changes['app'] {
  const target: AppTarget = {
    ...app,
    host: app.host === undefined ? (stored?.app.host ?? null) : app.host,
    contactUrl: app.contactUrl === undefined ? (stored?.app.contactUrl ?? null) : app.contactUrl,
    frameOrigins: app.frameOrigins ?? stored?.app.frameOrigins ?? [],
  };
  return rowChange<AppTarget>(stored?.app ?? null, target);
}

/**
 * Currency and billing period give every fee its meaning, also those of retired versions, which nothing reprices,
 * and those an account is used to. They change only while nobody has a history and the list has every version.
 */
function objectToMoney(stored: StoredCatalog | null, { app, versions }: Catalogue): Objection[] {
  if (!stored) return [];
  const listed = new Set(versions.map(({ catalogKey }) => catalogKey));
  const fixed = stored.hasHistory || stored.versions.some(({ catalogKey }) => !listed.has(catalogKey));
  if (!fixed) return [];
  const why = 'it can’t change once an account has a history or a version is retired.';
  const objections: Objection[] = [];
  if (stored.app.currency !== app.currency) {
    const message = `The app is priced in ${stored.app.currency}, not ${app.currency}; ${why}`;
    objections.push({ in: 'list', path: ['currency'], message });
  }
  if (stored.app.billingPeriod !== app.billingPeriod) {
    const message = `The app is billed by the ${stored.app.billingPeriod}; ${why}`;
    objections.push({ in: 'extension', path: ['app', 'billing_period'], message });
  }
  return objections;
}

function partOf(catalogKey: string): string[] {
  return catalogKey.startsWith('addOns.')
    ? ['addOns', catalogKey.slice('addOns.'.length)]
    : ['features', catalogKey];
}

function touched(changes: { after: { catalogKey: string } }[], listed: { catalogKey: string }[]): number {
  const changed = new Set(changes.map(({ after }) => after.catalogKey));
  return listed.filter(({ catalogKey }) => changed.has(catalogKey)).length;
}
