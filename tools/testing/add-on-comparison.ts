import { isDeepStrictEqual } from 'node:util';
import type { AddOnEntry } from '@/lib/contract/add-ons';
import { type AddOn, addOnSchema, type Price, type VersionList } from '@/lib/contract/versions';
import type { AppCatalog } from '@/lib/db/catalog';
import { noAccountVersions } from '@/lib/domain/caller';
import { listAccountAddOns } from '@/lib/domain/list-add-ons';
import { serializeAddOns } from '@/lib/http/add-on-serializers';
import { createAccountVersions } from './catalog-fixtures';

/** How many add-ons an account on any plan can turn on, and why it can't turn on the others. */
export type AddOnCounts = Record<string, number>;

interface AddOnComparison {
  /** A text for each difference. */
  differences: string[];
  counts: AddOnCounts;
}

/**
 * Compares `GET /app/optional-features`, for a visitor and for an account on each plan, with the add-ons of the matrix, which
 * another comparison compares with the price list.
 */
export function compareAddOns(
  catalog: AppCatalog,
  response: VersionList['data'],
  edit: (option: AddOnEntry) => void = () => {},
): AddOnComparison {
  const differences: string[] = [];
  const counts: AddOnCounts = {};
  const count = (reason: string) => {
    counts[reason] = (counts[reason] ?? 0) + 1;
  };
  const addOns = response.matrix?.offers ?? [];
  for (const version of [null, ...response.versions]) {
    const state = version ? createAccountVersions(version.id) : noAccountVersions;
    const account = version && { id: 'acc_1', title: '' };
    const listing = listAccountAddOns({ catalog, state }, { role: version ? 'owner' : null, account }, 1);
    const options = serializeAddOns(listing).data.optional_features;
    for (const option of options) edit(option);
    const where = version?.title ?? 'visitor';
    if (!isDeepStrictEqual(options.map(getAddOn), addOns)) differences.push(`${where}: other offers`);
    for (const option of options) {
      differences.push(...findAddOnErrors(option, version?.id ?? null).map((text) => `${where}: ${text}`));
      if (version) count(option.change?.blockers[0]?.code ?? 'allowed');
    }
  }
  return { differences, counts };
}

function getAddOn(option: AddOnEntry): AddOn {
  return addOnSchema.parse(option);
}

function getPrice(option: AddOnEntry): Price {
  const { fee, user_fee, fee_unit, user_fee_unit, annual_fee, annual_user_fee, price_text } = option;
  return { fee, user_fee, fee_unit, user_fee_unit, annual_fee, annual_user_fee, price_text };
}

function findAddOnErrors(option: AddOnEntry, versionId: string | null): string[] {
  const { id, title, versions, price_version_id, change, included } = option;
  const errors: string[] = [];
  const own = versionId === null ? undefined : versions[versionId];
  const price = own ?? versions[price_version_id ?? ''];
  if (!isDeepStrictEqual(getPrice(option), price)) errors.push(`${title}: another price`);
  if (own && price_version_id !== versionId) errors.push(`${title}: the price of another plan`);
  const isOnRequest = own && Object.values(own).every((value) => typeof value !== 'number');
  const expected = included
    ? 'option_included'
    : !own
      ? 'option_not_offered'
      : isOnRequest
        ? 'price_on_request'
        : undefined;
  const blocker = change?.blockers[0]?.code;
  if (versionId !== null && expected && blocker !== expected)
    errors.push(`${id}: ${blocker}, not ${expected}`);
  return errors;
}
