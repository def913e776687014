import type { FeatureChange, FeatureContent } from '@/lib/contract/fields';
import { noVersionContent } from '@/lib/contract/operations/sample-data';
import type { AddOn, Matrix, MatrixFeature, Price, VersionEntry } from '@/lib/contract/versions';

// Wire objects for unit tests. Each takes only the fields that its test is about.

export function createPrice(fields: Partial<Price> = {}): Price {
  return {
    fee: null,
    user_fee: null,
    fee_unit: null,
    user_fee_unit: null,
    annual_fee: null,
    annual_user_fee: null,
    price_text: null,
    ...fields,
  };
}

export function createVersionEntry(id: string, fields: Partial<VersionEntry> = {}): VersionEntry {
  return {
    id,
    title: id,
    description: '',
    more_info: null,
    active: true,
    ...noVersionContent,
    max_users: null,
    billing_periods: ['month'],
    tag: id,
    public: true,
    recommended: false,
    family: null,
    replaced_by: null,
    current: false,
    total: null,
    trial: null,
    switch: null,
    ...fields,
  };
}

export function createMatrixFeature(id: string, fields: Partial<MatrixFeature> = {}): MatrixFeature {
  return {
    id,
    title: id,
    description: '',
    versions: {},
    group: '',
    values: {},
    unit: null,
    period: null,
    renewable: null,
    amounts: {},
    is_limit: false,
    lower_is_better: false,
    better_amount: 'higher',
    linked_features: [],
    highlight: false,
    keywords: [],
    offers: {},
    ...fields,
  };
}

export function createMatrix(features: MatrixFeature[], addOns: AddOn[] = []): Matrix {
  return { versions: [], features, offers: addOns };
}

/** An entry in the `offers` of a matrix row. */
export function createFeatureAddOn(
  title: string,
  fields: Partial<MatrixFeature['offers'][string]> = {},
): MatrixFeature['offers'][string] {
  return { title, ...createPrice(), ids: [`off_${title}`], ...fields };
}

export function createAddOn(id: string, fields: Partial<AddOn> = {}): AddOn {
  return {
    id,
    human_id: id,
    replaced_by: null,
    title: id,
    description: '',
    more_info: null,
    features: [],
    limits: [],
    depends_on: [],
    excludes: [],
    min_quantity: 1,
    max_quantity: 1,
    versions: {},
    ...fields,
  };
}

export function createContent(fields: Partial<FeatureContent> = {}): FeatureContent {
  return { value: null, amount: null, unlimited: false, unit: null, period: null, ...fields };
}

export function createFeatureChange(
  id: string,
  from: Partial<FeatureContent>,
  to: Partial<FeatureContent>,
  improved: boolean | null = null,
): FeatureChange {
  return { id, title: id, is_limit: false, from: createContent(from), to: createContent(to), improved };
}
