import type { Total } from '../switch';
import { type AddOn, type VersionContent, versionContent } from '../versions';

/** Sample data for the examples: an app with three versions, and an account that switches from Free to Team. */
export const sampleIds = {
  free: 'ver_01m7y5y7gme06t8g0zedn3x7zr',
  team: 'ver_01m7y5y7gme06t8g132f0g3ype',
  enterprise: 'ver_01m7y5y7gme06t8g1ffn84te63',
  boards: 'fea_01m7y5y8ckecx909mm4vabj5xb',
  guests: 'fea_01m7y5y8ckecx909mzksnnm61m',
  auditLog: 'fea_01m7y5y8ckecx909n76ww41ak8',
  account: 'acc_01m7y5y961fvqbfyp0v1yzs0j6',
  firstEntry: 'avh_01m7y5y9w1esnv8yb002s9cvtk',
  secondEntry: 'avh_01m7y5y9w1esnv8ybb6m141mr8',
  firstAddOnChange: 'aoh_01m7y5yk2pf3h8w0vq6s4d9t1n',
  secondAddOnChange: 'aoh_01m7y5ym7rf5x9c2bk8e6g1w3z',
  guestPass: 'off_01m7y5y8y2ez8rk3d4v6c9q0hn',
  change: 'chg_01m7y5yn4qg8v2r6t0xk3w9j5b',
  changeScheduled: 'evt_01m7y5yn4qg8v2r6t0xk3w9j01',
  changeWaiting: 'evt_01m7y5yn4qg8v2r6t0xk3w9j02',
  changeEnded: 'evt_01m7y5yn4qg8v2r6t0xk3w9j03',
  trialEnding: 'evt_01m7y5yn4qg8v2r6t0xk3w9j04',
  changeAnnounced: 'evt_01m7y5yn4qg8v2r6t0xk3w9j05',
  move: 'mov_01m7y5ypa2rk6v9t3x0wq4s8dc',
  notice: 'ntc_01m7y5yv3k7t9w2c5r8x0q4s6e',
  moveScheduled: 'evt_01m7y5ypa2rk6v9t3x0wq4s8dc',
  key: 'key_01m7y5y9q4e1rtrc4ymt1z8a0d',
  session: 'pse_01m7y5yb3xf26tx8e00ejebcdc',
  accountCreated: 'evt_01m7y5y961fvqbfyp0v1yzs0j6',
  accountDeleted: 'evt_01mfg4e000fvqbfyp0v1yzs0j6',
  versionSwitched: 'evt_01m7y5y9w1esnv8ybb6m141mr8',
  addOnEnabled: 'evt_01m7y5yk2pf3h8w0vq6s4d9t1n',
  addOnDisabled: 'evt_01m7y5ym7rf5x9c2bk8e6g1w3z',
  catalogPublished: 'evt_01m7y5ycm0f0d9v2f5p9q7t6ra',
  catalogScheduled: 'evt_01m7y5ysb7t3k8w1r5qx9d2g6z',
  scheduleCanceled: 'evt_01m7y5yrx4f7t9c2bk8e6g1w3q',
  edition: 'ced_01m7y5yqh8e5vr3d6k9c2t4w7m',
  webhookEndpoint: 'whe_01m7y5ydn8ehw8qz3c6r2k4b1v',
  request: 'req_01m7y5yag3e4c877sfh3t48cd5',
};

export const sampleFeatures = {
  boards: { id: 'boards', title: 'Boards', is_limit: false },
  guests: { id: 'guests', title: 'Guests', is_limit: false },
  auditLog: { id: 'audit-log', title: 'Audit log', is_limit: false },
};

/** What a version includes of a feature without an amount. */
export const noContent = { value: null, amount: null, unlimited: false, unit: null, period: null };

/** Free includes three boards, Team and Enterprise any number. */
export const sampleBoards = {
  free: { value: '3 boards', amount: 3, unlimited: false, unit: 'board', period: null },
  team: { value: 'Unlimited', amount: null, unlimited: true, unit: 'board', period: null },
};

const noPrice = {
  fee: null,
  user_fee: null,
  fee_unit: null,
  user_fee_unit: null,
  annual_fee: null,
  annual_user_fee: null,
  price_text: null,
};

export const samplePrices = {
  free: { ...noPrice, fee: 0, annual_fee: 0 },
  team: { ...noPrice, fee: 2900, user_fee: 500, annual_fee: 29000, annual_user_fee: 5000 },
  enterprise: noPrice,
  guestPass: { ...noPrice, fee: 400, fee_unit: 'guest', annual_fee: 4000 },
};

/** The content of a version that has none. */
export const noVersionContent = Object.fromEntries(
  Object.keys(versionContent).map((name) => [name, null]),
) as VersionContent;

export const sampleContent = {
  free: { ...noVersionContent, ...samplePrices.free },
  team: { ...noVersionContent, ...samplePrices.team },
  enterprise: { ...noVersionContent, ...samplePrices.enterprise },
};

/** Lets one guest work on a board, and adds a board. */
export const guestPass = {
  id: sampleIds.guestPass,
  human_id: 'guest-pass',
  replaced_by: null,
  title: 'Guest pass',
  description: 'Lets one guest work on a board.',
  more_info: null,
  features: [{ ...sampleFeatures.guests, ...noContent }],
  limits: [
    {
      ...sampleFeatures.boards,
      change: 'add',
      ...sampleBoards.free,
      value: '1 board',
      amount: 1,
      versions: {},
    },
  ],
  depends_on: [],
  excludes: [],
  min_quantity: 1,
  max_quantity: 20,
  versions: { [sampleIds.free]: samplePrices.guestPass },
} satisfies AddOn;

export const sampleVersions = {
  free: { id: sampleIds.free, title: 'Free', description: 'For one person and a few boards.' },
  team: { id: sampleIds.team, title: 'Team', description: 'For teams that share boards.' },
  enterprise: {
    id: sampleIds.enterprise,
    title: 'Enterprise',
    description: 'For companies with compliance requirements.',
  },
};

/** The versions with their tags. */
export const sampleVersionRefs = {
  free: { id: sampleIds.free, title: 'Free', tag: 'v1' },
  team: { id: sampleIds.team, title: 'Team', tag: 'v2' },
  enterprise: { id: sampleIds.enterprise, title: 'Enterprise', tag: 'v3' },
};

export const sampleCurrency = { currency: 'USD', currency_digits: 2 };

/** What is paid per month at a price. */
export function createTotal(
  { fee, user_fee }: { fee: number; user_fee: number | null },
  users: number,
): Total {
  const userFee = user_fee ?? 0;
  const amount = fee + userFee * users;
  return { billing_period: 'month', users, quantity: null, fee, user_fee: userFee, amount, not_included: [] };
}

/** A change that adds, removes and changes no features. */
export const sameFeatures = { gained: [], lost: [], raised: [], lowered: [], changed: [] };

export const sampleActor = {
  kind: 'session',
  name: 'Ada Example',
  user_id: 'user-31',
  channel: 'portal',
} as const;

/** Unix timestamps of the account's two history entries. */
export const sampleTimes = { first: 1795219200, second: 1795305600 };

/** Unix timestamps of the account's first change of an optional feature. */
export const sampleAddOnTime = 1795262400;

/** Unix timestamp of a publication that changes Team. */
export const sampleCatalogTime = 1795392000;

/** Revision of the preview of the second history entry. */
export const sampleRevision = 'kq3vJ0wJm5Yc8hQnT1xZ2A';
