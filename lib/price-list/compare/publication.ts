import type { ListTexts } from '@/lib/contract/catalog-editions';
import type { AppCatalog } from '@/lib/db/catalog';
import type { AccountCounts, AddOnCounts, ChangesTo, StoredCatalog } from '@/lib/db/catalog-store';
import type { Conversion } from '@/lib/db/convert-amounts';
import type { ScheduledOutcome } from '@/lib/domain/catalog-importer';
import type { Revenue } from '@/lib/domain/editions/revenue';
import { listTexts } from '../build/build-texts';
import type { ImportReport } from '../build/import-report';
import type { ImportedCatalog } from '../build/written-catalog';
import { type CatalogChanges, isUnchanged } from './catalog-changes';
import type { AddOnDecision } from './keep-add-ons';
import type { VersionDecision } from './keep-versions';
import type { VersionOutcome } from './list-outcomes';
import type { LikelyRename } from './rename-rows';

/** The result of planning an import, or of applying it. */
export interface Publication {
  /** The value is null if the import creates the app. */
  stored: StoredCatalog | null;
  catalog: ImportedCatalog;
  /** How the stored amounts are converted before everything else. It is null if they are not. */
  conversion: Conversion | null;
  /** What the list changes if no version is kept: what is printed. */
  listed: CatalogChanges;
  /** What is written. */
  changes: CatalogChanges;
  /** The catalog with `changes`, or null if the import creates the app. */
  changed: AppCatalog | null;
  decisions: VersionDecision[];
  outcomes: VersionOutcome[];
  report: ImportReport;
  /** Rows that are missing, and those that are probably the same. */
  renames: LikelyRename[];
  accounts: AccountCounts;
  /** Accounts that are billed yearly. */
  yearly: AccountCounts;
  /** How many accounts have each add-on on, or null if nothing was to be decided about one. */
  addOnCounts: AddOnCounts | null;
  /** About the add-ons that change and that accounts have. */
  addOnDecisions: AddOnDecision[];
  /** The add-ons that are turned off for accounts because their version includes them from then on. */
  included: IncludedAddOn[];
  /** How many accounts on earlier generations can't buy an add-on that their plan has, by `catalogKey` of the add-on. */
  unavailable: ReadonlyMap<string, number>;
  /** How many open changes of accounts lead to plans that are withdrawn, by version ID. */
  changesTo: ReadonlyMap<string, ChangesTo>;
  /** What accounts pay before and after it, if that is asked for. */
  revenue?: Revenue | null;
  /** The other scheduled editions, if it is asked for, or applied. */
  scheduled: ScheduledOutcome[];
}

/** What a publication does to accounts if there are none, or if they are not counted. */
export const noAccounts = {
  ...{ changed: null, decisions: [], addOnCounts: null, addOnDecisions: [], included: [], scheduled: [] },
  ...{ accounts: new Map<string, never>(), yearly: new Map<string, never>() },
  ...{ unavailable: new Map<string, never>(), changesTo: new Map<string, never>() },
} satisfies Partial<Publication>;

/** What can be translated after a plan. */
export function listPublicationTexts({
  catalog,
  stored,
}: Pick<Publication, 'catalog' | 'stored'>): ListTexts {
  const { language = stored?.app.language ?? null } = catalog.app;
  return listTexts(catalog.sourceTexts, language);
}

/** Whether a plan changes neither the catalog nor what accounts have. A conversion changes neither. */
export function changesNothing({
  changes,
  decisions,
  addOnDecisions,
}: Pick<Publication, 'changes' | 'decisions' | 'addOnDecisions'>): boolean {
  return isUnchanged(changes) && [...decisions, ...addOnDecisions].every(({ following }) => following === 0);
}

export interface IncludedAddOn {
  /** Titles. */
  version: string;
  addOn: string;
  /** How many accounts have it. */
  accounts: number;
}
