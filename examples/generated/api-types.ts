// Types and operations of the API, version 2026-11-24. Generated from its OpenAPI document: do not edit.

export type BillingPeriod = 'month' | 'year';

export interface Actor {
  /** `key` is an API key, `session` a user, `operator` the command line. */
  kind: 'key' | 'session' | 'operator';
  /**
   * Name of the user or operator at that time, also of a user that a key has named in `X-Actor`. Otherwise that
   * of the key for app keys, the product role and events, and the title of the app for all others. Empty if the
   * account was anonymized.
   */
  name: string;
  /** ID of the user in your system: `user_id` of the portal session or of `X-Actor`. `null` if it is unknown. */
  user_id: string | null;
  /** Channel of the change: `api`, `portal`, `support` or `command`. */
  channel: string;
}

export interface VersionList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Versions, sorted by tag. */
    versions: VersionEntry[];
    /** Feature matrix. Absent with `exclude_matrix=true`. */
    matrix?: Matrix;
    /**
     * Whether an optional feature of the account is on or can be added to its version. Without an account,
     * whether a version has one.
     */
    optional_features_available: boolean;
    /** Period that the account is billed for. `null` for callers without an account. */
    billing_period: BillingPeriod | null;
    /** When the trial ends that the account is in. Unix timestamp in seconds. `null` if it is in none. */
    trial_ends_at: number | null;
    /** Number of users that totals and decisions are for: that of the request, else the account’s, else 1. */
    users: number;
    /**
     * How many units of its price, such as sites, totals are for: that of the request, else the account’s.
     * `null` if neither has one.
     */
    quantity: number | null;
    /**
     * What the account uses of its limits, and what it has with its optional features: `allowed` is `null` for
     * any number. Absent if your system has not reported usage.
     */
    usage?: {
      /** Human-readable slug of the limit. */
      id: string;
      /** Display name of the limit. */
      title: string;
      /** What the account uses. */
      used: number;
      /** What the account has. `null` for any number. */
      allowed: number | null;
      /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
      unit: string | null;
      /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
      period: string | null;
    }[];
    app: App;
    /**
     * How the versions hold what the account uses and its users. Only with `fits=usage`. `null` without a report
     * of its usage, unless the request has `users`.
     */
    usage_fit?: {
      /**
       * ID of the version with the lowest total per year that holds the usage, and that the account has or can
       * switch to. `null` if there is none.
       */
      cheapest_version_id: string | null;
      /** Map from version ID to how it holds the usage. */
      versions: Record<string, {
        /** Whether the version holds the usage and the users of the account, with `optional_features`. */
        fits: boolean;
        /** IDs of the limits that the version exceeds without optional features, as in the usage. */
        exceeded: string[];
        /**
         * The cheapest optional features with which the version holds the usage. Empty if it holds it without
         * any, and if it can’t.
         */
        optional_features: {
          /** Optional feature ID, `off_…`. */
          id: string;
          /** Display name of the optional feature. */
          title: string;
          /** How many are needed. */
          quantity: number;
        }[];
        /**
         * Price of the version with these optional features. `null` if one of them is priced on request, and if
         * the version can’t hold the usage.
         */
        total: Total | null;
        /**
         * Whether all combinations of optional features were compared. If `false`, there can be a cheaper one,
         * because the price list has too many.
         */
        complete: boolean;
      }>;
    } | null;
  };
}

export interface VersionEntry {
  /** Version ID, `ver_…`. */
  id: string;
  /** Display name of the version. */
  title: string;
  /** Short description of the version. */
  description: string;
  /** Additional information as a list. Items are separated by `|` or a newline. `null` if there is none. */
  more_info: string | null;
  /** `false` if the version is retired: accounts can’t switch to it, but can stay on it. */
  active: boolean;
  /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
  fee: number | null;
  /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
  user_fee: number | null;
  /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
  fee_unit: string | null;
  /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
  user_fee_unit: string | null;
  /**
   * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
   * `billing_period` already is `year`.
   */
  annual_fee: number | null;
  /**
   * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
   * is no fee per user.
   */
  annual_user_fee: number | null;
  /**
   * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
   * `null` otherwise.
   */
  price_text: string | null;
  /**
   * Smallest number of users that the version is sold for. Totals count at least as many. `null` if there is no
   * minimum.
   */
  min_users: number | null;
  /** Smallest number of `fee_unit` that the version is sold for. `null` if there is no minimum. */
  min_quantity: number | null;
  /** Largest number of `fee_unit` that the version is sold for. `null` if there is no maximum. */
  max_quantity: number | null;
  /**
   * Largest number of users that the version allows without optional features, by the usage limit that
   * `users_limit` names. `null` for any number.
   */
  max_users: number | null;
  /** Periods that it is sold for. Empty if it is priced on request. What is free is sold for both. */
  billing_periods: BillingPeriod[];
  /** Label that versions are sorted by; `v2` comes before `v10`. */
  tag: string;
  /** Whether the version is visible to everyone. */
  public: boolean;
  /** Whether the catalog marks the version as recommended. */
  recommended: boolean;
  /** Heading for the versions that belong together in a long list. `null` if there is none. */
  family: string | null;
  /**
   * ID of the version that has replaced this one. Accounts keep the version they chose when its plan changes.
   * `null` if it is not replaced.
   */
  replaced_by: string | null;
  /** Whether this is the current version of the account. */
  current: boolean;
  /**
   * Price of the version without optional features, for the billing period of the request, else the account’s,
   * if the version is sold for it. `null` if it has no price, and for more users than `max_users`, unless the
   * account has the version with as many.
   */
  total: Total | null;
  /** Trial of the version. `null` if it has none. */
  trial: {
    /** How long it takes. */
    days: number;
    /** Version that follows, or that of the trial. `null` if the caller may not see it. */
    then_version_id: string | null;
  } | null;
  /** Whether the account can switch to this version. `null` for callers without an account. */
  switch: SwitchDecision | null;
  /** Of an account whose terms are in effect for this version: the other fields have them. */
  terms?: {
    /** When they end. Unix timestamp in seconds. `null`: not by themselves. */
    until: number | null;
    /** Price of the version without them. */
    listed_price: {
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
    };
  };
  /**
   * Names of the fields that are in the language of the price list, because the language of the response has no
   * text for them. Absent if there are none.
   */
  untranslated?: string[];
}

export interface SwitchDecision {
  /**
   * `upgrade` if the account pays more in a year, `downgrade` if it pays less. If it pays the same, or that is
   * not known: whether it only gains or only loses something, then the order of the tags, and `none` within one
   * plan. `none` without a previous version, and for what follows from a publication, terms or the end of a
   * trial.
   */
  direction: 'upgrade' | 'downgrade' | 'none';
  /**
   * Whether the account pays more or less in a year than before, by list: for its users, quantity, billing
   * period, optional features and terms. A trial counts as its version. `unknown` if the price of something is
   * not known.
   */
  pays: 'more' | 'less' | 'same' | 'unknown';
  /**
   * Whether the account gets more or less than it has, with its optional features: `mixed` for more of something
   * and less of something else. What can’t be compared, such as a text, does not count.
   */
  gets: 'more' | 'less' | 'same' | 'mixed';
  /** Whether the caller can switch to this version. */
  allowed: boolean;
  /**
   * Present if the caller can make the change only at the end of the billing period, with `POST
   * /account/changes`.
   */
  period_end_only?: true;
  /** Present if the caller can start the trial of this version, with `trial` of `POST /app/versions`. */
  trial_available?: true;
  /** Reasons why the switch is not allowed. Empty if it is allowed. */
  blockers: Blocker[];
}

export interface Blocker {
  /** Error code that the switch would fail with. */
  code: 'forbidden' | 'version_inactive' | 'price_on_request' | 'billing_period_unavailable' | 'entry_restricted' | 'exit_restricted' | 'self_service_disabled' | 'downgrade_unavailable' | 'trial_unavailable' | 'trial_used' | 'users_limit_exceeded' | 'users_below_minimum' | 'usage_exceeds_limit' | 'users_managed_by_host' | 'quantity_out_of_range' | 'option_excluded' | 'undo_superseded' | 'undo_expired' | 'change_locked' | 'undo_unavailable';
  /** Human-readable explanation that you can show to users. */
  message: string;
  /** Only with `users_limit_exceeded` and `users_below_minimum`. */
  users?: {
    /**
     * Number of users that the version allows, with the optional features that stay on: at most, or with
     * `users_below_minimum` at least.
     */
    allowed: number;
    /** Number of users that it was decided for. */
    requested: number;
    /** Number of users of the account. */
    current: number;
    /** What the price list calls a user, such as `member`. `null` if it does not. */
    unit: string | null;
  };
  /** Only with `usage_exceeds_limit`. */
  usage?: {
    /** Human-readable slug of the limit. */
    id: string;
    /** Display name of the limit. */
    title: string;
    /** What the account uses. */
    used: number;
    /** What the account has or would have, with its optional features. */
    allowed: number;
    /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
    unit: string | null;
    /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
    period: string | null;
  };
}

export interface Matrix {
  /** Titles of the versions in display order. */
  versions: string[];
  /** One row per feature. */
  features: MatrixFeature[];
  /** Optional features that are available for at least one of the versions. */
  offers: Offer[];
}

export interface MatrixFeature {
  /** Human-readable slug of the feature. */
  id: string;
  /** Display name of the feature. */
  title: string;
  /** Description of the feature. May be empty. */
  description: string;
  /** Map from version ID to whether the version includes the feature. */
  versions: Record<string, boolean>;
  /** Group that the feature is displayed in. Empty if it has none. */
  group: string;
  /**
   * Map from version ID to a text that is displayed instead of a check mark: the formatted amount, in English or
   * with texts of the language, or a text such as `Full`.
   */
  values: Record<string, string>;
  /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
  unit: string | null;
  /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
  period: string | null;
  /** Whether the full amount is available again in each period. `null` if the feature has no amounts. */
  renewable: boolean | null;
  /** Map from version ID to the amount that the version includes. Only has versions that include the feature. */
  amounts: Record<string, FeatureAmount>;
  /** `true` for a usage limit that is a row of its own, `false` for a feature. */
  is_limit: boolean;
  /**
   * Whether a lower amount is better for the account, such as that of a fee. `better_amount` says if it is not
   * known.
   */
  lower_is_better: boolean;
  /** Which amount is better for the account. Null if that is not known. */
  better_amount: 'higher' | 'lower' | null;
  /** Slugs of the features that this row limits, if it is a usage limit of its own. Else empty. */
  linked_features: string[];
  /** Whether the price list marks the row: cards of plans list it first among their differences. */
  highlight: boolean;
  /**
   * Other words by which the search of the pages finds the row: those of the price list, and its title if
   * `title` is in another language.
   */
  keywords: string[];
  /** Map from version ID to the optional features that add the feature, for versions that do not include it. */
  offers: Record<string, {
    /** Name of the cheapest optional feature. */
    title: string;
    /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
    fee: number | null;
    /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
    user_fee: number | null;
    /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
    fee_unit: string | null;
    /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
    user_fee_unit: string | null;
    /**
     * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
     * `billing_period` already is `year`.
     */
    annual_fee: number | null;
    /**
     * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
     * is no fee per user.
     */
    annual_user_fee: number | null;
    /**
     * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
     * `null` otherwise.
     */
    price_text: string | null;
    /** IDs of all optional features that add it, cheapest first. */
    ids: string[];
  }>;
  /**
   * Names of the fields that are in the language of the price list, because the language of the response has no
   * text for them. Absent if there are none.
   */
  untranslated?: string[];
}

export interface FeatureAmount {
  /** The amount in the feature’s unit. `null` if there is none or if it is unlimited. */
  amount: number | null;
  /** Whether the amount is unlimited. */
  unlimited: boolean;
}

export interface Offer {
  /** Optional feature ID, `off_…`. */
  id: string;
  /** Human-readable slug of the optional feature. */
  human_id: string;
  /**
   * ID of the optional feature that has replaced this one. Accounts keep an optional feature as they turned it
   * on when it gets worse. `null` if it is not replaced.
   */
  replaced_by: string | null;
  /** Display name of the optional feature. */
  title: string;
  /** Description of the optional feature. May be empty. */
  description: string;
  /** Additional information as a list. Items are separated by `|` or a newline. `null` if there is none. */
  more_info: string | null;
  /** Features that it adds to versions that do not include them. */
  features: {
    /** Human-readable slug of the feature. */
    id: string;
    /** Display name of the feature. */
    title: string;
    /** `true` for a usage limit that is a row of its own, `false` for a feature. */
    is_limit: boolean;
    /** English text that is displayed instead of a check mark: the formatted amount, or a text such as `Full`. */
    value: string | null;
    /** The amount in the feature’s unit. `null` if there is none or if it is unlimited. */
    amount: number | null;
    /** Whether the amount is unlimited. */
    unlimited: boolean;
    /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
    unit: string | null;
    /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
    period: string | null;
  }[];
  /** Amounts that it changes. */
  limits: {
    /** Human-readable slug of the feature. */
    id: string;
    /** Display name of the feature. */
    title: string;
    /** `true` for a usage limit that is a row of its own, `false` for a feature. */
    is_limit: boolean;
    /** `set` replaces the amount of the version, `add` is added to it. */
    change: 'set' | 'add';
    /** English text that is displayed instead of a check mark: the formatted amount, or a text such as `Full`. */
    value: string | null;
    /** The amount in the feature’s unit. `null` if there is none or if it is unlimited. */
    amount: number | null;
    /** Whether the amount is unlimited. */
    unlimited: boolean;
    /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
    unit: string | null;
    /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
    period: string | null;
    /**
     * Map from version ID to the amount, if it depends on the version. `value` and `amount` are null then, and
     * other versions keep theirs. Else empty.
     */
    versions: Record<string, FeatureAmount>;
  }[];
  /** Optional features that this one requires. */
  depends_on: string[];
  /** Optional features that can’t be combined with this one. */
  excludes: string[];
  /** How many an account has at least, if the optional feature is on. */
  min_quantity: number;
  /**
   * How many an account can have. Fees and amounts that are added are multiplied by the quantity. `1` if the
   * optional feature is not sold by quantity.
   */
  max_quantity: number;
  /** Map from version ID to the price, for the versions that it is available for. */
  versions: Record<string, Price>;
  /**
   * Names of the fields that are in the language of the price list, because the language of the response has no
   * text for them. Absent if there are none.
   */
  untranslated?: string[];
}

export interface Price {
  /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
  fee: number | null;
  /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
  user_fee: number | null;
  /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
  fee_unit: string | null;
  /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
  user_fee_unit: string | null;
  /**
   * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
   * `billing_period` already is `year`.
   */
  annual_fee: number | null;
  /**
   * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
   * is no fee per user.
   */
  annual_user_fee: number | null;
  /**
   * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
   * `null` otherwise.
   */
  price_text: string | null;
}

export interface App {
  /** Display name of the app. */
  title: string;
  /** Three-letter ISO 4217 currency code. */
  currency: string;
  /**
   * Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is 9.90.
   * Do not take them from `Intl` or another list, which can differ.
   */
  currency_digits: number;
  /** Period that a fee is charged for. */
  billing_period: BillingPeriod;
  /** Language of titles, descriptions and other texts, as a BCP 47 tag. `null` if it is unknown. */
  language: string | null;
  /** Languages that the catalog has texts in besides that of the price list. Absent if there are none. */
  languages?: string[];
  /**
   * Language of the price list, and of the fields that `untranslated` names. `null` if it is unknown. Absent if
   * `language` is that of the price list.
   */
  list_language?: string | null;
  /**
   * Texts of units in the language by the unit as in `unit` and `fee_unit`, by plural category (`one`, `few`,
   * `other`), as `Intl.PluralRules` selects them. Absent in the language of the price list.
   */
  units?: Record<string, Record<string, string>>;
  /**
   * Names of the fields that are in the language of the price list, because the language of the response has no
   * text for them. Absent if there are none.
   */
  untranslated?: string[];
  /** URL for price requests. `null` if there is none. */
  contact_url: string | null;
  /** URL of the host application where visitors sign in. `null` if there is none. */
  sign_in_url: string | null;
  /** URL of the host application where visitors create an account. `null` if there is none. */
  sign_up_url: string | null;
  /** URL of the host application where accounts see their bills. `null` if there is none. */
  billing_url: string | null;
  /** Who sets the number of users of accounts. `owner`: owners and the host application. `host`: only the latter. */
  users_managed_by: 'owner' | 'host';
  /** Name of the usage limit in the price list that limits the number of users. `null` if there is none. */
  users_limit: string | null;
}

export interface Version {
  /** Version ID, `ver_…`. */
  id: string;
  /** Display name of the version. */
  title: string;
  /** Short description of the version. */
  description: string;
  /** Label that versions are sorted by; `v2` comes before `v10`. */
  tag: string;
  /** Fee per user and billing period in minor units (cents). `0` if there is none. */
  user_fee: number;
  /** Whether new accounts start on this version. */
  is_default: boolean;
  /** `false` if the version is retired: accounts can’t switch to it, but can stay on it. */
  active: boolean;
  /** Features that the version includes. */
  features: {
    /** Feature ID, `fea_…`. */
    id: string;
    /** Display name of the feature. */
    title: string;
    /** Human-readable slug of the feature. */
    human_id: string;
    /** English text that is displayed instead of a check mark: the formatted amount, or a text such as `Full`. */
    value: string | null;
    /** The amount in the feature’s unit. `null` if there is none or if it is unlimited. */
    amount: number | null;
    /** Whether the amount is unlimited. */
    unlimited: boolean;
    /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
    unit: string | null;
    /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
    period: string | null;
    /** Whether the full amount is available again in each period. `null` if the feature has no amounts. */
    renewable: boolean | null;
    /**
     * Names of the fields that are in the language of the price list, because the language of the response has
     * no text for them. Absent if there are none.
     */
    untranslated?: string[];
  }[];
  /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
  fee: number | null;
  /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
  fee_unit: string | null;
  /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
  user_fee_unit: string | null;
  /**
   * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
   * `billing_period` already is `year`.
   */
  annual_fee: number | null;
  /**
   * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
   * is no fee per user.
   */
  annual_user_fee: number | null;
  /**
   * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
   * `null` otherwise.
   */
  price_text: string | null;
  /**
   * Smallest number of users that the version is sold for. Totals count at least as many. `null` if there is no
   * minimum.
   */
  min_users: number | null;
  /** Smallest number of `fee_unit` that the version is sold for. `null` if there is no minimum. */
  min_quantity: number | null;
  /** Largest number of `fee_unit` that the version is sold for. `null` if there is no maximum. */
  max_quantity: number | null;
  /** Additional information as a list. Items are separated by `|` or a newline. `null` if there is none. */
  more_info: string | null;
  /**
   * ID of the version that has replaced this one. Accounts keep the version they chose when its plan changes.
   * `null` if it is not replaced.
   */
  replaced_by: string | null;
  /**
   * Names of the fields that are in the language of the price list, because the language of the response has no
   * text for them. Absent if there are none.
   */
  untranslated?: string[];
}

export interface SwitchPreview {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /**
     * `upgrade` if the account pays more in a year, `downgrade` if it pays less. If it pays the same, or that is
     * not known: whether it only gains or only loses something, then the order of the tags, and `none` within
     * one plan. `none` without a previous version, and for what follows from a publication, terms or the end of
     * a trial.
     */
    direction: 'upgrade' | 'downgrade' | 'none';
    /**
     * Whether the account pays more or less in a year than before, by list: for its users, quantity, billing
     * period, optional features and terms. A trial counts as its version. `unknown` if the price of something is
     * not known.
     */
    pays: 'more' | 'less' | 'same' | 'unknown';
    /**
     * Whether the account gets more or less than it has, with its optional features: `mixed` for more of
     * something and less of something else. What can’t be compared, such as a text, does not count.
     */
    gets: 'more' | 'less' | 'same' | 'mixed';
    /** Whether the caller can switch to this version. */
    allowed: boolean;
    /**
     * Present if the caller can make the change only at the end of the billing period, with `POST
     * /account/changes`.
     */
    period_end_only?: true;
    /** Present if the caller can start the trial of this version, with `trial` of `POST /app/versions`. */
    trial_available?: true;
    /** Reasons why the switch is not allowed. Empty if it is allowed. */
    blockers: Blocker[];
    /** Current version of the account. `null` if the account has no version. */
    from: PricedVersion | null;
    /** Version in the request. */
    to: PricedVersion;
    /**
     * New price minus current price, in minor units. `null` if either has no such price, or if they are charged
     * per different units.
     */
    difference: {
      /** Difference in the fee. */
      fee: number | null;
      /** Difference in the fee per user. */
      user_fee: number | null;
      /** Difference in the fee with annual billing. */
      annual_fee: number | null;
      /** Difference in the fee per user with annual billing. */
      annual_user_fee: number | null;
    };
    /** Features that only the new version includes. */
    gained: FeatureRef[];
    /** Features that only the current version includes. */
    lost: {
      /** Human-readable slug of the feature. */
      id: string;
      /** Display name of the feature. */
      title: string;
      /** `true` for a usage limit that is a row of its own, `false` for a feature. */
      is_limit: boolean;
      /** What the account uses of it. Absent if your system has not reported it. */
      usage?: number;
      /** Whether that is more than the account would have, with the optional features that stay on. */
      exceeded?: boolean;
    }[];
    /** Features that both versions include, with those in `raised`, `lowered` and `changed`. */
    kept: FeatureRef[];
    /** Features that both versions include, with a higher amount now. */
    raised: FeatureChange[];
    /** Features that both versions include, with a lower amount now. */
    lowered: {
      /** Human-readable slug of the feature. */
      id: string;
      /** Display name of the feature. */
      title: string;
      /** `true` for a usage limit that is a row of its own, `false` for a feature. */
      is_limit: boolean;
      /** What the previous version includes. */
      from: FeatureContent;
      /** What the new version includes. */
      to: FeatureContent;
      /**
       * Whether the new amount is better for the account. A lower one is, for features with `lower_is_better`.
       * Null if the values can’t be compared, or if it is not known which is better.
       */
      improved: boolean | null;
      /** What the account uses of it. Absent if your system has not reported it. */
      usage?: number;
      /** Whether that is more than the account would have, with the optional features that stay on. */
      exceeded?: boolean;
    }[];
    /** Features that both versions include, with values that can’t be compared, such as two texts or two units. */
    changed: FeatureChange[];
    /**
     * The limits of which the account uses more than it would have, and more so than now. Absent if your system
     * has not reported usage.
     */
    exceeded_limits?: {
      /** Human-readable slug of the limit. */
      id: string;
      /** Display name of the limit. */
      title: string;
      /** What the account uses. */
      used: number;
      /** What the account has or would have, with its optional features. */
      allowed: number;
      /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
      unit: string | null;
      /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
      period: string | null;
      /** Whether the change is blocked, or allowed with a warning, as the extension says. */
      exceeding: 'warn' | 'block';
    }[];
    /** Optional features of the current version that the new version includes. */
    optional_gained: FeatureRef[];
    /** Optional features of the current version that are not available in the new version. */
    optional_lost: FeatureRef[];
    /** Period that the account would be billed for. */
    billing_period: BillingPeriod;
    /** Period that the account is billed for now. `null` if it has no version. */
    previous_billing_period: BillingPeriod | null;
    /** Periods that the version is sold for. */
    billing_periods: BillingPeriod[];
    /** Number of users that the account would have. */
    users: number;
    /** Number of users that the account has now. */
    previous_users: number;
    /** How many `fee_unit` of the version the account would have. `null` if it is not sold per unit. */
    quantity: number | null;
    /** How many `fee_unit` of its version the account has now. `null` if it is not sold per unit. */
    previous_quantity: number | null;
    /** Optional features that are on or would be restored, and what the switch would do with each. */
    options: {
      /** Optional feature ID, `off_…`. */
      id: string;
      /** Display name of the optional feature. */
      title: string;
      /**
       * `kept`: it stays on, at the price of the new version. `included`: the new version includes it, so it is
       * turned off. `lost`: it is turned off, because it is not available for the new version, was scheduled to
       * be turned off with the switch, or was off before the switch that is undone. `restored`: an undo, or the
       * end of a trial, turns it on again.
       */
      outcome: 'kept' | 'included' | 'lost' | 'restored';
      /** How many are on after the switch, or were on before it if it is turned off. */
      quantity: number;
      /** How many were on before, if it is kept in another quantity. */
      previous_quantity?: number;
      /**
       * ID of the optional feature that was on before the switch, if `id` has taken its place: one of both is
       * kept for accounts that had it when it changed.
       */
      previous_id?: string;
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
      /** Period whose fee would apply. `null` if it would be turned off. */
      billing_period: BillingPeriod | null;
      /** Human-readable explanation that you can show to users. */
      message: string;
      /** Features and limits that the optional feature has. */
      features: FeatureRef[];
      /** Price now, or when it was last on, and the period whose fee applies. */
      previous: {
        /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
        fee: number | null;
        /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
        user_fee: number | null;
        /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
        fee_unit: string | null;
        /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
        user_fee_unit: string | null;
        /**
         * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
         * `billing_period` already is `year`.
         */
        annual_fee: number | null;
        /**
         * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
         * there is no fee per user.
         */
        annual_user_fee: number | null;
        /**
         * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null`
         * then. `null` otherwise.
         */
        price_text: string | null;
        /**
         * Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees
         * apply.
         */
        billing_period: BillingPeriod;
      };
    }[];
    /** The scheduled change that this one would end. `null` if there is none. */
    supersedes: {
      /** Change ID, `chg_…`. */
      id: string;
      version: {
        /** Version ID, `ver_…`. */
        id: string;
        /** Display name of the version. */
        title: string;
      };
      /** When it would be applied. Unix timestamp in seconds. */
      effective_at: number;
      /** Who made it. */
      origin: 'owner' | 'member' | 'host' | 'product' | 'support';
    } | null;
    /**
     * The scheduled change that this one would be made together with, as the preview shows it. `null` if there
     * is none.
     */
    joins: {
      /** Change ID, `chg_…`. */
      id: string;
      version: {
        /** Version ID, `ver_…`. */
        id: string;
        /** Display name of the version. */
        title: string;
      };
      /** When it would be applied. Unix timestamp in seconds. */
      effective_at: number;
      /** Who made it. */
      origin: 'owner' | 'member' | 'host' | 'product' | 'support';
    } | null;
    /** What was agreed with the account and would end. `null` for nothing. */
    ends_terms: Terms | null;
    /**
     * Whether your system has to confirm the switch of this caller: create a change and continue at its
     * `checkout_url`.
     */
    confirmation_required: boolean;
    /** The trial that the switch would start. `null` for none. */
    trial: {
      /** When it would end. Unix timestamp in seconds. */
      ends_at: number;
      /** Version that would follow, also the same one. */
      next_version: {
        /** Version ID, `ver_…`. */
        id: string;
        /** Display name of the version. */
        title: string;
      };
      /** What the account would pay from then on, if it chooses nothing. */
      total: Total;
      /** What it would pay if it chose the version, with the optional features that are on in the trial. */
      chosen_total: Total;
      /** What it would pay in the trial: for the optional features that stay on. `null` for nothing. */
      options_total: Total | null;
      /**
       * The optional features that are on now, and what the end of the trial does with each: `kept` or
       * `restored`, at the price then, or `included` or `lost`, if it is off then. `previous` is the price now.
       */
      options: {
        /** Optional feature ID, `off_…`. */
        id: string;
        /** Display name of the optional feature. */
        title: string;
        /**
         * `kept`: it stays on, at the price of the new version. `included`: the new version includes it, so it
         * is turned off. `lost`: it is turned off, because it is not available for the new version, was
         * scheduled to be turned off with the switch, or was off before the switch that is undone. `restored`:
         * an undo, or the end of a trial, turns it on again.
         */
        outcome: 'kept' | 'included' | 'lost' | 'restored';
        /** How many are on after the switch, or were on before it if it is turned off. */
        quantity: number;
        /** How many were on before, if it is kept in another quantity. */
        previous_quantity?: number;
        /**
         * ID of the optional feature that was on before the switch, if `id` has taken its place: one of both is
         * kept for accounts that had it when it changed.
         */
        previous_id?: string;
        /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
        fee: number | null;
        /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
        user_fee: number | null;
        /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
        fee_unit: string | null;
        /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
        user_fee_unit: string | null;
        /**
         * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
         * `billing_period` already is `year`.
         */
        annual_fee: number | null;
        /**
         * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
         * there is no fee per user.
         */
        annual_user_fee: number | null;
        /**
         * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null`
         * then. `null` otherwise.
         */
        price_text: string | null;
        /** Period whose fee would apply. `null` if it would be turned off. */
        billing_period: BillingPeriod | null;
        /** Human-readable explanation that you can show to users. */
        message: string;
        /** Features and limits that the optional feature has. */
        features: FeatureRef[];
        /** Price now, or when it was last on, and the period whose fee applies. */
        previous: {
          /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
          fee: number | null;
          /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
          user_fee: number | null;
          /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
          fee_unit: string | null;
          /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
          user_fee_unit: string | null;
          /**
           * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
           * `billing_period` already is `year`.
           */
          annual_fee: number | null;
          /**
           * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
           * there is no fee per user.
           */
          annual_user_fee: number | null;
          /**
           * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null`
           * then. `null` otherwise.
           */
          price_text: string | null;
          /**
           * Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual
           * fees apply.
           */
          billing_period: BillingPeriod;
        };
        /** Whether it stays on in the trial. Its price is paid then. */
        paid: boolean;
        /** Whether its price is higher after the trial than now. */
        price_increased: boolean;
      }[];
    } | null;
    /** When the trial would end that the account is in now. Unix timestamp in seconds. `null` if it is in none. */
    previous_trial_ends_at: number | null;
    /**
     * Price of the version and of the optional features that are on, before and after, by list: also in a trial,
     * in which nothing is paid.
     */
    totals: {
      /** What the account pays now. `null` if it has no version. */
      before: Total | null;
      /** What the account would pay. */
      after: Total;
    };
    /**
     * What the account would pay from the end of its terms, without and with the change. `totals` are what it
     * pays until then. `null` if its terms have no end, or the price does not change then.
     */
    terms_end: {
      /** When they end. Unix timestamp in seconds. */
      at: number;
      /**
       * Price of the version and of the optional features that are on, before and after, by list: also in a
       * trial, in which nothing is paid.
       */
      totals: {
        /** What the account pays now. `null` if it has no version. */
        before: Total | null;
        /** What the account would pay. */
        after: Total;
      };
    } | null;
    /** Revision of the preview. Send it as `If-Match` with the switch. */
    revision: string;
  };
}

export interface PricedVersion {
  /** Version ID, `ver_…`. */
  id: string;
  /** Display name of the version. */
  title: string;
  /**
   * ID of the version that has replaced this one. Accounts keep the version they chose when its plan changes.
   * `null` if it is not replaced.
   */
  replaced_by: string | null;
  /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
  fee: number | null;
  /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
  user_fee: number | null;
  /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
  fee_unit: string | null;
  /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
  user_fee_unit: string | null;
  /**
   * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
   * `billing_period` already is `year`.
   */
  annual_fee: number | null;
  /**
   * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
   * is no fee per user.
   */
  annual_user_fee: number | null;
  /**
   * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
   * `null` otherwise.
   */
  price_text: string | null;
  /**
   * Smallest number of users that the version is sold for. Totals count at least as many. `null` if there is no
   * minimum.
   */
  min_users: number | null;
  /** Smallest number of `fee_unit` that the version is sold for. `null` if there is no minimum. */
  min_quantity: number | null;
  /** Largest number of `fee_unit` that the version is sold for. `null` if there is no maximum. */
  max_quantity: number | null;
}

export interface FeatureRef {
  /** Human-readable slug of the feature. */
  id: string;
  /** Display name of the feature. */
  title: string;
  /** `true` for a usage limit that is a row of its own, `false` for a feature. */
  is_limit: boolean;
}

export interface FeatureChange {
  /** Human-readable slug of the feature. */
  id: string;
  /** Display name of the feature. */
  title: string;
  /** `true` for a usage limit that is a row of its own, `false` for a feature. */
  is_limit: boolean;
  /** What the previous version includes. */
  from: FeatureContent;
  /** What the new version includes. */
  to: FeatureContent;
  /**
   * Whether the new amount is better for the account. A lower one is, for features with `lower_is_better`. Null
   * if the values can’t be compared, or if it is not known which is better.
   */
  improved: boolean | null;
}

export interface FeatureContent {
  /** English text that is displayed instead of a check mark: the formatted amount, or a text such as `Full`. */
  value: string | null;
  /** The amount in the feature’s unit. `null` if there is none or if it is unlimited. */
  amount: number | null;
  /** Whether the amount is unlimited. */
  unlimited: boolean;
  /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
  unit: string | null;
  /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
  period: string | null;
}

export type SwitchRequest = {
  /** ID of the version to switch to, `ver_…`. */
  version_id?: string;
  /** Reason for the switch, stored in the history. */
  reason?: string;
  /**
   * Period to bill for. Default: the account’s, if the version is sold for it, otherwise the one that it is sold
   * for.
   */
  billing_period?: BillingPeriod;
  /**
   * Number of users from then on. Default: the account’s, or the smallest that the version is sold for. With the
   * current version, it alone changes.
   */
  users?: number;
  /**
   * How many `fee_unit` of the version, such as sites, from then on. Default: the account’s if its version has
   * the same unit, otherwise the smallest. Ignored for versions that are not sold per unit.
   */
  quantity?: number;
  /**
   * `true` starts the trial of the version. `false` ends the one that the account is in. Default: it ends too,
   * unless the request sets `users` or `quantity` of the same version.
   */
  trial?: boolean;
  /**
   * Starts a trial with this end, for an app key or support: also of a version without a trial, and to set
   * another end of the account’s. Unix timestamp in seconds.
   */
  trial_ends_at?: number;
  /**
   * Instead of all but `reason`: ID of the newest history entry, `avh_…`. The account returns to the version,
   * the billing period, the numbers and the optional features that it had before.
   */
  restore?: string;
} & ({ version_id: string } | { restore: string });

export interface SwitchResult {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** History entry ID, `avh_…`. */
    history_id: string;
    /** Version ID, `ver_…`. */
    version_id: string;
    /** Time at which the version became active. Unix timestamp in seconds. */
    timestamp: number;
  };
}

export interface Total {
  /** Period that the total is for. What is on, but not sold for a year, counts twelve times its monthly price. */
  billing_period: BillingPeriod;
  /** Number of users in `amount`: at least the smallest that the version is sold for. */
  users: number;
  /** How many `fee_unit` of the version `fee` is for. `null` if the version is not sold per unit. */
  quantity: number | null;
  /** Sum of the fees, in minor units. */
  fee: number;
  /** Sum of the fees per user, in minor units. */
  user_fee: number;
  /** `fee` plus `user_fee` for each of the users. */
  amount: number;
  /**
   * IDs of the version and optional features whose price is not part of the total: priced on request or in
   * words, or an optional feature that is charged per something other than accounts, users and its quantity.
   */
  not_included: string[];
}

export interface AccountChange {
  /** Change ID, `chg_…`. */
  id: string;
  /**
   * `scheduled` for a time, or `waiting` for consent. The others are final. `superseded`: another change has
   * taken its place. `expired`: there was no answer in time.
   */
  state: 'scheduled' | 'waiting' | 'applied' | 'canceled' | 'declined' | 'superseded' | 'expired';
  /** Version to switch to, with its price when the change was confirmed. */
  version: {
    /** Version ID, `ver_…`. */
    id: string;
    /** Display name of the version. */
    title: string;
    /** Label that versions are sorted by; `v2` comes before `v10`. */
    tag: string;
    /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
    fee: number | null;
    /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
    user_fee: number | null;
    /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
    fee_unit: string | null;
    /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
    user_fee_unit: string | null;
    /**
     * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
     * `billing_period` already is `year`.
     */
    annual_fee: number | null;
    /**
     * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
     * is no fee per user.
     */
    annual_user_fee: number | null;
    /**
     * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
     * `null` otherwise.
     */
    price_text: string | null;
    /** Three-letter ISO 4217 currency code. */
    currency: string;
    /**
     * Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is
     * 9.90. Do not take them from `Intl` or another list, which can differ.
     */
    currency_digits: number;
  };
  /** Version of the account at that time. `null` if it had none. */
  previous_version: {
    /** Version ID, `ver_…`. */
    id: string;
    /** Display name of the version. */
    title: string;
    /** Label that versions are sorted by; `v2` comes before `v10`. */
    tag: string;
    /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
    fee: number | null;
    /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
    user_fee: number | null;
    /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
    fee_unit: string | null;
    /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
    user_fee_unit: string | null;
    /**
     * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
     * `billing_period` already is `year`.
     */
    annual_fee: number | null;
    /**
     * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
     * is no fee per user.
     */
    annual_user_fee: number | null;
    /**
     * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
     * `null` otherwise.
     */
    price_text: string | null;
    /** Three-letter ISO 4217 currency code. */
    currency: string;
    /**
     * Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is
     * 9.90. Do not take them from `Intl` or another list, which can differ.
     */
    currency_digits: number;
  } | null;
  /** Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees apply. */
  billing_period: BillingPeriod;
  /**
   * Whether the account paid more or less in a year than before, as `pays` of the preview. `unknown` also for
   * what was recorded before this field existed.
   */
  pays: 'more' | 'less' | 'same' | 'unknown';
  /**
   * Number of users to set. `null`: it stays. With the end of a trial the number before it returns, unless
   * another one was set since.
   */
  users: number | null;
  /** Optional feature that the change is about. `null` for a switch. */
  optional_feature: {
    /** Optional feature ID, `off_…`. */
    id: string;
    /** Display name of the optional feature. */
    title: string;
  } | null;
  /**
   * How many of the optional feature are on then, `0` if it is turned off, or how many `fee_unit` of the version
   * to set. `null`: it stays.
   */
  quantity: number | null;
  /**
   * All that it does, together and in this order. The first is what the fields above say. The others turn
   * optional features off, with the `quantity` 0, or make them smaller. With the end of a trial, they turn on
   * again what its start ended.
   */
  commands: {
    /** Version to switch to, or to stay on. `null` for an optional feature. */
    version_id: string | null;
    /** Period to bill for. `null` for an optional feature. */
    billing_period: BillingPeriod | null;
    /** Number of users to set. `null`: it stays. */
    users: number | null;
    /** How many of either are on or sold then. `null`: it stays. */
    quantity: number | null;
    /** Optional feature to change. `null` for a version. */
    optional_feature: {
      /** Optional feature ID, `off_…`. */
      id: string;
      /** Display name of the optional feature. */
      title: string;
    } | null;
  }[];
  /**
   * `start`: it starts the trial of the version. `end`: it ends the trial that the account is in, and is applied
   * in any case. `none`: it ends the trial before. `null`: as by default.
   */
  trial: 'start' | 'end' | 'none' | null;
  /** When it is applied. Unix timestamp in seconds. `null`: when all consent is given. */
  effective_at: number | null;
  /** Whether `effective_at` follows the end of the billing period. */
  at_period_end: boolean;
  /** Who has to approve it: an owner of the account, or your system. `null` if no consent is missing. */
  waits_for: 'owner' | 'host' | null;
  /** When consent is no longer possible. Unix timestamp in seconds. `null` if it does not wait for consent. */
  expires_at: number | null;
  /** Who made it. Owners can’t cancel those of `host`, your system, and `product`. */
  origin: 'owner' | 'member' | 'host' | 'product' | 'support';
  /** Move that it belongs to, `mov_…`. `null` for none. */
  move_id: string | null;
  /** The reason that was given. */
  reason: string | null;
  /** Number of people whose identical requests wait. */
  requests: number;
  /** Why it could not be applied when it was due. It waits for the owner then. */
  blockers: {
    /** Error code of a switch, `price_increased`, `content_reduced` or `terms_would_end`. */
    code: string;
    /** Human-readable explanation that you can show to users. */
    message: string;
  }[];
  /** Unix timestamp in seconds. */
  created_at: number;
  /** Who made it. */
  created_by: Actor;
  /** Who approved, declined or canceled it. `null` if this was not done. */
  decided_by: Actor | null;
  /** What was said when it was declined or canceled. */
  message: string | null;
  /** Unix timestamp in seconds. `null` for an open change. */
  ended_at: number | null;
  /**
   * The history entry that applied it, of the account, `avh_…`, or of the optional feature, `aoh_…`. `null` for
   * none.
   */
  history_id: string | null;
  /** What the preview said that was confirmed. */
  confirmed: {
    /** Number of users that the account would have. */
    users: number;
    /** How many `fee_unit` of the version it would have. `null` if it is not sold per unit. */
    quantity: number | null;
    /** Optional features that are on before or after, each with the price of one. */
    optional_features: {
      /** Optional feature ID, `off_…`. */
      id: string;
      /** Display name of the optional feature. */
      title: string;
      /** How many would be on. `0` if it would be turned off. */
      quantity: number;
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
    }[];
    /**
     * Price of the version and of the optional features that are on, before and after, by list: also in a trial,
     * in which nothing is paid.
     */
    totals: {
      /** What the account pays now. `null` if it has no version. */
      before: Total | null;
      /** What the account would pay. */
      after: Total;
    };
  };
  /**
   * What the account pays now, and would pay if a scheduled change were made now: with what has changed since it
   * was confirmed. `null` for other changes.
   */
  totals: {
    /** What the account pays now. `null` if it has no version. */
    before: Total | null;
    /** What the account would pay. */
    after: Total;
  } | null;
  /** With the end of a trial: what is paid until then, for the optional features that are on. `null` for nothing. */
  options_total: Total | null;
  /**
   * Page of your product where the owner continues, with `change`, `account_id` and `external_id`. `null` unless
   * it waits for `host`.
   */
  checkout_url: string | null;
  /** Whether the caller can cancel it. */
  cancelable: boolean;
}

export interface AccountChangeList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** The changes, newest first. */
  payload: AccountChange[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface Request {
  /** Change ID, `chg_…`. */
  id: string;
  /**
   * `scheduled` for a time, or `waiting` for consent. The others are final. `superseded`: another change has
   * taken its place. `expired`: there was no answer in time.
   */
  state: 'scheduled' | 'waiting' | 'applied' | 'canceled' | 'declined' | 'superseded' | 'expired';
  /** Version to switch to, with its price when the change was confirmed. */
  version: {
    /** Version ID, `ver_…`. */
    id: string;
    /** Display name of the version. */
    title: string;
    /** Label that versions are sorted by; `v2` comes before `v10`. */
    tag: string;
    /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
    fee: number | null;
    /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
    user_fee: number | null;
    /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
    fee_unit: string | null;
    /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
    user_fee_unit: string | null;
    /**
     * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
     * `billing_period` already is `year`.
     */
    annual_fee: number | null;
    /**
     * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
     * is no fee per user.
     */
    annual_user_fee: number | null;
    /**
     * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
     * `null` otherwise.
     */
    price_text: string | null;
    /** Three-letter ISO 4217 currency code. */
    currency: string;
    /**
     * Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is
     * 9.90. Do not take them from `Intl` or another list, which can differ.
     */
    currency_digits: number;
  };
  /** Version of the account at that time. `null` if it had none. */
  previous_version: {
    /** Version ID, `ver_…`. */
    id: string;
    /** Display name of the version. */
    title: string;
    /** Label that versions are sorted by; `v2` comes before `v10`. */
    tag: string;
    /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
    fee: number | null;
    /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
    user_fee: number | null;
    /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
    fee_unit: string | null;
    /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
    user_fee_unit: string | null;
    /**
     * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
     * `billing_period` already is `year`.
     */
    annual_fee: number | null;
    /**
     * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
     * is no fee per user.
     */
    annual_user_fee: number | null;
    /**
     * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
     * `null` otherwise.
     */
    price_text: string | null;
    /** Three-letter ISO 4217 currency code. */
    currency: string;
    /**
     * Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is
     * 9.90. Do not take them from `Intl` or another list, which can differ.
     */
    currency_digits: number;
  } | null;
  /** Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees apply. */
  billing_period: BillingPeriod;
  /**
   * Whether the account paid more or less in a year than before, as `pays` of the preview. `unknown` also for
   * what was recorded before this field existed.
   */
  pays: 'more' | 'less' | 'same' | 'unknown';
  /**
   * Number of users to set. `null`: it stays. With the end of a trial the number before it returns, unless
   * another one was set since.
   */
  users: number | null;
  /** Optional feature that the change is about. `null` for a switch. */
  optional_feature: {
    /** Optional feature ID, `off_…`. */
    id: string;
    /** Display name of the optional feature. */
    title: string;
  } | null;
  /**
   * How many of the optional feature are on then, `0` if it is turned off, or how many `fee_unit` of the version
   * to set. `null`: it stays.
   */
  quantity: number | null;
  /**
   * All that it does, together and in this order. The first is what the fields above say. The others turn
   * optional features off, with the `quantity` 0, or make them smaller. With the end of a trial, they turn on
   * again what its start ended.
   */
  commands: {
    /** Version to switch to, or to stay on. `null` for an optional feature. */
    version_id: string | null;
    /** Period to bill for. `null` for an optional feature. */
    billing_period: BillingPeriod | null;
    /** Number of users to set. `null`: it stays. */
    users: number | null;
    /** How many of either are on or sold then. `null`: it stays. */
    quantity: number | null;
    /** Optional feature to change. `null` for a version. */
    optional_feature: {
      /** Optional feature ID, `off_…`. */
      id: string;
      /** Display name of the optional feature. */
      title: string;
    } | null;
  }[];
  /**
   * `start`: it starts the trial of the version. `end`: it ends the trial that the account is in, and is applied
   * in any case. `none`: it ends the trial before. `null`: as by default.
   */
  trial: 'start' | 'end' | 'none' | null;
  /** When it is applied. Unix timestamp in seconds. `null`: when all consent is given. */
  effective_at: number | null;
  /** Whether `effective_at` follows the end of the billing period. */
  at_period_end: boolean;
  /** Who has to approve it: an owner of the account, or your system. `null` if no consent is missing. */
  waits_for: 'owner' | 'host' | null;
  /** When consent is no longer possible. Unix timestamp in seconds. `null` if it does not wait for consent. */
  expires_at: number | null;
  /** Who made it. Owners can’t cancel those of `host`, your system, and `product`. */
  origin: 'owner' | 'member' | 'host' | 'product' | 'support';
  /** Move that it belongs to, `mov_…`. `null` for none. */
  move_id: string | null;
  /** The reason that was given. */
  reason: string | null;
  /** Number of people whose identical requests wait. */
  requests: number;
  /** Why it could not be applied when it was due. It waits for the owner then. */
  blockers: {
    /** Error code of a switch, `price_increased`, `content_reduced` or `terms_would_end`. */
    code: string;
    /** Human-readable explanation that you can show to users. */
    message: string;
  }[];
  /** Unix timestamp in seconds. */
  created_at: number;
  /** Who made it. */
  created_by: Actor;
  /** Who approved, declined or canceled it. `null` if this was not done. */
  decided_by: Actor | null;
  /** What was said when it was declined or canceled. */
  message: string | null;
  /** Unix timestamp in seconds. `null` for an open change. */
  ended_at: number | null;
  /**
   * The history entry that applied it, of the account, `avh_…`, or of the optional feature, `aoh_…`. `null` for
   * none.
   */
  history_id: string | null;
  /** What the preview said that was confirmed. */
  confirmed: {
    /** Number of users that the account would have. */
    users: number;
    /** How many `fee_unit` of the version it would have. `null` if it is not sold per unit. */
    quantity: number | null;
    /** Optional features that are on before or after, each with the price of one. */
    optional_features: {
      /** Optional feature ID, `off_…`. */
      id: string;
      /** Display name of the optional feature. */
      title: string;
      /** How many would be on. `0` if it would be turned off. */
      quantity: number;
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
    }[];
    /**
     * Price of the version and of the optional features that are on, before and after, by list: also in a trial,
     * in which nothing is paid.
     */
    totals: {
      /** What the account pays now. `null` if it has no version. */
      before: Total | null;
      /** What the account would pay. */
      after: Total;
    };
  };
  /**
   * What the account pays now, and would pay if a scheduled change were made now: with what has changed since it
   * was confirmed. `null` for other changes.
   */
  totals: {
    /** What the account pays now. `null` if it has no version. */
    before: Total | null;
    /** What the account would pay. */
    after: Total;
  } | null;
  /** With the end of a trial: what is paid until then, for the optional features that are on. `null` for nothing. */
  options_total: Total | null;
  /**
   * Page of your product where the owner continues, with `change`, `account_id` and `external_id`. `null` unless
   * it waits for `host`.
   */
  checkout_url: string | null;
  /** Whether the caller can cancel it. */
  cancelable: boolean;
  /** The account that it is of. */
  account: {
    /** Account ID, `acc_…`. */
    id: string;
    /** ID of the account in your system. `null` if it has none. */
    external_id: string | null;
    /** Display name of the account. */
    title: string;
  };
}

export interface RequestList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** The changes, newest first. */
  data: Request[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface AccountChangeResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: AccountChange;
}

export type AccountChangeRequest = {
  /** ID of the version to switch to, `ver_…`. */
  version_id?: string;
  /** Period to bill for. Default: the account’s, if the version is sold for it. */
  billing_period?: BillingPeriod;
  /** Number of users to set. Default: it stays, whatever it is then. */
  users?: number;
  /**
   * Instead of `version_id`, `billing_period` and `users`: ID of an optional feature to turn on or off, `off_…`,
   * or its human ID.
   */
  optional_feature_id?: string;
  /**
   * How many `fee_unit` of the version, at least 1, or with `optional_feature_id` how many are on from then on,
   * where `0` turns it off. Default: the present quantity, or the smallest.
   */
  quantity?: number;
  /** `true` starts the trial of the version, `false` ends the account’s: as in `POST /app/versions`. */
  trial?: boolean;
  /**
   * `now`, the default: at once, or when all consent is given. `period_end`: at the end of the billing period,
   * also if your system moves it. Or a Unix timestamp in seconds, at most two years ahead.
   */
  effective?: 'now' | 'period_end' | number;
  /** Reason for the change, or note of the member who asks for it. */
  reason?: string;
} & ({ version_id: string } | { optional_feature_id: string });

export interface AccountChangeRefusal {
  /** What is shown to the person who made the change. */
  message?: string;
}

export interface ClockRequest {
  /**
   * The new time of the account: not before its present time, and at most two years after it. Unix timestamp in
   * seconds.
   */
  now: number;
}

export interface ClockResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Time of the account. Unix timestamp in seconds. */
    now: number;
    /** The changes that were due or expired until then, in this order, as they are now. */
    changes: AccountChange[];
  };
}

export interface MoveRequest {
  /** Version whose accounts are moved, `ver_…`. */
  from_version_id: string;
  /** Another version, which they get, `ver_…`. */
  to_version_id: string;
  /** When they get it: as in `POST /account/changes`. */
  effective: 'now' | 'period_end' | number;
  /** Reason that owners read. */
  reason?: string;
}

export interface MoveList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** The moves of the last 90 days and those with later changes, newest first. */
  data: {
    /** Move ID, `mov_…`. */
    id: string;
    /**
     * `scheduling`: changes are being scheduled. `scheduled`: each account was looked at. `stopped`: `stopped`
     * has the reason. `canceling`: open changes are being canceled. `canceled`: none is left.
     */
    state: 'scheduling' | 'scheduled' | 'stopped' | 'canceling' | 'canceled';
    /** Unix timestamp in seconds. */
    created_at: number;
    /** Who made it. */
    created_by: Actor;
    /** Version whose accounts are moved. */
    previous_version: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Display name of the version. */
      title: string;
      /** Label that versions are sorted by; `v2` comes before `v10`. */
      tag: string;
    };
    /** Version that they get. */
    version: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Display name of the version. */
      title: string;
      /** Label that versions are sorted by; `v2` comes before `v10`. */
      tag: string;
    };
    /** When they get it: `now`, `period_end` or a Unix timestamp in seconds. */
    effective: 'now' | 'period_end' | number;
    /** The reason that owners read. */
    reason: string | null;
    /** Number of accounts of the version when the move was made. */
    accounts: number;
    /** Number of accounts with a change of the move. */
    scheduled: number;
    /** Number of accounts that are not moved. */
    skipped: number;
    /** Number of changes that are not due yet. */
    open: number;
    /** Number of changes that could not be applied and wait for the owner. */
    waiting: number;
    /** Number of changes that have ended in the last 90 days, by outcome. */
    ended: {
      /** The accounts have the version. */
      applied: number;
      /** With the move, or by staff. */
      canceled: number;
      /** By an owner. */
      declined: number;
      /** The accounts have chosen otherwise. */
      superseded: number;
      /** No owner answered within 30 days. */
      expired: number;
    };
    /** Why the remaining accounts were not looked at. `null` if they were, or will be. */
    stopped: {
      /**
       * What the version is that accounts get. `preview_stale`: its price or content has changed.
       * `version_inactive`, `version_not_found`: it is no longer offered.
       */
      code: 'preview_stale' | 'version_inactive' | 'version_not_found';
      /** Human-readable explanation. */
      message: string;
    } | null;
  }[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface MoveResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Move ID, `mov_…`. */
    id: string;
    /**
     * `scheduling`: changes are being scheduled. `scheduled`: each account was looked at. `stopped`: `stopped`
     * has the reason. `canceling`: open changes are being canceled. `canceled`: none is left.
     */
    state: 'scheduling' | 'scheduled' | 'stopped' | 'canceling' | 'canceled';
    /** Unix timestamp in seconds. */
    created_at: number;
    /** Who made it. */
    created_by: Actor;
    /** Version whose accounts are moved. */
    previous_version: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Display name of the version. */
      title: string;
      /** Label that versions are sorted by; `v2` comes before `v10`. */
      tag: string;
    };
    /** Version that they get. */
    version: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Display name of the version. */
      title: string;
      /** Label that versions are sorted by; `v2` comes before `v10`. */
      tag: string;
    };
    /** When they get it: `now`, `period_end` or a Unix timestamp in seconds. */
    effective: 'now' | 'period_end' | number;
    /** The reason that owners read. */
    reason: string | null;
    /** Number of accounts of the version when the move was made. */
    accounts: number;
    /** Number of accounts with a change of the move. */
    scheduled: number;
    /** Number of accounts that are not moved. */
    skipped: number;
    /** Number of changes that are not due yet. */
    open: number;
    /** Number of changes that could not be applied and wait for the owner. */
    waiting: number;
    /** Number of changes that have ended in the last 90 days, by outcome. */
    ended: {
      /** The accounts have the version. */
      applied: number;
      /** With the move, or by staff. */
      canceled: number;
      /** By an owner. */
      declined: number;
      /** The accounts have chosen otherwise. */
      superseded: number;
      /** No owner answered within 30 days. */
      expired: number;
    };
    /** Why the remaining accounts were not looked at. `null` if they were, or will be. */
    stopped: {
      /**
       * What the version is that accounts get. `preview_stale`: its price or content has changed.
       * `version_inactive`, `version_not_found`: it is no longer offered.
       */
      code: 'preview_stale' | 'version_inactive' | 'version_not_found';
      /** Human-readable explanation. */
      message: string;
    } | null;
    /** The first 100 accounts that are not moved. */
    skipped_accounts: {
      /** Account ID, `acc_…`. */
      account_id: string;
      /** ID of the account in your system. */
      external_id: string | null;
      /**
       * Error code of `POST /account/changes`, such as `switch_conflict` if the account is busy, or
       * `change_scheduled`: the account has a scheduled change.
       */
      code: string;
      /** Human-readable explanation. */
      message: string;
    }[];
  };
}

export interface MovePreviewResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Number of accounts of the version. */
    accounts: number;
    /** Number of accounts that a move would move, of those looked at. */
    movable: number;
    /** Accounts that it would not move, of those looked at. */
    skipped: {
      /** Account ID, `acc_…`. */
      account_id: string;
      /** ID of the account in your system. */
      external_id: string | null;
      /**
       * Error code of `POST /account/changes`, such as `switch_conflict` if the account is busy, or
       * `change_scheduled`: the account has a scheduled change.
       */
      code: string;
      /** Human-readable explanation. */
      message: string;
    }[];
    /**
     * What all accounts of the version pay per month by list, now and if all of them are moved: as `revenue` of
     * an edition. `null` with a `cursor`.
     */
    revenue: Revenue | null;
    /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
    next_cursor?: string;
    /** Whether there is a next page. */
    has_more: boolean;
  };
}

export interface OptionalFeatures {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** The optional features, in catalog order. */
    optional_features: OptionalFeature[];
    /** Price of those that are on. `null` for callers without an account or version. */
    total: Total | null;
  };
}

export interface OptionalFeature {
  /** Optional feature ID, `off_…`. */
  id: string;
  /** Human-readable slug of the optional feature. */
  human_id: string;
  /**
   * ID of the optional feature that has replaced this one. Accounts keep an optional feature as they turned it
   * on when it gets worse. `null` if it is not replaced.
   */
  replaced_by: string | null;
  /** Display name of the optional feature. */
  title: string;
  /** Description of the optional feature. May be empty. */
  description: string;
  /** Additional information as a list. Items are separated by `|` or a newline. `null` if there is none. */
  more_info: string | null;
  /** Features that it adds to versions that do not include them. */
  features: {
    /** Human-readable slug of the feature. */
    id: string;
    /** Display name of the feature. */
    title: string;
    /** `true` for a usage limit that is a row of its own, `false` for a feature. */
    is_limit: boolean;
    /** English text that is displayed instead of a check mark: the formatted amount, or a text such as `Full`. */
    value: string | null;
    /** The amount in the feature’s unit. `null` if there is none or if it is unlimited. */
    amount: number | null;
    /** Whether the amount is unlimited. */
    unlimited: boolean;
    /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
    unit: string | null;
    /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
    period: string | null;
  }[];
  /** Amounts that it changes. */
  limits: {
    /** Human-readable slug of the feature. */
    id: string;
    /** Display name of the feature. */
    title: string;
    /** `true` for a usage limit that is a row of its own, `false` for a feature. */
    is_limit: boolean;
    /** `set` replaces the amount of the version, `add` is added to it. */
    change: 'set' | 'add';
    /** English text that is displayed instead of a check mark: the formatted amount, or a text such as `Full`. */
    value: string | null;
    /** The amount in the feature’s unit. `null` if there is none or if it is unlimited. */
    amount: number | null;
    /** Whether the amount is unlimited. */
    unlimited: boolean;
    /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
    unit: string | null;
    /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
    period: string | null;
    /**
     * Map from version ID to the amount, if it depends on the version. `value` and `amount` are null then, and
     * other versions keep theirs. Else empty.
     */
    versions: Record<string, FeatureAmount>;
  }[];
  /** Optional features that this one requires. */
  depends_on: string[];
  /** Optional features that can’t be combined with this one. */
  excludes: string[];
  /** How many an account has at least, if the optional feature is on. */
  min_quantity: number;
  /**
   * How many an account can have. Fees and amounts that are added are multiplied by the quantity. `1` if the
   * optional feature is not sold by quantity.
   */
  max_quantity: number;
  /** Map from version ID to the price, for the versions that it is available for. */
  versions: Record<string, Price>;
  /**
   * Names of the fields that are in the language of the price list, because the language of the response has no
   * text for them. Absent if there are none.
   */
  untranslated?: string[];
  /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
  fee: number | null;
  /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
  user_fee: number | null;
  /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
  fee_unit: string | null;
  /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
  user_fee_unit: string | null;
  /**
   * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
   * `billing_period` already is `year`.
   */
  annual_fee: number | null;
  /**
   * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
   * is no fee per user.
   */
  annual_user_fee: number | null;
  /**
   * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
   * `null` otherwise.
   */
  price_text: string | null;
  /**
   * Version that the price is for: the current one. Without it, the version for which the price is lowest.
   * `null` for a retired optional feature that is on: its price is the one at which it was turned on.
   */
  price_version_id: string | null;
  /**
   * Period whose fee applies to the account. `month` with annual billing if it is not sold for a year. `null` if
   * it has no price for the account.
   */
  billing_period: BillingPeriod | null;
  /** Whether it is on. */
  active: boolean;
  /** How many are on. The fees are those of one. `0` if it is off. */
  quantity: number;
  /**
   * When it was last turned on or off, or its price or quantity changed. Unix timestamp in seconds. `null` if
   * never.
   */
  since: number | null;
  /** Whether the current version includes everything that it adds. */
  included: boolean;
  /**
   * Whether it is on or can be added to the current version, possibly after contacting the vendor. Without an
   * account, always `true`.
   */
  available: boolean;
  /** Whether it is no longer offered, or has been replaced. It stays on until it is turned off. */
  retired: boolean;
  /** Whether the caller can turn it on, or off if it is on. `null` for callers without an account. */
  change: OptionDecision | null;
  /**
   * Whether the caller turns it on, or raises its quantity, with `POST /account/changes`: the owner continues at
   * its `checkout_url`, and your system confirms it.
   */
  confirmation_required: boolean;
  /** Send it as `If-Match` with the change. `null` for callers without an account. */
  revision: string | null;
}

export interface OptionDecision {
  /**
   * Whether the account pays more or less in a year than before, by list: for its users, quantity, billing
   * period, optional features and terms. A trial counts as its version. `unknown` if the price of something is
   * not known.
   */
  pays: 'more' | 'less' | 'same' | 'unknown';
  /** Whether the caller can make the change. */
  allowed: boolean;
  /**
   * Present if the caller can make the change only at the end of the billing period, with `POST
   * /account/changes`.
   */
  period_end_only?: true;
  /** Reasons why the change is not allowed. Empty if it is allowed. */
  blockers: OptionBlocker[];
}

export interface OptionBlocker {
  /** Error code that the change would fail with. */
  code: 'option_included' | 'option_not_offered' | 'price_on_request' | 'billing_period_unavailable' | 'option_dependency_missing' | 'option_excluded' | 'option_required' | 'quantity_out_of_range' | 'users_limit_exceeded' | 'usage_exceeds_limit' | 'self_service_disabled' | 'forbidden';
  /** Human-readable explanation that you can show to users. */
  message: string;
  /** Optional features to turn on or off first. Empty if there are none. */
  options: string[];
  /** Only with `usage_exceeds_limit`. */
  usage?: {
    /** Human-readable slug of the limit. */
    id: string;
    /** Display name of the limit. */
    title: string;
    /** What the account uses. */
    used: number;
    /** What the account has or would have, with its optional features. */
    allowed: number;
    /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
    unit: string | null;
    /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
    period: string | null;
  };
}

export interface OptionPreview {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /**
     * Whether the account pays more or less in a year than before, by list: for its users, quantity, billing
     * period, optional features and terms. A trial counts as its version. `unknown` if the price of something is
     * not known.
     */
    pays: 'more' | 'less' | 'same' | 'unknown';
    /** Whether the caller can make the change. */
    allowed: boolean;
    /**
     * Present if the caller can make the change only at the end of the billing period, with `POST
     * /account/changes`.
     */
    period_end_only?: true;
    /** Reasons why the change is not allowed. Empty if it is allowed. */
    blockers: OptionBlocker[];
    /** Optional feature ID, `off_…`. */
    id: string;
    /** Display name of the optional feature. */
    title: string;
    /** How many would be on. `0` if it would be off. */
    quantity: number;
    /** How many are on now. `0` if it is off. */
    previous_quantity: number;
    /** How many an account has at least, if the optional feature is on. */
    min_quantity: number;
    /**
     * How many an account can have. Fees and amounts that are added are multiplied by the quantity. `1` if the
     * optional feature is not sold by quantity.
     */
    max_quantity: number;
    /** Version of the account. `null` if it has none. */
    version: PricedVersion | null;
    /** Period that the account is billed for. `null` if it has no version. */
    billing_period: BillingPeriod | null;
    /** Features that the account would only have after the change. */
    gained: FeatureRef[];
    /** Features that the account would no longer have. */
    lost: {
      /** Human-readable slug of the feature. */
      id: string;
      /** Display name of the feature. */
      title: string;
      /** `true` for a usage limit that is a row of its own, `false` for a feature. */
      is_limit: boolean;
      /** What the account uses of it. Absent if your system has not reported it. */
      usage?: number;
      /** Whether that is more than the account would have, with the optional features that stay on. */
      exceeded?: boolean;
    }[];
    /** Features that both versions include, with a higher amount now. */
    raised: FeatureChange[];
    /** Features that both versions include, with a lower amount now. */
    lowered: {
      /** Human-readable slug of the feature. */
      id: string;
      /** Display name of the feature. */
      title: string;
      /** `true` for a usage limit that is a row of its own, `false` for a feature. */
      is_limit: boolean;
      /** What the previous version includes. */
      from: FeatureContent;
      /** What the new version includes. */
      to: FeatureContent;
      /**
       * Whether the new amount is better for the account. A lower one is, for features with `lower_is_better`.
       * Null if the values can’t be compared, or if it is not known which is better.
       */
      improved: boolean | null;
      /** What the account uses of it. Absent if your system has not reported it. */
      usage?: number;
      /** Whether that is more than the account would have, with the optional features that stay on. */
      exceeded?: boolean;
    }[];
    /** Features that both versions include, with values that can’t be compared, such as two texts or two units. */
    changed: FeatureChange[];
    /**
     * The limits of which the account uses more than it would have, and more so than now. Absent if your system
     * has not reported usage.
     */
    exceeded_limits?: {
      /** Human-readable slug of the limit. */
      id: string;
      /** Display name of the limit. */
      title: string;
      /** What the account uses. */
      used: number;
      /** What the account has or would have, with its optional features. */
      allowed: number;
      /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
      unit: string | null;
      /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
      period: string | null;
      /** Whether the change is blocked, or allowed with a warning, as the extension says. */
      exceeding: 'warn' | 'block';
    }[];
    /** Optional features that are on now or would be on, in catalog order. */
    options: {
      /** Optional feature ID, `off_…`. */
      id: string;
      /** Display name of the optional feature. */
      title: string;
      /** How many would be on. */
      quantity: number;
      /** How many are on now. */
      previous_quantity: number;
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
      /** Period whose fee applies. */
      billing_period: BillingPeriod;
    }[];
    /** The scheduled change that this one would end. `null` if there is none. */
    supersedes: {
      /** Change ID, `chg_…`. */
      id: string;
      version: {
        /** Version ID, `ver_…`. */
        id: string;
        /** Display name of the version. */
        title: string;
      };
      /** When it would be applied. Unix timestamp in seconds. */
      effective_at: number;
      /** Who made it. */
      origin: 'owner' | 'member' | 'host' | 'product' | 'support';
    } | null;
    /**
     * The scheduled change that this one would be made together with, as the preview shows it. `null` if there
     * is none.
     */
    joins: {
      /** Change ID, `chg_…`. */
      id: string;
      version: {
        /** Version ID, `ver_…`. */
        id: string;
        /** Display name of the version. */
        title: string;
      };
      /** When it would be applied. Unix timestamp in seconds. */
      effective_at: number;
      /** Who made it. */
      origin: 'owner' | 'member' | 'host' | 'product' | 'support';
    } | null;
    /**
     * What the account would pay from the end of its terms, without and with the change. `totals` are what it
     * pays until then. `null` if its terms have no end, or the price does not change then.
     */
    terms_end: {
      /** When they end. Unix timestamp in seconds. */
      at: number;
      /**
       * Price of the version and of the optional features that are on, before and after, by list: also in a
       * trial, in which nothing is paid.
       */
      totals: {
        /** What the account pays now. `null` if it has no version. */
        before: Total | null;
        /** What the account would pay. */
        after: Total;
      };
    } | null;
    /**
     * Whether your system has to confirm the change of this caller: create a change and continue at its
     * `checkout_url`.
     */
    confirmation_required: boolean;
    /**
     * Price of the version and of the optional features that are on, before and after. `null` if the account has
     * no version.
     */
    totals: {
      /** What the account pays now. */
      before: Total | null;
      /** What the account would pay. */
      after: Total | null;
      /** New amount minus current amount, in minor units. `null` if either does not include everything. */
      difference: number | null;
    };
    /** Revision of the optional feature. Send it as `If-Match` with the change. */
    revision: string;
  };
}

export interface OptionChangeRequest {
  /** `true` turns it on, `false` off. */
  active: boolean;
  /**
   * How many to have, from `min_quantity` to `max_quantity`. Default: the current quantity if it is on,
   * otherwise `min_quantity`, which usually is 1. Ignored if `active` is `false`.
   */
  quantity?: number;
  /** Reason for the change, stored in the history. */
  reason?: string;
}

export interface OptionChangeResult {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** History entry ID, `aoh_…`. `null` if it is off and has never been on. */
    history_id: string | null;
    /** Optional feature ID, `off_…`. */
    id: string;
    /** Whether it is on. */
    active: boolean;
    /** How many are on. The fees are those of one. `0` if it is off. */
    quantity: number;
    /** Time of the history entry. Unix timestamp in seconds. */
    timestamp: number | null;
  };
}

export interface OptionHistory {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** History entries, newest first. */
  payload: OptionHistoryEntry[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface OptionHistoryEntry {
  /** Optional feature ID, `off_…`. */
  id: string;
  /** Display name of the optional feature. */
  title: string;
  /** Whether it was turned on or off. */
  status: 'active' | 'inactive';
  /** How many are on. The fees are those of one. `0` if it is off. */
  quantity: number;
  /** Unix timestamp in seconds. */
  timestamp: number;
  /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
  fee: number | null;
  /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
  user_fee: number | null;
  /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
  fee_unit: string | null;
  /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
  user_fee_unit: string | null;
  /**
   * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
   * `billing_period` already is `year`.
   */
  annual_fee: number | null;
  /**
   * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
   * is no fee per user.
   */
  annual_user_fee: number | null;
  /**
   * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
   * `null` otherwise.
   */
  price_text: string | null;
  /**
   * `toggle`: it was turned on or off, or its quantity changed. `switch`: a switch turned it off, or changed its
   * price or turned it on again if `status` is `active`. `publication`: the version includes it from then on, or
   * another generation has replaced it.
   */
  cause: 'toggle' | 'switch' | 'publication';
  /** `name` of `actor`. */
  by: string;
  /** History entry ID, `aoh_…`. */
  history_id: string;
  /** Position in the account’s history of optional features, starting at 1. */
  sequence: number;
  /** Version of the account, after the switch if that was the cause. */
  version_id: string;
  /**
   * Whether the account paid more or less in a year than before, as `pays` of the preview. `unknown` also for
   * what was recorded before this field existed.
   */
  pays: 'more' | 'less' | 'same' | 'unknown';
  /** The switch that was the cause, `avh_…`. Otherwise `null`. */
  switch_history_id: string | null;
  /** Three-letter ISO 4217 currency code. */
  currency: string;
  /**
   * Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is 9.90.
   * Do not take them from `Intl` or another list, which can differ.
   */
  currency_digits: number;
  /** Period that a fee is charged for. */
  billing_period: BillingPeriod;
  /** Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees apply. */
  account_billing_period: BillingPeriod;
  /** Features and limits of the optional feature. */
  features: FeatureRef[];
  /** Who made the change. */
  actor: Actor;
  /** Reason given for the change. `null` if there is none. */
  reason: string | null;
  /**
   * Changes of its features, limits and price for the account’s version by the product team until the next entry
   * of the same optional feature, oldest first. The `price` of the last one is what the account pays. Empty for
   * most entries, and if `status` is `inactive`.
   */
  catalog_changes: CatalogChange[];
  /**
   * Names of the fields that are in the language of the price list, because the language of the response has no
   * text for them. Absent if there are none.
   */
  untranslated?: string[];
}

export interface History {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** History entries, newest first. The first is the current version. */
  payload: HistoryEntry[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface HistoryEntry {
  /** Time at which the version became active. Unix timestamp in seconds. */
  activated: number;
  /** Version ID, `ver_…`. */
  id: string;
  /** Display name of the version. */
  title: string;
  /** Short description of the version. */
  description: string;
  /** History entry ID, `avh_…`. */
  history_id: string;
  /** Position in the account’s history, starting at 1. */
  sequence: number;
  /**
   * Time at which the account came to the plan: of its first entry, or of the last one that brought it from
   * another plan. Terms, publications, users and billing periods do not change it. Unix timestamp in seconds.
   */
  plan_since: number;
  /** Time at which the next version became active. `null` for the current entry. */
  deactivated: number | null;
  /** Previous version. `null` for the first entry. */
  previous_version_id: string | null;
  /** Title of the previous version at that time. `null` for the first entry. */
  previous_title: string | null;
  /**
   * `upgrade` if the account pays more in a year, `downgrade` if it pays less. If it pays the same, or that is
   * not known: whether it only gains or only loses something, then the order of the tags, and `none` within one
   * plan. `none` without a previous version, and for what follows from a publication, terms or the end of a
   * trial.
   */
  direction: 'upgrade' | 'downgrade' | 'none';
  /**
   * Whether the account paid more or less in a year than before, as `pays` of the preview. `unknown` also for
   * what was recorded before this field existed.
   */
  pays: 'more' | 'less' | 'same' | 'unknown';
  /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
  fee: number | null;
  /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
  user_fee: number | null;
  /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
  fee_unit: string | null;
  /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
  user_fee_unit: string | null;
  /**
   * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
   * `billing_period` already is `year`.
   */
  annual_fee: number | null;
  /**
   * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
   * is no fee per user.
   */
  annual_user_fee: number | null;
  /**
   * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
   * `null` otherwise.
   */
  price_text: string | null;
  /**
   * Smallest number of users that the version is sold for. Totals count at least as many. `null` if there is no
   * minimum.
   */
  min_users: number | null;
  /** Smallest number of `fee_unit` that the version is sold for. `null` if there is no minimum. */
  min_quantity: number | null;
  /** Largest number of `fee_unit` that the version is sold for. `null` if there is no maximum. */
  max_quantity: number | null;
  /** Three-letter ISO 4217 currency code. */
  currency: string;
  /**
   * Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is 9.90.
   * Do not take them from `Intl` or another list, which can differ.
   */
  currency_digits: number;
  /** Period that a fee is charged for. */
  billing_period: BillingPeriod;
  /** Features that the previous version did not include. */
  gained: FeatureRef[];
  /** Features that only the previous version included. */
  lost: FeatureRef[];
  /** Features that both versions include, with a higher amount now. */
  raised: FeatureChange[];
  /** Features that both versions include, with a lower amount now. */
  lowered: FeatureChange[];
  /** Features that both versions include, with values that can’t be compared, such as two texts or two units. */
  changed: FeatureChange[];
  /** Who made the switch. */
  actor: Actor;
  /** Reason given for the switch. `null` if there is none. */
  reason: string | null;
  /** Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees apply. */
  account_billing_period: BillingPeriod;
  /** Number of users of the account since then. */
  users: number;
  /** How many `fee_unit` the account has since then. `null` if the version is not sold per unit. */
  quantity: number | null;
  /** What was agreed with the account. Price and features of the entry have it. `null` for nothing. */
  terms: Terms | null;
  /** When the trial ends that the account is in since then. Unix timestamp in seconds. `null` if it is in none. */
  trial_ends_at: number | null;
  /**
   * `users`: only the number of users or the quantity changed. `publication`: a publication gave the account the
   * version that has replaced its own, or another billing period. `terms`: terms were agreed, began or ended, on
   * the same version. `switch`: any other entry.
   */
  kind: 'switch' | 'users' | 'publication' | 'terms';
  /** Optional features that were on before the switch or restored by it, and what it did with each. */
  options: SwitchedOption[];
  /** Whether it undid the switch before it. */
  undo: boolean;
  /**
   * Until when `restore` of `POST /app/versions` can undo it. Unix timestamp in seconds. `null` if it can’t,
   * such as the first entry, after a change of the version or an optional feature, and if the price before is no
   * longer offered.
   */
  undo_until: number | null;
  /**
   * When the account follows to the version that has replaced this one, at the end of its paid period. It keeps
   * version and price until then. Unix timestamp in seconds. `null` if it does not, and for other entries than
   * the current one.
   */
  follows_at: number | null;
  /**
   * Changes of the version’s features, limits and price by the product team from `activated` to `deactivated`,
   * or with `at` to that time, oldest first. Empty for most entries.
   */
  catalog_changes: CatalogChange[];
  /**
   * Names of the fields that are in the language of the price list, because the language of the response has no
   * text for them. Absent if there are none.
   */
  untranslated?: string[];
}

export interface CatalogChange {
  /** Time of the publication. Unix timestamp in seconds. */
  changed_at: number;
  /** Features that it includes since. */
  gained: FeatureRef[];
  /** Features that it included before. */
  lost: FeatureRef[];
  /** Features that both versions include, with a higher amount now. */
  raised: FeatureChange[];
  /** Features that both versions include, with a lower amount now. */
  lowered: FeatureChange[];
  /** Features that both versions include, with values that can’t be compared, such as two texts or two units. */
  changed: FeatureChange[];
  /** Price since. */
  price: {
    /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
    fee: number | null;
    /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
    user_fee: number | null;
    /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
    fee_unit: string | null;
    /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
    user_fee_unit: string | null;
    /**
     * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
     * `billing_period` already is `year`.
     */
    annual_fee: number | null;
    /**
     * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
     * is no fee per user.
     */
    annual_user_fee: number | null;
    /**
     * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
     * `null` otherwise.
     */
    price_text: string | null;
    /**
     * Smallest number of users that the version is sold for. Totals count at least as many. `null` if there is
     * no minimum.
     */
    min_users?: number | null;
    /**
     * Largest number of users that the version allows without optional features, by the usage limit that
     * `users_limit` names. `null` for any number.
     */
    max_users?: number | null;
    /** Smallest number of `fee_unit` that the version is sold for. `null` if there is no minimum. */
    min_quantity?: number | null;
    /** Largest number of `fee_unit` that the version is sold for. `null` if there is no maximum. */
    max_quantity?: number | null;
  };
  /** Price before. `null` if it did not change. */
  previous_price: {
    /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
    fee: number | null;
    /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
    user_fee: number | null;
    /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
    fee_unit: string | null;
    /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
    user_fee_unit: string | null;
    /**
     * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
     * `billing_period` already is `year`.
     */
    annual_fee: number | null;
    /**
     * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
     * is no fee per user.
     */
    annual_user_fee: number | null;
    /**
     * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
     * `null` otherwise.
     */
    price_text: string | null;
    /**
     * Smallest number of users that the version is sold for. Totals count at least as many. `null` if there is
     * no minimum.
     */
    min_users?: number | null;
    /**
     * Largest number of users that the version allows without optional features, by the usage limit that
     * `users_limit` names. `null` for any number.
     */
    max_users?: number | null;
    /** Smallest number of `fee_unit` that the version is sold for. `null` if there is no minimum. */
    min_quantity?: number | null;
    /** Largest number of `fee_unit` that the version is sold for. `null` if there is no maximum. */
    max_quantity?: number | null;
  } | null;
}

export interface SwitchedOption {
  /** Optional feature ID, `off_…`. */
  id: string;
  /** Display name of the optional feature. */
  title: string;
  /**
   * `kept`: it stays on, at the price of the new version. `included`: the new version includes it, so it is
   * turned off. `lost`: it is turned off, because it is not available for the new version, was scheduled to be
   * turned off with the switch, or was off before the switch that is undone. `restored`: an undo, or the end of
   * a trial, turns it on again.
   */
  outcome: 'kept' | 'included' | 'lost' | 'restored';
  /** How many are on after the switch, or were on before it if it is turned off. */
  quantity: number;
  /** How many were on before, if it is kept in another quantity. */
  previous_quantity?: number;
  /**
   * ID of the optional feature that was on before the switch, if `id` has taken its place: one of both is kept
   * for accounts that had it when it changed.
   */
  previous_id?: string;
  /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
  fee: number | null;
  /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
  user_fee: number | null;
  /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
  fee_unit: string | null;
  /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
  user_fee_unit: string | null;
  /**
   * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
   * `billing_period` already is `year`.
   */
  annual_fee: number | null;
  /**
   * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
   * is no fee per user.
   */
  annual_user_fee: number | null;
  /**
   * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
   * `null` otherwise.
   */
  price_text: string | null;
  /** Price before the switch, if it changed. */
  previous?: {
    /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
    fee: number | null;
    /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
    user_fee: number | null;
    /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
    fee_unit: string | null;
    /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
    user_fee_unit: string | null;
    /**
     * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
     * `billing_period` already is `year`.
     */
    annual_fee: number | null;
    /**
     * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
     * is no fee per user.
     */
    annual_user_fee: number | null;
    /**
     * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
     * `null` otherwise.
     */
    price_text: string | null;
  };
}

export interface Notice {
  /** Notice ID, `ntc_…`. Another one after a further change. */
  id: string;
  /**
   * `changed`: the version or the optional feature has changed. `moved`: the account was moved from
   * `previous_version` to `version`. `kept`: `version` has replaced `previous_version`, which the account keeps.
   * `included`: `version` includes the optional feature, which is off since. `ended`: the optional feature was
   * turned off. `announced`: the version or the optional feature changes at `effective_at`.
   */
  type: 'changed' | 'moved' | 'kept' | 'included' | 'ended' | 'announced';
  /** Since when the newest change holds, or with `announced` is announced. Unix timestamp in seconds. */
  changed_at: number;
  /**
   * With `announced`, when the scheduled edition is published, or the account follows at the end of its paid
   * period. With `kept`, when it follows to `version`, at that end. Unix timestamp in seconds. `null` if it does
   * not follow, and for others.
   */
  effective_at: number | null;
  /**
   * With `announced`, when the account gets back what it has now. Unix timestamp in seconds. `null` if it does
   * not, and for others.
   */
  ends_at: number | null;
  /** Version of the account, or with `kept` the one that has replaced it. */
  version: {
    /** Version ID, `ver_…`. */
    id: string;
    /** Display name of the version. */
    title: string;
  };
  /** With `moved` the version before, with `kept` that of the account. `null` for others. */
  previous_version: {
    /** Version ID, `ver_…`. */
    id: string;
    /** Display name of the version. */
    title: string;
  } | null;
  /** Optional feature that has changed. `null` if it is the version. */
  optional_feature: {
    /** Optional feature ID, `off_…`. */
    id: string;
    /** Display name of the optional feature. */
    title: string;
  } | null;
  /** Features that it included before, or with `kept` only that of the account. */
  lost: FeatureRef[];
  /** Features that it did not include before, or with `kept` only `version`. */
  gained: FeatureRef[];
  /** Features that both versions include, with a higher amount now. */
  raised: FeatureChange[];
  /** Features that both versions include, with a lower amount now. */
  lowered: FeatureChange[];
  /** Features that both versions include, with values that can’t be compared, such as two texts or two units. */
  changed: FeatureChange[];
  /**
   * Price since, or with `announced` from then on. `null` for an optional feature that is not offered any more,
   * or with `announced` is turned off.
   */
  price: {
    /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
    fee: number | null;
    /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
    user_fee: number | null;
    /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
    fee_unit: string | null;
    /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
    user_fee_unit: string | null;
    /**
     * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
     * `billing_period` already is `year`.
     */
    annual_fee: number | null;
    /**
     * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
     * is no fee per user.
     */
    annual_user_fee: number | null;
    /**
     * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
     * `null` otherwise.
     */
    price_text: string | null;
    /**
     * Smallest number of users that the version is sold for. Totals count at least as many. `null` if there is
     * no minimum.
     */
    min_users?: number | null;
    /**
     * Largest number of users that the version allows without optional features, by the usage limit that
     * `users_limit` names. `null` for any number.
     */
    max_users?: number | null;
    /** Smallest number of `fee_unit` that the version is sold for. `null` if there is no minimum. */
    min_quantity?: number | null;
    /** Largest number of `fee_unit` that the version is sold for. `null` if there is no maximum. */
    max_quantity?: number | null;
  } | null;
  /** Price before. `null` if the account pays the same. */
  previous_price: {
    /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
    fee: number | null;
    /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
    user_fee: number | null;
    /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
    fee_unit: string | null;
    /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
    user_fee_unit: string | null;
    /**
     * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
     * `billing_period` already is `year`.
     */
    annual_fee: number | null;
    /**
     * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
     * is no fee per user.
     */
    annual_user_fee: number | null;
    /**
     * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
     * `null` otherwise.
     */
    price_text: string | null;
    /**
     * Smallest number of users that the version is sold for. Totals count at least as many. `null` if there is
     * no minimum.
     */
    min_users?: number | null;
    /**
     * Largest number of users that the version allows without optional features, by the usage limit that
     * `users_limit` names. `null` for any number.
     */
    max_users?: number | null;
    /** Smallest number of `fee_unit` that the version is sold for. `null` if there is no minimum. */
    min_quantity?: number | null;
    /** Largest number of `fee_unit` that the version is sold for. `null` if there is no maximum. */
    max_quantity?: number | null;
  } | null;
  /** Three-letter ISO 4217 currency code. */
  currency: string;
  /**
   * Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is 9.90.
   * Do not take them from `Intl` or another list, which can differ.
   */
  currency_digits: number;
  /** Period that a fee is charged for. */
  billing_period: BillingPeriod;
  /** Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees apply. */
  account_billing_period: BillingPeriod;
  /** Period that the account was billed for before. `null` if it is the same. */
  previous_account_billing_period: BillingPeriod | null;
  /** Whether a later publication has undone the change: the account has what it had before. */
  undone: boolean;
  /** History entry of the change, `avh_…` or `aoh_…`. `null` if it is in the `catalog_changes` of another one. */
  history_id: string | null;
}

export interface NoticeList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** The notices, newest first. */
  payload: Notice[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface NoticeDismissal {
  /** Notice ID, `ntc_…`. Another one after a further change. */
  id: string;
  /** Unix timestamp in seconds. */
  dismissed_at: number;
  /** Who dismissed it first. */
  dismissed_by: Actor;
}

export interface NoticeDismissalResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: NoticeDismissal;
}

export interface AccountFeatures {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** Features and usage limits of the account, in catalog order. Empty without a current version. */
  payload: AccountFeature[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface AccountFeature {
  /** Human-readable slug of the feature. */
  id: string;
  /** Display name of the feature. */
  title: string;
  /** `true` for a usage limit that is a row of its own, `false` for a feature. */
  is_limit: boolean;
  /** English text that is displayed instead of a check mark: the formatted amount, or a text such as `Full`. */
  value: string | null;
  /** The amount in the feature’s unit. `null` if there is none or if it is unlimited. */
  amount: number | null;
  /** Whether the amount is unlimited. */
  unlimited: boolean;
  /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
  unit: string | null;
  /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
  period: string | null;
  /** Whether the full amount is available again in each period. `null` if the feature has no amounts. */
  renewable: boolean | null;
  /** What the account uses of it. Absent if your system has not reported it. */
  used?: number;
  /** What is left of `amount`. `0` if more is used, `null` for any number. Absent without `used`. */
  remaining?: number | null;
  /** When `used` was true, as reported. Unix timestamp in seconds. Absent without `used`. */
  used_at?: number;
  /** Slugs of the features that this one limits, if it is a usage limit of its own. Else empty. */
  linked_features: string[];
  /**
   * `version` if the current version includes the feature, `option` if an optional feature that is on adds it or
   * changes its amount.
   */
  source: 'version' | 'option' | 'terms';
  /**
   * Names of the fields that are in the language of the price list, because the language of the response has no
   * text for them. Absent if there are none.
   */
  untranslated?: string[];
}

export interface FeatureAccess {
  /** `human_id` of the request. */
  id: string;
  /** Whether the account has the feature. */
  allowed: boolean;
  /** Whether the caller can see a feature or usage limit with this ID in the app. */
  known: boolean;
  /** English text that is displayed instead of a check mark: the formatted amount, or a text such as `Full`. */
  value: string | null;
  /** The amount in the feature’s unit. `null` if there is none or if it is unlimited. */
  amount: number | null;
  /** Whether the amount is unlimited. */
  unlimited: boolean;
  /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
  unit: string | null;
  /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
  period: string | null;
  /** Whether the full amount is available again in each period. `null` if the feature has no amounts. */
  renewable: boolean | null;
  /** What the account uses of it. Absent if your system has not reported it. */
  used?: number;
  /** What is left of `amount`. `0` if more is used, `null` for any number. Absent without `used`. */
  remaining?: number | null;
  /** When `used` was true, as reported. Unix timestamp in seconds. Absent without `used`. */
  used_at?: number;
  /** Where the feature comes from. `null` if it is not allowed. */
  source: 'version' | 'option' | 'terms' | null;
  /**
   * Names of the fields that are in the language of the price list, because the language of the response has no
   * text for them. Absent if there are none.
   */
  untranslated?: string[];
}

export interface SignedEntitlements {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** JWS in the compact serialization, signed with EdDSA (Ed25519). */
    token: string;
    /** `exp` of the token. Unix timestamp in seconds. */
    expires_at: number;
    /** `max_stale` of the token. Unix timestamp in seconds. */
    max_stale_at: number;
  };
}

export interface UsageRequest {
  /**
   * What the account uses, by the `id` of a limit in `GET /account/features`, in the unit of the limit. A limit
   * that is left out has no usage.
   */
  amounts: Record<string, number>;
  /** When the numbers were true. Unix timestamp in seconds. Default: now. Up to five minutes ahead counts as now. */
  reported_at?: number;
}

export interface Usage {
  /** Account ID, `acc_…`. */
  account_id: string;
  /** ID of the account in your system. `null` if it has none. */
  external_id: string | null;
  /**
   * What the account uses, by the `id` of a limit in `GET /account/features`, in the unit of the limit. A limit
   * that is left out has no usage.
   */
  amounts: Record<string, number>;
  /** When the numbers were true. Unix timestamp in seconds. `null` without a report. */
  reported_at: number | null;
}

export interface UsageResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: Usage;
}

export interface StoredUsage {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Account ID, `acc_…`. */
    account_id: string;
    /** ID of the account in your system. `null` if it has none. */
    external_id: string | null;
    /**
     * What the account uses, by the `id` of a limit in `GET /account/features`, in the unit of the limit. A
     * limit that is left out has no usage.
     */
    amounts: Record<string, number>;
    /** When the numbers were true. Unix timestamp in seconds. `null` without a report. */
    reported_at: number | null;
    /** Whether this report is stored. `false` if a newer one is, which the response has. */
    stored: boolean;
  };
}

export interface UsagesRequest {
  /** One report for each of up to 1000 accounts. */
  accounts: {
    /** ID of the account in your system, or its account ID, `acc_…`. */
    external_id: string;
    /**
     * What the account uses, by the `id` of a limit in `GET /account/features`, in the unit of the limit. A
     * limit that is left out has no usage.
     */
    amounts: Record<string, number>;
    /**
     * When the numbers were true. Unix timestamp in seconds. Default: now. Up to five minutes ahead counts as
     * now.
     */
    reported_at?: number;
  }[];
}

export interface UsagesResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** What became of each report, in the order of the request. */
    reports: {
      /** As in the request. */
      external_id: string;
      /** Whether the report is stored. `false` if a newer one is, or for an error. */
      stored: boolean;
      /** Why the report is not stored. `null` without an error. */
      error: {
        /** Code of the error, such as `account_not_found`. */
        code: string;
        /** What is wrong, in English. */
        message: string;
      } | null;
    }[];
  };
}

export interface Account {
  /** Account ID, `acc_…`. */
  id: string;
  /** ID of the account in your system. `null` if it has none. */
  external_id: string | null;
  /** Display name of the account. */
  title: string;
  /** When the account was created. Unix timestamp in seconds. */
  created_at: number;
  /** Current version of the account. `null` if it has none. */
  version: {
    /** Version ID, `ver_…`. */
    id: string;
    /** Display name of the version. */
    title: string;
    /** Label that versions are sorted by; `v2` comes before `v10`. */
    tag: string;
  } | null;
  /** Time of the newest history entry. Unix timestamp in seconds. `null` without a version. */
  activated_at: number | null;
  /**
   * Time at which the account came to its plan. Terms, publications, users and billing periods do not change it.
   * Unix timestamp in seconds. `null` without a version.
   */
  plan_since: number | null;
  /** Period that the account is billed for. `null` without a version. */
  billing_period: BillingPeriod | null;
  /** End of the current billing period, as your system has set it. `null` if it has not. */
  period_ends_at: number | null;
  /** When the trial of the version ends. Unix timestamp in seconds. `null` if the account is in none. */
  trial_ends_at: number | null;
  /** Number of users of the account. */
  users: number;
  /** E-mail address, as your system has set it. `null` if it has not. */
  email: string | null;
  /** When the account is to be deleted. Unix timestamp in seconds. `null` if it is not. */
  deletes_at: number | null;
}

export interface OwnAccount {
  /** Account ID, `acc_…`. */
  id: string;
  /** ID of the account in your system. `null` if it has none. */
  external_id: string | null;
  /** Display name of the account. */
  title: string;
  /** When the account was created. Unix timestamp in seconds. */
  created_at: number;
  /** Current version of the account. `null` if it has none. */
  version: {
    /** Version ID, `ver_…`. */
    id: string;
    /** Display name of the version. */
    title: string;
    /** Label that versions are sorted by; `v2` comes before `v10`. */
    tag: string;
  } | null;
  /** Time of the newest history entry. Unix timestamp in seconds. `null` without a version. */
  activated_at: number | null;
  /**
   * Time at which the account came to its plan. Terms, publications, users and billing periods do not change it.
   * Unix timestamp in seconds. `null` without a version.
   */
  plan_since: number | null;
  /** Period that the account is billed for. `null` without a version. */
  billing_period: BillingPeriod | null;
  /** End of the current billing period, as your system has set it. `null` if it has not. */
  period_ends_at: number | null;
  /** When the trial of the version ends. Unix timestamp in seconds. `null` if the account is in none. */
  trial_ends_at: number | null;
  /** Number of users of the account. */
  users: number;
}

export interface OwnAccountDetails {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: OwnAccount;
}

export interface AccountList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** The accounts, newest first. With `search` those that it names, then by the text that it found. */
  data: Account[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface AccountDetails {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: Account;
}

export interface AccountRequest {
  /** Display name of the account. */
  title: string;
  /** E-mail address by which your staff knows the account. Users of the account do not see it. `null` for none. */
  email?: string | null;
  /** End of the current billing period, as your system knows it. Unix timestamp in seconds. `null` for none. */
  period_ends_at?: number | null;
  /** Number of users. Default: unchanged, or 1 for a new account. */
  users?: number;
  /** Version of a new account, `ver_…`. Default: that of the app. */
  version_id?: string;
  /** Tag of the version of a new account, instead of `version_id`. */
  tag?: string;
  /** Period that a new account is billed for. Default: `month`, if the version is sold for it. */
  billing_period?: BillingPeriod;
  /**
   * When a new account got its version, in the past. Unix timestamp in seconds. Default: the time of the
   * request.
   */
  activated_at?: number;
}

export interface AccountUpdate {
  /** Display name of the account. */
  title?: string;
  /** E-mail address by which your staff knows the account. Users of the account do not see it. `null` for none. */
  email?: string | null;
  /** End of the current billing period, as your system knows it. Unix timestamp in seconds. `null` for none. */
  period_ends_at?: number | null;
  /** Number of users. A change adds an entry to the history. It can be more than the version allows. */
  users?: number;
}

export interface AccountResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Account ID, `acc_…`. */
    id: string;
    /** ID of the account in your system. `null` if it has none. */
    external_id: string | null;
    /** Display name of the account. */
    title: string;
    /** When the account was created. Unix timestamp in seconds. */
    created_at: number;
    /** Current version of the account. `null` if it has none. */
    version: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Display name of the version. */
      title: string;
      /** Label that versions are sorted by; `v2` comes before `v10`. */
      tag: string;
    } | null;
    /** Time of the newest history entry. Unix timestamp in seconds. `null` without a version. */
    activated_at: number | null;
    /**
     * Time at which the account came to its plan. Terms, publications, users and billing periods do not change
     * it. Unix timestamp in seconds. `null` without a version.
     */
    plan_since: number | null;
    /** Period that the account is billed for. `null` without a version. */
    billing_period: BillingPeriod | null;
    /** End of the current billing period, as your system has set it. `null` if it has not. */
    period_ends_at: number | null;
    /** When the trial of the version ends. Unix timestamp in seconds. `null` if the account is in none. */
    trial_ends_at: number | null;
    /** Number of users of the account. */
    users: number;
    /** E-mail address, as your system has set it. `null` if it has not. */
    email: string | null;
    /** When the account is to be deleted. Unix timestamp in seconds. `null` if it is not. */
    deletes_at: number | null;
    /** Same as `id`. */
    account_id: string;
    /** Whether this request created the account. */
    created: boolean;
    /** ID of `version`. */
    version_id: string | null;
  };
}

export interface AccountSession {
  /** Session ID, `pse_…`. */
  id: string;
  /** Role of the user. */
  role: 'member' | 'owner' | 'product' | 'support';
  /** Name of the user. */
  name: string;
  /** ID of the user in your system. `null` if it is unknown. */
  user_id: string | null;
  /** Whether the sign-in link has been used. */
  started: boolean;
  /** When the sign-in link was created. Unix timestamp in seconds. */
  created_at: number;
  /** When the session or the link expires. Unix timestamp in seconds. */
  expires_at: number;
}

export interface AccountSessionList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** The valid sessions and links, newest first. */
  data: AccountSession[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface AccountKey {
  /** Key ID, `key_…`. */
  id: string;
  /** Role of the key. */
  role: 'member' | 'owner' | 'product' | 'support' | null;
  /** Name of the key. */
  name: string;
  /** First characters of the key. */
  prefix: string;
  /** Whether it can only send `GET` requests. */
  read_only: boolean;
  /** When the key was created. Unix timestamp in seconds. */
  created_at: number;
  /** When the key expires. Unix timestamp in seconds. `null` for never. */
  expires_at: number | null;
  /** When the key was revoked. Unix timestamp in seconds. `null` if it was not. */
  revoked_at: number | null;
}

export interface AccountKeyList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** The keys, newest first. Revoked keys for 30 days. */
  data: AccountKey[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface AccountKeyRequest {
  /** What the key can do for the account. */
  role: 'member' | 'owner';
  /** Name of the key, as shown in the history. Default: its role. */
  name?: string;
  /** Whether it can only send `GET` requests, as for a page that shows plans. Default: `false`. */
  read_only?: boolean;
  /** When the key expires: a time in the future. Unix timestamp in seconds. Default: never. */
  expires_at?: number;
}

export interface CreatedAccountKey {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Key ID, `key_…`. */
    id: string;
    /** Role of the key. */
    role: 'member' | 'owner' | 'product' | 'support' | null;
    /** Name of the key. */
    name: string;
    /** First characters of the key. */
    prefix: string;
    /** Whether it can only send `GET` requests. */
    read_only: boolean;
    /** When the key was created. Unix timestamp in seconds. */
    created_at: number;
    /** When the key expires. Unix timestamp in seconds. `null` for never. */
    expires_at: number | null;
    /** When the key was revoked. Unix timestamp in seconds. `null` if it was not. */
    revoked_at: number | null;
    /** The key, `avk_…`. It is only returned here. */
    secret: string;
  };
}

export interface AccountKeyResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: AccountKey;
}

export interface AnonymizedAccount {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Account ID, `acc_…`. The account has no external ID any more. */
    account_id: string;
  };
}

export interface Removal {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Account ID, `acc_…`. */
    account_id: string;
  };
}

export interface AccountExport {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    account: Account;
    /** Who has changed the account, as named at that time: users, and keys of the account. */
    users: {
      /** Name as it was given. Empty if the account was anonymized. */
      name: string;
      /** ID of the user in your system. `null` if it is unknown. */
      user_id: string | null;
    }[];
    /** Versions that are granted to the account. */
    grants: Grant[];
    /** API keys of the account. */
    keys: {
      /** Key ID, `key_…`. */
      id: string;
      /** Name of the key. */
      name: string;
      /** First characters of the key. */
      prefix: string;
      /** Role of the key. */
      role: 'member' | 'owner' | 'product' | 'support' | null;
      /** Unix timestamp in seconds. */
      created_at: number;
      /** Time at which it expires. Unix timestamp in seconds. `null` for never. */
      expires_at: number | null;
      /** Time at which it was revoked. Unix timestamp in seconds. `null` if it was not. */
      revoked_at: number | null;
    }[];
    /** Portal sessions and links of the account. */
    sessions: {
      /** Session ID, `pse_…`. */
      id: string;
      /** Role of the user. */
      role: 'member' | 'owner' | 'product' | 'support';
      /** Name as it was given. Empty if the account was anonymized. */
      name: string;
      /** ID of the user in your system. `null` if it is unknown. */
      user_id: string | null;
      /** Where the pages lead back to. `null` for the default. */
      return_url: string | null;
      /** Page that the link opened. `null` for `/`. */
      path: string | null;
      /** Language of the pages. `null` for that of the browser. */
      locale: string | null;
      /** Unix timestamp in seconds. */
      created_at: number;
      /** Time at which it expires. Unix timestamp in seconds. `null` for never. */
      expires_at: number | null;
      /** Time at which it was revoked. Unix timestamp in seconds. `null` if it was not. */
      revoked_at: number | null;
    }[];
    /** Keys that requests of the last 24 hours have sent. */
    idempotency_keys: {
      /** `Idempotency-Key` of a switch or of a change of an optional feature. */
      key: string;
      /** Unix timestamp in seconds. */
      created_at: number;
      /** Time at which it expires. Unix timestamp in seconds. `null` for never. */
      expires_at: number | null;
    }[];
    /** What the account uses of its limits. */
    usage: {
      /**
       * What the account uses, by the `id` of a limit in `GET /account/features`, in the unit of the limit. A
       * limit that is left out has no usage.
       */
      amounts: Record<string, number>;
      /** When the numbers were true. Unix timestamp in seconds. `null` without a report. */
      reported_at: number | null;
    };
    /** Notices that were dismissed, oldest first. */
    dismissed_notices: NoticeDismissal[];
    /** History entries, newest first. */
    history: HistoryEntry[];
    /** Changes of optional features, newest first. */
    optional_features: OptionHistoryEntry[];
    /** Switches that wait or have waited, newest first. */
    changes: AccountChange[];
  };
}

export interface TermsRequest {
  /** Version of the plan that the terms are for. Default: `null`, all versions. */
  version_id?: string | null;
  /** The fees that differ from those of the version. Others stay. */
  price?: {
    /** Fee per billing period of the app in minor units (cents). */
    fee?: number;
    /** Fee per user and billing period in minor units (cents). */
    user_fee?: number;
    /** Fee per year with annual billing in minor units (cents). */
    annual_fee?: number;
    /** Fee per user and year with annual billing in minor units (cents). */
    annual_user_fee?: number;
  };
  /**
   * Map from the human-readable slug of a limit, or of a feature with an amount, to the amount. `null` is
   * unlimited.
   */
  limits?: Record<string, number | null>;
  /** Map from the human-readable slug of a feature to whether the account has it, or to the text of its value. */
  features?: Record<string, boolean | string>;
  /** When they take effect. Unix timestamp in seconds. Default: at once. */
  from?: number;
  /** When they end. Unix timestamp in seconds. Default: `null`, not by themselves. */
  until?: number | null;
  /** Why they were agreed. Users of the account see it. */
  reason: string;
}

export interface Terms {
  /** Version of the plan that they are for. `null`: all versions. */
  version_id: string | null;
  /** The fees that differ from those of the version. Others stay. */
  price: {
    /** Fee per billing period of the app in minor units (cents). */
    fee?: number;
    /** Fee per user and billing period in minor units (cents). */
    user_fee?: number;
    /** Fee per year with annual billing in minor units (cents). */
    annual_fee?: number;
    /** Fee per user and year with annual billing in minor units (cents). */
    annual_user_fee?: number;
  };
  /**
   * Map from the human-readable slug of a limit, or of a feature with an amount, to the amount. `null` is
   * unlimited.
   */
  limits: Record<string, number | null>;
  /** Map from the human-readable slug of a feature to whether the account has it, or to the text of its value. */
  features: Record<string, boolean | string>;
  /** When they take effect. Unix timestamp in seconds. */
  from: number;
  /** When they end. Unix timestamp in seconds. `null`: not by themselves. */
  until: number | null;
  /** Why they were agreed. */
  reason: string;
  /** Whether they are in effect. */
  active: boolean;
}

export interface AccountTerms {
  /** Version of the plan that they are for. `null`: all versions. */
  version_id: string | null;
  /** The fees that differ from those of the version. Others stay. */
  price: {
    /** Fee per billing period of the app in minor units (cents). */
    fee?: number;
    /** Fee per user and billing period in minor units (cents). */
    user_fee?: number;
    /** Fee per year with annual billing in minor units (cents). */
    annual_fee?: number;
    /** Fee per user and year with annual billing in minor units (cents). */
    annual_user_fee?: number;
  };
  /**
   * Map from the human-readable slug of a limit, or of a feature with an amount, to the amount. `null` is
   * unlimited.
   */
  limits: Record<string, number | null>;
  /** Map from the human-readable slug of a feature to whether the account has it, or to the text of its value. */
  features: Record<string, boolean | string>;
  /** When they take effect. Unix timestamp in seconds. */
  from: number;
  /** When they end. Unix timestamp in seconds. `null`: not by themselves. */
  until: number | null;
  /** Why they were agreed. */
  reason: string;
  /** Whether they are in effect. */
  active: boolean;
  /** ID of the history entry with which they were agreed, `avh_…`. */
  history_id: string;
  /** When they were set. Unix timestamp in seconds. */
  agreed_at: number;
  /** Who set them. */
  agreed_by: Actor;
}

export interface TermsResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** The terms of the account. `null` if there are none. */
    terms: AccountTerms | null;
  };
}

export interface TermsResult {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** The terms of the account. `null` if there are none. */
    terms: AccountTerms | null;
    /** What the account breaks with these terms, such as `users_limit_exceeded`. It keeps what it has. */
    problems: {
      /** Error code of a switch. */
      code: string;
      /** Human-readable explanation that you can show to users. */
      message: string;
    }[];
  };
}

export interface Grant {
  /** Version that the account can use although it is not public. */
  version: {
    /** Version ID, `ver_…`. */
    id: string;
    /** Display name of the version. */
    title: string;
    /** Label that versions are sorted by; `v2` comes before `v10`. */
    tag: string;
  };
  /**
   * What grants it: this API, or `granted_to` in the extension of the price list, which this API does not
   * change.
   */
  source: 'api' | 'price_list' | 'both';
  /** When it was granted. Unix timestamp in seconds. */
  created_at: number;
}

export interface GrantList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** The grants, by the ID of the version. */
  data: Grant[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface GrantResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: Grant;
}

export interface GrantDeletedResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Version ID, `ver_…`. */
    version_id: string;
  };
}

export type PortalSessionRequest = {
  /**
   * ID of the account, `acc_…`, or its external ID. Required unless the role is `product` or `support`. Not
   * accepted with `support`.
   */
  account_id?: string;
  /** Role of the user. */
  role: 'member' | 'owner' | 'product' | 'support';
  /** Name of the user, as shown in the history. */
  name: string;
  /** ID of the user in your system. */
  user_id?: string;
  /**
   * Where the pages lead back to: a URL of your product with one of the app’s `return_origins`. Defaults to the
   * app’s `home_url`.
   */
  return_url?: string;
  /**
   * Page that the link opens, with an optional query string: `/`, `/compare`, `/optional-features`, `/history`,
   * `/requests`, `/catalog`, `/preview`, `/moves`, `/webhooks`, `/webhooks/:id`, `/accounts`, `/accounts/:id`,
   * `/audit`, `/docs`. An ID in it is that of an account, which can be its external ID, or of a webhook
   * endpoint. Defaults to `/`.
   */
  path?: string;
  /**
   * Language of the pages, unless the user chose one: a BCP 47 tag such as `de` or `de-AT`. Defaults to the
   * language of the browser.
   */
  locale?: string;
} & ({ role: 'product' | 'support' } | { account_id: string });

export interface PortalSession {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Session ID, `pse_…`. */
    session_id: string;
    /** One-time sign-in link. It is only returned here. */
    url: string;
    /** Time at which the link expires. Unix timestamp in seconds. */
    expires: number;
  };
}

export interface PortalTokenRequest {
  /** ID of the account, `acc_…`, or its external ID. */
  account_id: string;
  /** Role of the user. */
  role: 'member' | 'owner';
  /** Name of the user, as shown in the history. */
  name: string;
  /** ID of the user in your system. */
  user_id?: string;
  /** Origin of your page with the frame: one of the app’s `frame_origins`. */
  origin: string;
}

export interface PortalToken {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Session ID, `pse_…`. */
    session_id: string;
    /** The token, `avt_…`. It is only returned here. */
    token: string;
    /** Time at which the token expires. Unix timestamp in seconds. */
    expires: number;
  };
}

export interface CredentialUser {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Account ID, `acc_…`. */
    account_id: string;
    /** Role of the user. */
    role: 'member' | 'owner' | 'product' | 'support';
    /** Name of the user or the key. */
    name: string;
    /** ID of the user in your system. `null` if there is none. */
    user_id: string | null;
    /** Time at which the token or session expires. Unix timestamp in seconds. `null` for a key. */
    expires: number | null;
  };
}

export interface EndedPortalSession {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Session ID, `pse_…`. */
    session_id: string;
  };
}

export interface EndedPortalSessions {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Number of sessions and unused links that this request ended. */
    ended: number;
  };
}

export interface Edition {
  /** Edition ID, `ced_…`. */
  id: string;
  /** Number of the edition, from 1. */
  number: number;
  /** `scheduled` until `publish_at`, or until its text is edited or its publication fails. */
  state: 'draft' | 'scheduled' | 'published' | 'discarded';
  /** Whether it is the newest published edition. */
  live: boolean;
  /** Note of its author. */
  note: string;
  /** Increases with each change of the text, the decisions or the note. */
  revision: number;
  /** Edition that it was made from. `null` if there is none. */
  base_id: string | null;
  /** Who created it. */
  created_by: Actor;
  /** When it was created. Unix timestamp in seconds. */
  created_at: number;
  /** When its text, decisions or note last changed. Unix timestamp in seconds. */
  updated_at: number;
  /** Who last changed its text or its decisions. */
  updated_by: Actor;
  /** When it is to be published, or was. Unix timestamp in seconds. `null` if it is not scheduled. */
  publish_at: number | null;
  /**
   * Whether a publication since it was scheduled has changed what it does for accounts. It is not published at
   * `publish_at` unless it is scheduled again before.
   */
  confirmation_required: boolean;
  /** Why it was not published. `null` once it is edited, scheduled, published or discarded. */
  schedule_failure: {
    /**
     * `conflict`: an edition that was published since changes the same values. `confirmation_missing`: it does
     * something else for accounts than what was confirmed, and was not scheduled again. `difference_changed`:
     * what it changes in the live catalog is not what was confirmed. `invalid`: it has problems now.
     * `limit_exceeded`: its publication takes too much time or memory. `end_unavailable`: the edition that was
     * live before it could not be published again at its end. `other_publisher_required`: the two-person rule
     * was turned on, and the person who scheduled it edited it last. `changes_requested`: changes of it were
     * requested.
     */
    reason: 'conflict' | 'confirmation_missing' | 'difference_changed' | 'invalid' | 'limit_exceeded' | 'end_unavailable' | 'other_publisher_required' | 'changes_requested';
    /** When it was to be published. Unix timestamp in seconds. */
    publish_at: number;
    /** When its schedule ended. Unix timestamp in seconds. */
    failed_at: number;
    /** Values that both editions change. At most 100. */
    conflicts: {
      /** The text with the value. */
      file: 'source' | 'extension';
      /** Keys from the root, joined by dots: `plans.PRO.price`. */
      path: string;
      /**
       * The value of the edition that was live when this one was scheduled. JSON, cut after 200 characters.
       * `null` for none.
       */
      base: string | null;
      /** The value of the edition that was published since, in the same form. */
      live: string | null;
      /** The value of the scheduled edition, in the same form. */
      scheduled: string | null;
    }[];
  } | null;
  /**
   * When it ends: of a scheduled edition as requested, of a published one when `ended_by` is to be published, or
   * was. Unix timestamp in seconds. `null` if it has no end.
   */
  ends_at: number | null;
  /** What accounts on what it changes do at its end, as requested. `null` if no end was. */
  ends_existing: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
  /**
   * The edition that ends it, which its publication creates. `null` before, without an end, and if that one was
   * discarded.
   */
  ended_by: {
    /** Edition ID, `ced_…`. */
    id: string;
    /** Number of the edition. */
    number: number;
    /** State of that edition. As a `draft`, it ends nothing unless it is published. */
    state: 'draft' | 'scheduled' | 'published';
  } | null;
  /** The edition that this one ends, with the text that was live before it. `null` if it ends none. */
  ends_edition: {
    /** Edition ID, `ced_…`. */
    id: string;
    /** Number of the edition. */
    number: number;
  } | null;
  /** When it was published. Unix timestamp in seconds. */
  published_at: number | null;
  /** Who published or scheduled it. `null` for a draft. */
  published_by: Actor | null;
  /** When its share link expires. Unix timestamp in seconds. `null` without a valid one. */
  share_expires_at: number | null;
}

export interface EditionDetails {
  /** Edition ID, `ced_…`. */
  id: string;
  /** Number of the edition, from 1. */
  number: number;
  /** `scheduled` until `publish_at`, or until its text is edited or its publication fails. */
  state: 'draft' | 'scheduled' | 'published' | 'discarded';
  /** Whether it is the newest published edition. */
  live: boolean;
  /** Note of its author. */
  note: string;
  /** Increases with each change of the text, the decisions or the note. */
  revision: number;
  /** Edition that it was made from. `null` if there is none. */
  base_id: string | null;
  /** Who created it. */
  created_by: Actor;
  /** When it was created. Unix timestamp in seconds. */
  created_at: number;
  /** When its text, decisions or note last changed. Unix timestamp in seconds. */
  updated_at: number;
  /** Who last changed its text or its decisions. */
  updated_by: Actor;
  /** When it is to be published, or was. Unix timestamp in seconds. `null` if it is not scheduled. */
  publish_at: number | null;
  /**
   * Whether a publication since it was scheduled has changed what it does for accounts. It is not published at
   * `publish_at` unless it is scheduled again before.
   */
  confirmation_required: boolean;
  /** Why it was not published. `null` once it is edited, scheduled, published or discarded. */
  schedule_failure: {
    /**
     * `conflict`: an edition that was published since changes the same values. `confirmation_missing`: it does
     * something else for accounts than what was confirmed, and was not scheduled again. `difference_changed`:
     * what it changes in the live catalog is not what was confirmed. `invalid`: it has problems now.
     * `limit_exceeded`: its publication takes too much time or memory. `end_unavailable`: the edition that was
     * live before it could not be published again at its end. `other_publisher_required`: the two-person rule
     * was turned on, and the person who scheduled it edited it last. `changes_requested`: changes of it were
     * requested.
     */
    reason: 'conflict' | 'confirmation_missing' | 'difference_changed' | 'invalid' | 'limit_exceeded' | 'end_unavailable' | 'other_publisher_required' | 'changes_requested';
    /** When it was to be published. Unix timestamp in seconds. */
    publish_at: number;
    /** When its schedule ended. Unix timestamp in seconds. */
    failed_at: number;
    /** Values that both editions change. At most 100. */
    conflicts: {
      /** The text with the value. */
      file: 'source' | 'extension';
      /** Keys from the root, joined by dots: `plans.PRO.price`. */
      path: string;
      /**
       * The value of the edition that was live when this one was scheduled. JSON, cut after 200 characters.
       * `null` for none.
       */
      base: string | null;
      /** The value of the edition that was published since, in the same form. */
      live: string | null;
      /** The value of the scheduled edition, in the same form. */
      scheduled: string | null;
    }[];
  } | null;
  /**
   * When it ends: of a scheduled edition as requested, of a published one when `ended_by` is to be published, or
   * was. Unix timestamp in seconds. `null` if it has no end.
   */
  ends_at: number | null;
  /** What accounts on what it changes do at its end, as requested. `null` if no end was. */
  ends_existing: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
  /**
   * The edition that ends it, which its publication creates. `null` before, without an end, and if that one was
   * discarded.
   */
  ended_by: {
    /** Edition ID, `ced_…`. */
    id: string;
    /** Number of the edition. */
    number: number;
    /** State of that edition. As a `draft`, it ends nothing unless it is published. */
    state: 'draft' | 'scheduled' | 'published';
  } | null;
  /** The edition that this one ends, with the text that was live before it. `null` if it ends none. */
  ends_edition: {
    /** Edition ID, `ced_…`. */
    id: string;
    /** Number of the edition. */
    number: number;
  } | null;
  /** When it was published. Unix timestamp in seconds. */
  published_at: number | null;
  /** Who published or scheduled it. `null` for a draft. */
  published_by: Actor | null;
  /** When its share link expires. Unix timestamp in seconds. `null` without a valid one. */
  share_expires_at: number | null;
  /** Whom a review was requested from last. `null` for no one. */
  reviewer: Reviewer | null;
  /**
   * Who has requested changes of the draft last. It can’t be published before this person, or one whom a review
   * was requested from, approves it, unless this person edits the text. `null` if nothing is open.
   */
  changes_requested_by: Actor | null;
  /** The price list as YAML (Pricing2Yaml). */
  source: string;
  /** The extension as YAML. `null` if there is none, or if the list has it at `custom.app_versions`. */
  extension: string | null;
  /** The `ETag`, to send as `If-Match`. */
  etag: string;
  /** The edition of `compare_to`, which `difference` starts from. `null` without `compare_to`. */
  compared_to: Edition | null;
  /** Whether another person has to publish it: the app has the two-person rule, and you edited it last. */
  other_publisher_required: boolean;
  /** Whether you edited its text or its decisions last. Then another person reviews it. */
  edited_by_you: boolean;
  /**
   * What is decided about existing accounts, by names of the price list; of a published edition, what was
   * decided. `null` for nothing, of what the command published, and of a discarded edition.
   */
  existing: Record<string, 'keep' | 'keep_price' | 'follow' | 'follow_renewal'> | null;
  /** With `compare_to`: the decisions that differ. Empty otherwise. */
  existing_changes: {
    /** Name in the price list. */
    key: string;
    /** Decision of the edition of `compare_to`. `null` for none. */
    from: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
    /** Decision of this edition. `null` for none. */
    to: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
  }[];
  /** The newest published edition. `null` if there is none: then `ends_at` of a publication is rejected. */
  live_edition: {
    /** Edition ID, `ced_…`. */
    id: string;
    /** Number of the edition. */
    number: number;
  } | null;
  /**
   * Of a draft: other editions that are scheduled, and what becomes of each if this one is published now. Empty
   * for others.
   */
  scheduled_editions: {
    /** Edition ID, `ced_…`. */
    id: string;
    /** Number of the edition. */
    number: number;
    /** Note of its author. */
    note: string;
    /** When it is to be published. Unix timestamp in seconds. */
    publish_at: number;
    /** The edition that this one ends, with the text that was live before it. `null` if it ends none. */
    ends_edition: {
      /** Edition ID, `ced_…`. */
      id: string;
      /** Number of the edition. */
      number: number;
    } | null;
    /**
     * What becomes of it: it stays `scheduled`, or stays and has to be confirmed (`confirmation_required`).
     * `conflict` and `invalid`: it becomes a draft with a `schedule_failure`.
     */
    outcome: 'scheduled' | 'confirmation_required' | 'conflict' | 'invalid';
    /** Values that both editions change. At most 100. */
    conflicts: {
      /** The text with the value. */
      file: 'source' | 'extension';
      /** Keys from the root, joined by dots: `plans.PRO.price`. */
      path: string;
      /**
       * The value of the edition that was live when this one was scheduled. JSON, cut after 200 characters.
       * `null` for none.
       */
      base: string | null;
      /** The value of the edition that was published since, in the same form. */
      live: string | null;
      /** The value of the scheduled edition, in the same form. */
      scheduled: string | null;
    }[];
  }[];
  /** Why it can’t be published. Empty if it can. */
  problems: CatalogProblem[];
  /** What it changes in the live catalog; of a published edition, what it has changed. `null` with problems. */
  difference: CatalogDifference | null;
  /**
   * The plans as visitors would see them if it were published. The IDs of new ones are names of the list. `null`
   * with problems, and of an edition that is published.
   */
  preview: EditionPreview | null;
  /**
   * What accounts pay per month by list, now and if it is published: with their billing periods, users and
   * optional features. An annual price counts a twelfth. Accounts that keep a version or an optional feature pay
   * what they pay now. It is neither what was billed nor what you have agreed with them. `null` with problems,
   * of an edition that is published, and with `compare_to`.
   */
  revenue: Revenue | null;
}

export interface ListedEdition {
  /** Edition ID, `ced_…`. */
  id: string;
  /** Number of the edition, from 1. */
  number: number;
  /** `scheduled` until `publish_at`, or until its text is edited or its publication fails. */
  state: 'draft' | 'scheduled' | 'published' | 'discarded';
  /** Whether it is the newest published edition. */
  live: boolean;
  /** Note of its author. */
  note: string;
  /** Increases with each change of the text, the decisions or the note. */
  revision: number;
  /** Edition that it was made from. `null` if there is none. */
  base_id: string | null;
  /** Who created it. */
  created_by: Actor;
  /** When it was created. Unix timestamp in seconds. */
  created_at: number;
  /** When its text, decisions or note last changed. Unix timestamp in seconds. */
  updated_at: number;
  /** Who last changed its text or its decisions. */
  updated_by: Actor;
  /** When it is to be published, or was. Unix timestamp in seconds. `null` if it is not scheduled. */
  publish_at: number | null;
  /**
   * Whether a publication since it was scheduled has changed what it does for accounts. It is not published at
   * `publish_at` unless it is scheduled again before.
   */
  confirmation_required: boolean;
  /** Why it was not published. `null` once it is edited, scheduled, published or discarded. */
  schedule_failure: {
    /**
     * `conflict`: an edition that was published since changes the same values. `confirmation_missing`: it does
     * something else for accounts than what was confirmed, and was not scheduled again. `difference_changed`:
     * what it changes in the live catalog is not what was confirmed. `invalid`: it has problems now.
     * `limit_exceeded`: its publication takes too much time or memory. `end_unavailable`: the edition that was
     * live before it could not be published again at its end. `other_publisher_required`: the two-person rule
     * was turned on, and the person who scheduled it edited it last. `changes_requested`: changes of it were
     * requested.
     */
    reason: 'conflict' | 'confirmation_missing' | 'difference_changed' | 'invalid' | 'limit_exceeded' | 'end_unavailable' | 'other_publisher_required' | 'changes_requested';
    /** When it was to be published. Unix timestamp in seconds. */
    publish_at: number;
    /** When its schedule ended. Unix timestamp in seconds. */
    failed_at: number;
    /** Values that both editions change. At most 100. */
    conflicts: {
      /** The text with the value. */
      file: 'source' | 'extension';
      /** Keys from the root, joined by dots: `plans.PRO.price`. */
      path: string;
      /**
       * The value of the edition that was live when this one was scheduled. JSON, cut after 200 characters.
       * `null` for none.
       */
      base: string | null;
      /** The value of the edition that was published since, in the same form. */
      live: string | null;
      /** The value of the scheduled edition, in the same form. */
      scheduled: string | null;
    }[];
  } | null;
  /**
   * When it ends: of a scheduled edition as requested, of a published one when `ended_by` is to be published, or
   * was. Unix timestamp in seconds. `null` if it has no end.
   */
  ends_at: number | null;
  /** What accounts on what it changes do at its end, as requested. `null` if no end was. */
  ends_existing: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
  /**
   * The edition that ends it, which its publication creates. `null` before, without an end, and if that one was
   * discarded.
   */
  ended_by: {
    /** Edition ID, `ced_…`. */
    id: string;
    /** Number of the edition. */
    number: number;
    /** State of that edition. As a `draft`, it ends nothing unless it is published. */
    state: 'draft' | 'scheduled' | 'published';
  } | null;
  /** The edition that this one ends, with the text that was live before it. `null` if it ends none. */
  ends_edition: {
    /** Edition ID, `ced_…`. */
    id: string;
    /** Number of the edition. */
    number: number;
  } | null;
  /** When it was published. Unix timestamp in seconds. */
  published_at: number | null;
  /** Who published or scheduled it. `null` for a draft. */
  published_by: Actor | null;
  /** When its share link expires. Unix timestamp in seconds. `null` without a valid one. */
  share_expires_at: number | null;
  /** Whom a review was requested from last. `null` for no one. */
  reviewer: Reviewer | null;
  /**
   * Who has requested changes of the draft last. It can’t be published before this person, or one whom a review
   * was requested from, approves it, unless this person edits the text. `null` if nothing is open.
   */
  changes_requested_by: Actor | null;
  /** What it has changed, or what was confirmed for its time. `null` for a draft. */
  changes: {
    /** Versions that change, by tag. */
    versions: {
      /** Title of the version. */
      title: string;
      /** What happens to it. */
      kind: 'added' | 'changed' | 'retired' | 'restored';
    }[];
    /** Number of features and usage limits. */
    features: number;
    /** Number of add-ons. */
    add_ons: number;
  } | null;
}

export interface EditionPreview {
  /** Versions, sorted by tag. */
  versions: VersionEntry[];
  /** Feature matrix. Absent with `exclude_matrix=true`. */
  matrix?: Matrix;
  /**
   * Whether an optional feature of the account is on or can be added to its version. Without an account, whether
   * a version has one.
   */
  optional_features_available: boolean;
  /** Period that the account is billed for. `null` for callers without an account. */
  billing_period: BillingPeriod | null;
  /** When the trial ends that the account is in. Unix timestamp in seconds. `null` if it is in none. */
  trial_ends_at: number | null;
  /** Number of users that totals and decisions are for: that of the request, else the account’s, else 1. */
  users: number;
  /**
   * How many units of its price, such as sites, totals are for: that of the request, else the account’s. `null`
   * if neither has one.
   */
  quantity: number | null;
  /**
   * What the account uses of its limits, and what it has with its optional features: `allowed` is `null` for any
   * number. Absent if your system has not reported usage.
   */
  usage?: {
    /** Human-readable slug of the limit. */
    id: string;
    /** Display name of the limit. */
    title: string;
    /** What the account uses. */
    used: number;
    /** What the account has. `null` for any number. */
    allowed: number | null;
    /** Unit of the amount as the product team wrote it, such as `GB`. `null` if there is none. */
    unit: string | null;
    /** Period that the amount is counted in, such as `month` or `3 months`. `null` if there is none. */
    period: string | null;
  }[];
  app: App;
  /**
   * How the versions hold what the account uses and its users. Only with `fits=usage`. `null` without a report
   * of its usage, unless the request has `users`.
   */
  usage_fit?: {
    /**
     * ID of the version with the lowest total per year that holds the usage, and that the account has or can
     * switch to. `null` if there is none.
     */
    cheapest_version_id: string | null;
    /** Map from version ID to how it holds the usage. */
    versions: Record<string, {
      /** Whether the version holds the usage and the users of the account, with `optional_features`. */
      fits: boolean;
      /** IDs of the limits that the version exceeds without optional features, as in the usage. */
      exceeded: string[];
      /**
       * The cheapest optional features with which the version holds the usage. Empty if it holds it without any,
       * and if it can’t.
       */
      optional_features: {
        /** Optional feature ID, `off_…`. */
        id: string;
        /** Display name of the optional feature. */
        title: string;
        /** How many are needed. */
        quantity: number;
      }[];
      /**
       * Price of the version with these optional features. `null` if one of them is priced on request, and if
       * the version can’t hold the usage.
       */
      total: Total | null;
      /**
       * Whether all combinations of optional features were compared. If `false`, there can be a cheaper one,
       * because the price list has too many.
       */
      complete: boolean;
    }>;
  } | null;
  /** Possible mistakes. */
  checks: {
    /** What may be wrong. */
    code: 'feature_in_no_version' | 'feature_in_all_versions' | 'no_price' | 'no_description' | 'duplicate_title';
    /** Titles of the versions or features. */
    subjects: string[];
  }[];
}

export interface EditionList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** The editions, newest first. */
  data: ListedEdition[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface EditionRequest {
  /** The price list as YAML (Pricing2Yaml). */
  source?: string;
  /** The extension as YAML. `null` if there is none, or if the list has it at `custom.app_versions`. */
  extension?: string | null;
  /**
   * Note for other members of the product team, at most 500 characters. It is also added to the notes of the
   * edition.
   */
  note?: string;
  /**
   * Edition that the new one is made from: its text, if `source` is left out. `live` is the live catalog, also
   * if no edition records it. Default: the live edition.
   */
  base_id?: string;
  /**
   * What is decided about the accounts on what it changes, as `existing` of a publication. Default: nothing,
   * whatever it is made from.
   */
  existing?: Record<string, 'keep' | 'keep_price' | 'follow' | 'follow_renewal'> | null;
}

export interface EditionUpdate {
  /** The price list as YAML (Pricing2Yaml). Default: the text stays, if `existing` is given. */
  source?: string;
  /** The extension as YAML. `null` if there is none, or if the list has it at `custom.app_versions`. */
  extension?: string | null;
  /**
   * Replaces what is decided about the accounts on what it changes, as `existing` of a publication. Names that
   * the list does not have have no effect. `null` or `{}` for nothing. Default: the decisions stay.
   */
  existing?: Record<string, 'keep' | 'keep_price' | 'follow' | 'follow_renewal'> | null;
  /**
   * Note for other members of the product team, at most 500 characters. It is also added to the notes of the
   * edition.
   */
  note?: string;
}

export interface EditionResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: Edition;
}

export interface EditionDetailsResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: EditionDetails;
}

export interface EditionDeletedResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Edition ID, `ced_…`. */
    id: string;
  };
}

export interface EditionNote {
  /** Number of the note, from 1 for each edition. */
  number: number;
  /**
   * `comment`; `saved`: the note of a saved text; `review_requested`: from `reviewer`; `changes_requested`: the
   * edition can’t be published before the same person, or one whom a review was requested from, approves it;
   * `approved`.
   */
  kind: 'comment' | 'review_requested' | 'changes_requested' | 'approved' | 'saved';
  /** Text of the person. Can be empty, unless it is a comment or changes are requested. */
  text: string;
  /** The `revision` of the edition that it is about. */
  revision: number;
  /** Whom a review is requested from. `null` for other kinds. */
  reviewer: Reviewer | null;
  /** Who has written it. */
  created_by: Actor;
  /** When it was written. Unix timestamp in seconds. */
  created_at: number;
}

export interface EditionNoteList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** The notes, newest first. */
  data: EditionNote[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface EditionNoteRequest {
  /** What it is. Default: `comment`. */
  kind?: 'comment' | 'review_requested' | 'changes_requested' | 'approved';
  /** Required for a comment, and if changes are requested. */
  text?: string;
  /** Whom a review is requested from. Required for `review_requested`, and only for it. */
  reviewer?: {
    /** Name of the person. */
    name: string;
    /** ID of the person in your system, as in sign-in links. */
    user_id?: string;
  };
}

export interface EditionNoteResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: EditionNote;
}

export interface Reviewer {
  /** Name of the person. */
  name: string;
  /** ID of the person in your system. `null` if it is unknown. */
  user_id: string | null;
}

export interface PublicationRequest {
  /** When to publish it, at most two years ahead. Unix timestamp in seconds. Default: now. */
  at?: number;
  /**
   * What happens to the accounts on a plan or with an add-on that changes, by its name in the price list, as
   * `existing` of the draft. It replaces the decision of the draft about this name. What differs is an edit:
   * under the two-person rule, it is 403.
   */
  existing?: Record<string, 'keep' | 'keep_price' | 'follow' | 'follow_renewal'>;
  /**
   * When the edition that is live before it is published again, at most two years ahead. Unix timestamp in
   * seconds. Default: never.
   */
  ends_at?: number;
  /**
   * What the accounts on the plans and with the add-ons that it changes do at `ends_at`: they `keep` what they
   * have then, or `follow`. With `keep_price`, those on plans keep the price and get the content, with
   * `follow_renewal` they follow when their paid period ends, and those with add-ons keep both. Default: `keep`.
   */
  ends_existing?: 'keep' | 'keep_price' | 'follow' | 'follow_renewal';
  /** Replaces the note of the edition, if given. */
  note?: string;
}

export interface ShareRequest {
  /** When the link expires, at most 90 days ahead. Unix timestamp in seconds. Default: in 14 days. */
  expires_at?: number;
}

export interface ShareResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Page that shows the plans of the draft to anyone. */
    url: string;
    /** When the link expires. Unix timestamp in seconds. */
    expires_at: number;
  };
}

export interface CatalogCheckRequest {
  /** The price list as YAML (Pricing2Yaml). */
  source: string;
  /** The extension as YAML. `null` if there is none, or if the list has it at `custom.app_versions`. */
  extension?: string | null;
  /**
   * What happens to the accounts on a plan or with an add-on that changes, by its name in the price list: they
   * `keep` what they have, or `follow`. With `keep_price` of a plan, they keep its price and get its content,
   * also where it is worse. With `follow_renewal` of a plan, each keeps what it has until its `period_ends_at`,
   * and follows then. Without it, accounts that are billed monthly follow at once, others at the next
   * `period_ends_at` that is reported, after 365 days at most. Default: they keep what they have if they would
   * be worse off, and get content at their price as decided before.
   */
  existing?: Record<string, 'keep' | 'keep_price' | 'follow' | 'follow_renewal'>;
  /** Whether to return `revenue`. Slow with many accounts. Default: `false`. */
  revenue?: boolean;
  /** Whether to return `texts`. Default: `false`. */
  texts?: boolean;
}

export interface CatalogCheckResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Why it can’t be published. Empty if it can. */
    problems: CatalogProblem[];
    /** What it changes in the live catalog; of a published edition, what it has changed. `null` with problems. */
    difference: CatalogDifference | null;
    /**
     * The plans as visitors would see them if it were published. The IDs of new ones are names of the list.
     * `null` with problems, and of an edition that is published.
     */
    preview: EditionPreview | null;
    /**
     * What accounts pay per month by list, now and if it is published: with their billing periods, users and
     * optional features. An annual price counts a twelfth. Accounts that keep a version or an optional feature
     * pay what they pay now. It is neither what was billed nor what you have agreed with them. `null` with
     * problems, of an edition that is published, and with `compare_to`.
     */
    revenue: Revenue | null;
    /**
     * What can be translated into other languages. `null` if problems keep it from being known, and unless
     * requested.
     */
    texts: {
      /** The language of the price list, if it says so. */
      language: string | null;
      /** The texts, by section. Those at `features.KEY.values` replace that of `values` for the feature. */
      entries: {
        /** Keys of the text in `texts` of the extension, below the language. */
        path: string[];
        /** The text of the price list. */
        text: string;
      }[];
    } | null;
  };
}

export interface CatalogDifference {
  /**
   * Settings of the app that change, and texts in other languages by their paths in the extension, such as
   * `texts.de.plans.TEAM.title`: the first 200, and `texts` with the number of others.
   */
  app: {
    /** Name of the field. */
    field: string;
    /** Value before. Lists and numbers are JSON. `null` for none. */
    from: string | null;
    /** Value after, in the same form. */
    to: string | null;
  }[];
  /** Versions that change, by tag. */
  versions: {
    /** Name of the plan in the price list. */
    key: string;
    /** Version ID, `ver_…`. `null` for a new one. */
    id: string | null;
    /** Title of the version. */
    title: string;
    /** Tag of the version. */
    tag: string;
    /** What happens to the version. */
    kind: 'added' | 'changed' | 'retired' | 'restored';
    /**
     * Of a version that is retired: number of scheduled changes that lead to it. When one is due, it waits for
     * the owner, who can’t approve it, and the account stays as it is. Ends of trials lead to it nevertheless.
     * Absent for none.
     */
    scheduled_changes?: number;
    /**
     * Of a version that is retired: number of changes that wait for the owner or your system and lead to it.
     * They can’t be approved, unless the version is offered again, and expire. Absent for none.
     */
    waiting_changes?: number;
    /**
     * Number of accounts that have it. With `compare_to`, `null` for add-ons, and unless one of the editions is
     * live.
     */
    accounts: number | null;
    /** What these accounts do if it is published like this. `null` if there is nothing to decide. */
    decision: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
    /** The decision without `existing`. */
    default_decision: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
    /**
     * What `existing` says of it, under this name or the one that it had before a rename. `null` for nothing.
     * Absent in what earlier versions published.
     */
    requested_decision?: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
    /**
     * How many of these accounts get what the list has at once. With `keep`, the accounts that no loss concerns,
     * unless `existing` says `keep`. Of an add-on, also those that follow to another version as `existing` says.
     */
    following_accounts: number;
    /** When these accounts follow with `follow_renewal`, as far as it is known. Absent with another decision. */
    renewals?: {
      /** Number of accounts that follow at once: billed monthly, without `period_ends_at`, or due already. */
      at_once: number;
      /** Number of accounts that follow at their `period_ends_at`. */
      at_period_end: number;
      /** Number of accounts whose next `period_ends_at` is not known. They follow then, at `last_at` at most. */
      unknown: number;
      /** When the first account follows later. Unix timestamp in seconds. `null` for none. */
      first_at: number | null;
      /** When the last account follows. Unix timestamp in seconds. `null` for none. */
      last_at: number | null;
    };
    /** `following_accounts` without `existing`. Absent in what earlier versions published. */
    default_following_accounts?: number;
    /** Why these accounts would be worse off if they followed. What concerns none of them is left out. */
    losses: {
      /** Why accounts would be worse off. In English. */
      reason: string;
      /** Number of accounts that it concerns, such as those that are billed yearly. */
      accounts: number;
    }[];
    /** Price before. `null` if it is the same, or new. */
    previous_price: {
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
    } | null;
    /** Price after. */
    price: {
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
    };
    /** Features that the version includes from then on. */
    gained: FeatureRef[];
    /** Features that it does not include any more. */
    lost: FeatureRef[];
    /** Features that both versions include, with a higher amount now. */
    raised: FeatureChange[];
    /** Features that both versions include, with a lower amount now. */
    lowered: FeatureChange[];
    /** Features that both versions include, with values that can’t be compared, such as two texts or two units. */
    changed: FeatureChange[];
    /** Other fields that change, such as texts. */
    fields: {
      /** Name of the field. */
      field: string;
      /** Value before. Lists and numbers are JSON. `null` for none. */
      from: string | null;
      /** Value after, in the same form. */
      to: string | null;
    }[];
  }[];
  /**
   * Versions that accounts have kept, by tag, compared with the version that has replaced theirs. By default,
   * accounts that lose nothing follow when it changes.
   */
  earlier_versions: {
    /** Name for `existing`: `PRO~1`. */
    key: string;
    /** Version ID, `ver_…`. `null` for a new one. */
    id: string | null;
    /** Title of the version. */
    title: string;
    /** Tag of the version. */
    tag: string;
    /**
     * Number of accounts that have it. With `compare_to`, `null` for add-ons, and unless one of the editions is
     * live.
     */
    accounts: number | null;
    /** What these accounts do if it is published like this. `null` if there is nothing to decide. */
    decision: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
    /** The decision without `existing`. */
    default_decision: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
    /**
     * What `existing` says of it, under this name or the one that it had before a rename. `null` for nothing.
     * Absent in what earlier versions published.
     */
    requested_decision?: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
    /**
     * How many of these accounts get what the list has at once. With `keep`, the accounts that no loss concerns,
     * unless `existing` says `keep`. Of an add-on, also those that follow to another version as `existing` says.
     */
    following_accounts: number;
    /** When these accounts follow with `follow_renewal`, as far as it is known. Absent with another decision. */
    renewals?: {
      /** Number of accounts that follow at once: billed monthly, without `period_ends_at`, or due already. */
      at_once: number;
      /** Number of accounts that follow at their `period_ends_at`. */
      at_period_end: number;
      /** Number of accounts whose next `period_ends_at` is not known. They follow then, at `last_at` at most. */
      unknown: number;
      /** When the first account follows later. Unix timestamp in seconds. `null` for none. */
      first_at: number | null;
      /** When the last account follows. Unix timestamp in seconds. `null` for none. */
      last_at: number | null;
    };
    /** `following_accounts` without `existing`. Absent in what earlier versions published. */
    default_following_accounts?: number;
    /** Why these accounts would be worse off if they followed. What concerns none of them is left out. */
    losses: {
      /** Why accounts would be worse off. In English. */
      reason: string;
      /** Number of accounts that it concerns, such as those that are billed yearly. */
      accounts: number;
    }[];
    /** Price before. `null` if it is the same, or new. */
    previous_price: {
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
    } | null;
    /** Price after. */
    price: {
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
    };
    /** Features that the version includes from then on. */
    gained: FeatureRef[];
    /** Features that it does not include any more. */
    lost: FeatureRef[];
    /** Features that both versions include, with a higher amount now. */
    raised: FeatureChange[];
    /** Features that both versions include, with a lower amount now. */
    lowered: FeatureChange[];
    /** Features that both versions include, with values that can’t be compared, such as two texts or two units. */
    changed: FeatureChange[];
    /** Name in the price list of what has replaced it. */
    present_key: string;
  }[];
  /** Features and usage limits that change, in catalog order. */
  features: {
    /** Human-readable slug of the feature. */
    id: string;
    /** Display name of the feature. */
    title: string;
    /** `true` for a usage limit that is a row of its own, `false` for a feature. */
    is_limit: boolean;
    /** What happens to the feature. */
    kind: 'added' | 'changed' | 'retired' | 'restored';
    /** Other fields that change, such as texts. */
    fields: {
      /** Name of the field. */
      field: string;
      /** Value before. Lists and numbers are JSON. `null` for none. */
      from: string | null;
      /** Value after, in the same form. */
      to: string | null;
    }[];
  }[];
  /** Add-ons that change, in catalog order. */
  add_ons: {
    /** Name of the add-on in the price list. */
    key: string;
    /** Human-readable slug of the add-on. */
    id: string;
    /** Title of the add-on. */
    title: string;
    /** What happens to the add-on. */
    kind: 'added' | 'changed' | 'retired' | 'restored';
    /**
     * Number of accounts that have it. With `compare_to`, `null` for add-ons, and unless one of the editions is
     * live.
     */
    accounts: number | null;
    /** What these accounts do if it is published like this. `null` if there is nothing to decide. */
    decision: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
    /** The decision without `existing`. */
    default_decision: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
    /**
     * What `existing` says of it, under this name or the one that it had before a rename. `null` for nothing.
     * Absent in what earlier versions published.
     */
    requested_decision?: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
    /**
     * How many of these accounts get what the list has at once. With `keep`, the accounts that no loss concerns,
     * unless `existing` says `keep`. Of an add-on, also those that follow to another version as `existing` says.
     */
    following_accounts: number;
    /** When these accounts follow with `follow_renewal`, as far as it is known. Absent with another decision. */
    renewals?: {
      /** Number of accounts that follow at once: billed monthly, without `period_ends_at`, or due already. */
      at_once: number;
      /** Number of accounts that follow at their `period_ends_at`. */
      at_period_end: number;
      /** Number of accounts whose next `period_ends_at` is not known. They follow then, at `last_at` at most. */
      unknown: number;
      /** When the first account follows later. Unix timestamp in seconds. `null` for none. */
      first_at: number | null;
      /** When the last account follows. Unix timestamp in seconds. `null` for none. */
      last_at: number | null;
    };
    /** `following_accounts` without `existing`. Absent in what earlier versions published. */
    default_following_accounts?: number;
    /** Why these accounts would be worse off if they followed. What concerns none of them is left out. */
    losses: {
      /** Why accounts would be worse off. In English. */
      reason: string;
      /** Number of accounts that it concerns, such as those that are billed yearly. */
      accounts: number;
    }[];
    /**
     * Number of accounts on versions that they have kept, which can’t turn it on although their plan has it:
     * these versions lack what it extends or requires. Absent for none.
     */
    unavailable_accounts?: number;
    /** Prices that change, by plan. */
    prices: {
      /** Name of the plan in the price list. */
      version: string;
      /** Price before. `null` if it was not available. */
      from: {
        /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
        fee: number | null;
        /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
        user_fee: number | null;
        /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
        fee_unit: string | null;
        /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
        user_fee_unit: string | null;
        /**
         * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
         * `billing_period` already is `year`.
         */
        annual_fee: number | null;
        /**
         * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
         * there is no fee per user.
         */
        annual_user_fee: number | null;
        /**
         * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null`
         * then. `null` otherwise.
         */
        price_text: string | null;
      } | null;
      /** Price after. `null` if it is not available. */
      to: {
        /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
        fee: number | null;
        /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
        user_fee: number | null;
        /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
        fee_unit: string | null;
        /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
        user_fee_unit: string | null;
        /**
         * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
         * `billing_period` already is `year`.
         */
        annual_fee: number | null;
        /**
         * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
         * there is no fee per user.
         */
        annual_user_fee: number | null;
        /**
         * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null`
         * then. `null` otherwise.
         */
        price_text: string | null;
      } | null;
    }[];
    /** What the add-on does, as far as it changes. */
    features: {
      /** Title of the feature or limit. */
      feature: string;
      /** What the add-on did to it. `null` for nothing. In English. */
      from: string | null;
      /** What it does to it. `null` for nothing. In English. */
      to: string | null;
    }[];
    /** Other fields that change, such as texts. */
    fields: {
      /** Name of the field. */
      field: string;
      /** Value before. Lists and numbers are JSON. `null` for none. */
      from: string | null;
      /** Value after, in the same form. */
      to: string | null;
    }[];
  }[];
  /** Add-ons that accounts have kept, of those that change or that `existing` names. */
  earlier_add_ons: {
    /** Name for `existing`: `storage~1`. */
    key: string;
    /** Name in the price list of what has replaced it. */
    present_key: string;
    /** Title of the add-on. */
    title: string;
    /**
     * Number of accounts that have it. With `compare_to`, `null` for add-ons, and unless one of the editions is
     * live.
     */
    accounts: number | null;
    /** What these accounts do if it is published like this. `null` if there is nothing to decide. */
    decision: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
    /** The decision without `existing`. */
    default_decision: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
    /**
     * What `existing` says of it, under this name or the one that it had before a rename. `null` for nothing.
     * Absent in what earlier versions published.
     */
    requested_decision?: 'keep' | 'keep_price' | 'follow' | 'follow_renewal' | null;
    /**
     * How many of these accounts get what the list has at once. With `keep`, the accounts that no loss concerns,
     * unless `existing` says `keep`. Of an add-on, also those that follow to another version as `existing` says.
     */
    following_accounts: number;
    /** When these accounts follow with `follow_renewal`, as far as it is known. Absent with another decision. */
    renewals?: {
      /** Number of accounts that follow at once: billed monthly, without `period_ends_at`, or due already. */
      at_once: number;
      /** Number of accounts that follow at their `period_ends_at`. */
      at_period_end: number;
      /** Number of accounts whose next `period_ends_at` is not known. They follow then, at `last_at` at most. */
      unknown: number;
      /** When the first account follows later. Unix timestamp in seconds. `null` for none. */
      first_at: number | null;
      /** When the last account follows. Unix timestamp in seconds. `null` for none. */
      last_at: number | null;
    };
    /** `following_accounts` without `existing`. Absent in what earlier versions published. */
    default_following_accounts?: number;
    /** Why these accounts would be worse off if they followed. What concerns none of them is left out. */
    losses: {
      /** Why accounts would be worse off. In English. */
      reason: string;
      /** Number of accounts that it concerns, such as those that are billed yearly. */
      accounts: number;
    }[];
  }[];
  /**
   * Add-ons of which a version includes everything from then on. After the publication, they are turned off for
   * its accounts.
   */
  included_add_ons: {
    /** Title of the version. */
    version: string;
    /** Title of the add-on. */
    add_on: string;
    /** Number of accounts of the version that have it on. */
    accounts: number;
  }[];
  /**
   * What is missing while something new has the same content or a similar name: probably renamed. The extension
   * says so, so that accounts follow.
   */
  renames: {
    /** Where the price list has it. */
    section: 'plans' | 'features' | 'usageLimits' | 'addOns';
    /** Name in the live price list. */
    from: string;
    /** Name in this one. */
    to: string;
    /** Title in the live catalog. */
    title: string;
    /** Title of the new one. */
    new_title: string;
    /** Number of accounts on the plan, which keep it without the line. `null` for others. */
    accounts: number | null;
    /** Line of the extension with which it is a rename. */
    extension: string;
  }[];
  /** Grants of versions that `granted_to` adds and removes. */
  grants: {
    /** Number of accounts and versions. */
    added: number;
    /** Number of accounts and versions. */
    removed: number;
  };
  /** Possible mistakes, and what customers may not get as the list means it. In English. */
  warnings: CatalogProblem[];
}

export interface CatalogProblem {
  /** The text with the problem. */
  file: 'source' | 'extension';
  /** Line, from 1. `null` for a problem of the whole text. */
  line: number | null;
  /** Column, from 1. `null` for a problem of the whole text. */
  column: number | null;
  /** Keys from the root, joined by dots: `plans.PRO.price`. Empty for the whole text. */
  path: string;
  /** What the problem is. The command `catalog` prints the same. */
  message: string;
}

export interface Revenue {
  /** Currency of `previous_amount`, ISO 4217. */
  previous_currency: string;
  /** Digits of the minor unit of `previous_amount`. */
  previous_currency_digits: number;
  /** Currency of `amount`, ISO 4217. */
  currency: string;
  /**
   * Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is 9.90.
   * Do not take them from `Intl` or another list, which can differ.
   */
  currency_digits: number;
  /** Number of accounts on these versions. */
  accounts: number;
  /** Number of users of these accounts. */
  users: number;
  /** What they pay now per month by list, in minor units. */
  previous_amount: number;
  /** What they pay then per month by list, in minor units. */
  amount: number;
  /** Versions with accounts that are changed, or whose accounts pay another amount, by tag. */
  versions: {
    /** Version ID that the accounts have now, `ver_…`. */
    id: string;
    /** Title of the version. */
    title: string;
    /** Tag of the version. */
    tag: string;
    /** Number of accounts on the version. */
    accounts: number;
    /** Number of users of these accounts. */
    users: number;
    /** What they pay now per month by list, in minor units. */
    previous_amount: number;
    /** What they pay then per month by list, in minor units. */
    amount: number;
    /** Number of accounts of which the version or an optional feature has no list price. That counts as 0. */
    unpriced_accounts: number;
    /** The same by billing period. */
    periods: {
      /** Period that the accounts are billed for now. */
      billing_period: BillingPeriod;
      /** Number of accounts. */
      accounts: number;
      /** Number of users of these accounts. */
      users: number;
      /** What they pay now per month by list, in minor units. */
      previous_amount: number;
      /** What they pay then per month by list, in minor units. */
      amount: number;
    }[];
    /** The accounts that pay most now, at most 10. */
    largest_accounts: {
      /** Account ID, `acc_…`. */
      id: string;
      /** ID of the account in your system. */
      external_id: string | null;
      /** Name of the account. */
      title: string;
      /** Number of users of these accounts. */
      users: number;
      /** What they pay now per month by list, in minor units. */
      previous_amount: number;
      /** What they pay then per month by list, in minor units. */
      amount: number;
    }[];
  }[];
}

export interface EventList {
  /** Always `true`. */
  success: true;
  /** Always empty. */
  message: string;
  /** The events, oldest first. */
  payload: Event[];
  /** Cursor for the events that follow. Store it, also if there are no events yet. */
  next_cursor: string;
  /** Whether to request the next page at once. A page with a filter can be empty and have a next one. */
  has_more: boolean;
}

export type Event = AccountCreatedEvent | AccountDeletedEvent | VersionSwitchedEvent | OptionEnabledEvent | OptionDisabledEvent | ChangeScheduledEvent | ChangeWaitingEvent | ChangeEndedEvent | TrialEndingEvent | ChangeAnnouncedEvent | MoveScheduledEvent | CatalogPublishedEvent | CatalogScheduledEvent | ScheduleCanceledEvent;

export interface AccountCreatedEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** Account ID, `acc_…`. */
  account_id: string;
  /** ID of the account in your application. `null` if it has none. */
  external_id: string | null;
  /** Number of the change within the account: 0 for its creation, then 1, 2, 3 … without gaps. */
  sequence: number;
  /** An account was created. */
  type: 'account.created';
  data: {
    /** Title of the account at that time. */
    title: string;
    /** `request`: a request. `import`: an account file, with accounts that you had before. */
    cause: 'request' | 'import';
  };
}

export interface AccountDeletedEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** Account ID, `acc_…`. */
  account_id: string;
  /** ID of the account in your application. `null` if it has none. */
  external_id: string | null;
  /** Number of the change within the account: 0 for its creation, then 1, 2, 3 … without gaps. */
  sequence: number;
  /** An account was deleted. `external_id` is `null`. Later events have no more of it. */
  type: 'account.deleted';
  data: {
  };
}

export interface VersionSwitchedEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** Account ID, `acc_…`. */
  account_id: string;
  /** ID of the account in your application. `null` if it has none. */
  external_id: string | null;
  /** Number of the change within the account: 0 for its creation, then 1, 2, 3 … without gaps. */
  sequence: number;
  /**
   * An account was switched to a version, or its number of users or its quantity changed. A new account is
   * switched to its first version.
   */
  type: 'account.version_switched';
  data: {
    /** ID of the history entry, `avh_…`. */
    history_id: string;
    /**
     * `users`: only the number of users or the quantity changed. `from` and `to` are the same version then.
     * `publication`: a publication gave the account the version that has replaced its own, or another billing
     * period. `terms`: terms of the account were agreed, began or ended: `price` has them.
     */
    kind: 'switch' | 'users' | 'publication' | 'terms';
    /**
     * `request`: someone requested or approved it, perhaps earlier. `publication`: a publication of the catalog.
     * `import`: an account file, which says what the account already had. It is no sale.
     */
    cause: 'request' | 'publication' | 'import';
    /** Since when the account has it: for an import, a time before the event. Unix timestamp in seconds. */
    activated_at: number;
    /** The previous version. `null` for the first one. */
    from: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Title of the version at that time. */
      title: string;
      /** Tag of the version at that time. */
      tag: string;
    } | null;
    /** The new version. */
    to: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Title of the version at that time. */
      title: string;
      /** Tag of the version at that time. */
      tag: string;
    };
    /**
     * `upgrade` if the account pays more in a year, `downgrade` if it pays less. If it pays the same, or that is
     * not known: whether it only gains or only loses something, then the order of the tags, and `none` within
     * one plan. `none` without a previous version, and for what follows from a publication, terms or the end of
     * a trial.
     */
    direction: 'upgrade' | 'downgrade' | 'none';
    /**
     * Whether the account paid more or less in a year than before, as `pays` of the preview. `unknown` also for
     * what was recorded before this field existed.
     */
    pays: 'more' | 'less' | 'same' | 'unknown';
    /**
     * Human-readable slugs of the features that the account gained, at most 200. Fewer if the event would exceed
     * 20 kB.
     */
    gained: string[];
    /** Number of features that the account gained. */
    gained_count: number;
    /**
     * Human-readable slugs of the features that the account lost, at most 200. Fewer if the event would exceed
     * 20 kB.
     */
    lost: string[];
    /** Number of features that the account lost. */
    lost_count: number;
    /** Who made the switch. */
    actor: Actor;
    /** The reason that was given. */
    reason: string | null;
    /**
     * Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees
     * apply.
     */
    billing_period: BillingPeriod;
    /** Number of users of the account since then. */
    users: number;
    /** How many `fee_unit` the account has since then. `null` if the version is not sold per unit. */
    quantity: number | null;
    /**
     * When the trial ends that the account is in since then, and until when it pays nothing. Unix timestamp in
     * seconds. `null` if it is in none.
     */
    trial_ends_at: number | null;
    /** Price of the new version. */
    price: {
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
    };
    /** What was agreed with the account, of which `price` has the fees. `null` for nothing. */
    terms: Terms | null;
    /** Price of the previous version at that time. `null` for the first version, and after another currency. */
    previous_price: {
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
    } | null;
    /** Three-letter ISO 4217 currency code. */
    currency: string;
    /**
     * Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is
     * 9.90. Do not take them from `Intl` or another list, which can differ.
     */
    currency_digits: number;
  };
}

export interface OptionEnabledEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** Account ID, `acc_…`. */
  account_id: string;
  /** ID of the account in your application. `null` if it has none. */
  external_id: string | null;
  /** Number of the change within the account: 0 for its creation, then 1, 2, 3 … without gaps. */
  sequence: number;
  /** An optional feature was turned on, its quantity changed, or it stays on at another price after a switch. */
  type: 'account.option_enabled';
  data: {
    /** ID of the history entry, `aoh_…`. */
    history_id: string;
    option: {
      /** Optional feature ID, `off_…`. */
      id: string;
      /** Title of the optional feature at that time. */
      title: string;
    };
    /** Whether it is on. */
    active: boolean;
    /** How many are on. The fees are those of one. `0` if it is off. */
    quantity: number;
    /** Version of the account, after the switch if that was the cause. */
    version_id: string;
    /**
     * Whether the account paid more or less in a year than before, as `pays` of the preview. `unknown` also for
     * what was recorded before this field existed.
     */
    pays: 'more' | 'less' | 'same' | 'unknown';
    /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
    fee: number | null;
    /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
    user_fee: number | null;
    /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
    fee_unit: string | null;
    /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
    user_fee_unit: string | null;
    /**
     * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
     * `billing_period` already is `year`.
     */
    annual_fee: number | null;
    /**
     * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
     * is no fee per user.
     */
    annual_user_fee: number | null;
    /**
     * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
     * `null` otherwise.
     */
    price_text: string | null;
    /** Price of one. `null` if it is off. */
    price: {
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
    } | null;
    /** Price of one before. `null` if it was off. */
    previous_price: {
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
    } | null;
    /** Three-letter ISO 4217 currency code. */
    currency: string;
    /**
     * Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is
     * 9.90. Do not take them from `Intl` or another list, which can differ.
     */
    currency_digits: number;
    /**
     * Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees
     * apply.
     */
    billing_period: BillingPeriod;
    /**
     * `toggle`: it was turned on or off, or its quantity changed. `switch`: a switch turned it off or changed
     * its price, or its undo, or the end of a trial, turned it on again. `publication`: the version includes it
     * from then on, or another generation has replaced it.
     */
    cause: 'toggle' | 'switch' | 'publication';
    /** The switch that was the cause, `avh_…`. Otherwise `null`. */
    switch_history_id: string | null;
    /** Human-readable slugs of its features and limits, at most 200. Fewer if the event would exceed 20 kB. */
    features: string[];
    /** Number of its features and limits. */
    features_count: number;
    /** Who made the change. */
    actor: Actor;
    /** The reason that was given. */
    reason: string | null;
  };
}

export interface OptionDisabledEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** Account ID, `acc_…`. */
  account_id: string;
  /** ID of the account in your application. `null` if it has none. */
  external_id: string | null;
  /** Number of the change within the account: 0 for its creation, then 1, 2, 3 … without gaps. */
  sequence: number;
  /** An optional feature was turned off. */
  type: 'account.option_disabled';
  data: {
    /** ID of the history entry, `aoh_…`. */
    history_id: string;
    option: {
      /** Optional feature ID, `off_…`. */
      id: string;
      /** Title of the optional feature at that time. */
      title: string;
    };
    /** Whether it is on. */
    active: boolean;
    /** How many are on. The fees are those of one. `0` if it is off. */
    quantity: number;
    /** Version of the account, after the switch if that was the cause. */
    version_id: string;
    /**
     * Whether the account paid more or less in a year than before, as `pays` of the preview. `unknown` also for
     * what was recorded before this field existed.
     */
    pays: 'more' | 'less' | 'same' | 'unknown';
    /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
    fee: number | null;
    /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
    user_fee: number | null;
    /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
    fee_unit: string | null;
    /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
    user_fee_unit: string | null;
    /**
     * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
     * `billing_period` already is `year`.
     */
    annual_fee: number | null;
    /**
     * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if there
     * is no fee per user.
     */
    annual_user_fee: number | null;
    /**
     * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
     * `null` otherwise.
     */
    price_text: string | null;
    /** Price of one. `null` if it is off. */
    price: {
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
    } | null;
    /** Price of one before. `null` if it was off. */
    previous_price: {
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
    } | null;
    /** Three-letter ISO 4217 currency code. */
    currency: string;
    /**
     * Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is
     * 9.90. Do not take them from `Intl` or another list, which can differ.
     */
    currency_digits: number;
    /**
     * Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees
     * apply.
     */
    billing_period: BillingPeriod;
    /**
     * `toggle`: it was turned on or off, or its quantity changed. `switch`: a switch turned it off or changed
     * its price, or its undo, or the end of a trial, turned it on again. `publication`: the version includes it
     * from then on, or another generation has replaced it.
     */
    cause: 'toggle' | 'switch' | 'publication';
    /** The switch that was the cause, `avh_…`. Otherwise `null`. */
    switch_history_id: string | null;
    /** Human-readable slugs of its features and limits, at most 200. Fewer if the event would exceed 20 kB. */
    features: string[];
    /** Number of its features and limits. */
    features_count: number;
    /** Who made the change. */
    actor: Actor;
    /** The reason that was given. */
    reason: string | null;
  };
}

export interface ChangeScheduledEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** Account ID, `acc_…`. */
  account_id: string;
  /** ID of the account in your application. `null` if it has none. */
  external_id: string | null;
  /** Number of the change within the account: 0 for its creation, then 1, 2, 3 … without gaps. */
  sequence: number;
  /** A switch was scheduled, or its time has moved. `sequence` is that of the last change of the account. */
  type: 'account.change_scheduled';
  data: {
    /** Change ID, `chg_…`. */
    change_id: string;
    version: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Title of the version at that time. */
      title: string;
      /** Tag of the version at that time. */
      tag: string;
    };
    /**
     * Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees
     * apply.
     */
    billing_period: BillingPeriod;
    /**
     * Whether the account paid more or less in a year than before, as `pays` of the preview. `unknown` also for
     * what was recorded before this field existed.
     */
    pays: 'more' | 'less' | 'same' | 'unknown';
    /** Number of users to set. `null`: it stays. */
    users: number | null;
    /** Optional feature that the change is about. `null` for a switch. */
    option: {
      /** Optional feature ID, `off_…`. */
      id: string;
      /** Title of the optional feature at that time. */
      title: string;
    } | null;
    /** How many of it are on then, or how many `fee_unit` of the version to set. `null`: it stays. */
    quantity: number | null;
    /**
     * All that it does, together and in this order. The end of a trial turns on again the optional features that
     * its start ended. Absent in events of before this field.
     */
    commands?: {
      /** Version to switch to, or to stay on. `null` for an optional feature. */
      version_id: string | null;
      /** Period to bill for. `null` for an optional feature. */
      billing_period: BillingPeriod | null;
      /** Number of users to set. `null`: it stays. */
      users: number | null;
      /** How many of either are on or sold then. `null`: it stays. */
      quantity: number | null;
      /** Optional feature to change. `null` for a version. */
      option: {
        /** Optional feature ID, `off_…`. */
        id: string;
        /** Title of the optional feature at that time. */
        title: string;
      } | null;
    }[];
    /** When it is applied. Unix timestamp in seconds. `null`: when all consent is given. */
    effective_at: number | null;
    /** Whether `effective_at` follows the end of the billing period. */
    at_period_end: boolean;
    /** Who has, or had, to approve it. */
    waits_for: 'owner' | 'host' | null;
    /** When consent is no longer possible. Unix timestamp in seconds. `null` if it does not wait for consent. */
    expires_at: number | null;
    /** Who made it. */
    origin: 'owner' | 'member' | 'host' | 'product' | 'support';
    /** Move that it belongs to, `mov_…`. `null` for none. */
    batch_id: string | null;
    /** The reason that was given. */
    reason: string | null;
    /** Why it could not be applied when it was due. */
    blockers: {
      /** Code. */
      code: string;
      /** Explanation. */
      message: string;
    }[];
    /** Who made it. */
    created_by: Actor;
    /** Who approved, declined or canceled it. `null` if this was not done. */
    decided_by: Actor | null;
    /** What was said when it was declined or canceled. */
    message: string | null;
    /** How it ended. `null` for an open change. */
    outcome: 'applied' | 'canceled' | 'declined' | 'superseded' | 'expired' | null;
    /** History entry that applied it, `avh_…` or `aoh_…`. `null` for none. */
    history_id: string | null;
  };
}

export interface ChangeWaitingEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** Account ID, `acc_…`. */
  account_id: string;
  /** ID of the account in your application. `null` if it has none. */
  external_id: string | null;
  /** Number of the change within the account: 0 for its creation, then 1, 2, 3 … without gaps. */
  sequence: number;
  /** A change waits for the owner or your system. `sequence` is that of the last change of the account. */
  type: 'account.change_waiting';
  data: {
    /** Change ID, `chg_…`. */
    change_id: string;
    version: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Title of the version at that time. */
      title: string;
      /** Tag of the version at that time. */
      tag: string;
    };
    /**
     * Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees
     * apply.
     */
    billing_period: BillingPeriod;
    /**
     * Whether the account paid more or less in a year than before, as `pays` of the preview. `unknown` also for
     * what was recorded before this field existed.
     */
    pays: 'more' | 'less' | 'same' | 'unknown';
    /** Number of users to set. `null`: it stays. */
    users: number | null;
    /** Optional feature that the change is about. `null` for a switch. */
    option: {
      /** Optional feature ID, `off_…`. */
      id: string;
      /** Title of the optional feature at that time. */
      title: string;
    } | null;
    /** How many of it are on then, or how many `fee_unit` of the version to set. `null`: it stays. */
    quantity: number | null;
    /**
     * All that it does, together and in this order. The end of a trial turns on again the optional features that
     * its start ended. Absent in events of before this field.
     */
    commands?: {
      /** Version to switch to, or to stay on. `null` for an optional feature. */
      version_id: string | null;
      /** Period to bill for. `null` for an optional feature. */
      billing_period: BillingPeriod | null;
      /** Number of users to set. `null`: it stays. */
      users: number | null;
      /** How many of either are on or sold then. `null`: it stays. */
      quantity: number | null;
      /** Optional feature to change. `null` for a version. */
      option: {
        /** Optional feature ID, `off_…`. */
        id: string;
        /** Title of the optional feature at that time. */
        title: string;
      } | null;
    }[];
    /** When it is applied. Unix timestamp in seconds. `null`: when all consent is given. */
    effective_at: number | null;
    /** Whether `effective_at` follows the end of the billing period. */
    at_period_end: boolean;
    /** Who has, or had, to approve it. */
    waits_for: 'owner' | 'host' | null;
    /** When consent is no longer possible. Unix timestamp in seconds. `null` if it does not wait for consent. */
    expires_at: number | null;
    /** Who made it. */
    origin: 'owner' | 'member' | 'host' | 'product' | 'support';
    /** Move that it belongs to, `mov_…`. `null` for none. */
    batch_id: string | null;
    /** The reason that was given. */
    reason: string | null;
    /** Why it could not be applied when it was due. */
    blockers: {
      /** Code. */
      code: string;
      /** Explanation. */
      message: string;
    }[];
    /** Who made it. */
    created_by: Actor;
    /** Who approved, declined or canceled it. `null` if this was not done. */
    decided_by: Actor | null;
    /** What was said when it was declined or canceled. */
    message: string | null;
    /** How it ended. `null` for an open change. */
    outcome: 'applied' | 'canceled' | 'declined' | 'superseded' | 'expired' | null;
    /** History entry that applied it, `avh_…` or `aoh_…`. `null` for none. */
    history_id: string | null;
  };
}

export interface ChangeEndedEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** Account ID, `acc_…`. */
  account_id: string;
  /** ID of the account in your application. `null` if it has none. */
  external_id: string | null;
  /** Number of the change within the account: 0 for its creation, then 1, 2, 3 … without gaps. */
  sequence: number;
  /**
   * A change was applied, canceled, declined or superseded, or has expired. `sequence` is that of the last
   * change of the account before.
   */
  type: 'account.change_ended';
  data: {
    /** Change ID, `chg_…`. */
    change_id: string;
    version: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Title of the version at that time. */
      title: string;
      /** Tag of the version at that time. */
      tag: string;
    };
    /**
     * Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees
     * apply.
     */
    billing_period: BillingPeriod;
    /**
     * Whether the account paid more or less in a year than before, as `pays` of the preview. `unknown` also for
     * what was recorded before this field existed.
     */
    pays: 'more' | 'less' | 'same' | 'unknown';
    /** Number of users to set. `null`: it stays. */
    users: number | null;
    /** Optional feature that the change is about. `null` for a switch. */
    option: {
      /** Optional feature ID, `off_…`. */
      id: string;
      /** Title of the optional feature at that time. */
      title: string;
    } | null;
    /** How many of it are on then, or how many `fee_unit` of the version to set. `null`: it stays. */
    quantity: number | null;
    /**
     * All that it does, together and in this order. The end of a trial turns on again the optional features that
     * its start ended. Absent in events of before this field.
     */
    commands?: {
      /** Version to switch to, or to stay on. `null` for an optional feature. */
      version_id: string | null;
      /** Period to bill for. `null` for an optional feature. */
      billing_period: BillingPeriod | null;
      /** Number of users to set. `null`: it stays. */
      users: number | null;
      /** How many of either are on or sold then. `null`: it stays. */
      quantity: number | null;
      /** Optional feature to change. `null` for a version. */
      option: {
        /** Optional feature ID, `off_…`. */
        id: string;
        /** Title of the optional feature at that time. */
        title: string;
      } | null;
    }[];
    /** When it is applied. Unix timestamp in seconds. `null`: when all consent is given. */
    effective_at: number | null;
    /** Whether `effective_at` follows the end of the billing period. */
    at_period_end: boolean;
    /** Who has, or had, to approve it. */
    waits_for: 'owner' | 'host' | null;
    /** When consent is no longer possible. Unix timestamp in seconds. `null` if it does not wait for consent. */
    expires_at: number | null;
    /** Who made it. */
    origin: 'owner' | 'member' | 'host' | 'product' | 'support';
    /** Move that it belongs to, `mov_…`. `null` for none. */
    batch_id: string | null;
    /** The reason that was given. */
    reason: string | null;
    /** Why it could not be applied when it was due. */
    blockers: {
      /** Code. */
      code: string;
      /** Explanation. */
      message: string;
    }[];
    /** Who made it. */
    created_by: Actor;
    /** Who approved, declined or canceled it. `null` if this was not done. */
    decided_by: Actor | null;
    /** What was said when it was declined or canceled. */
    message: string | null;
    /** How it ended. `null` for an open change. */
    outcome: 'applied' | 'canceled' | 'declined' | 'superseded' | 'expired' | null;
    /** History entry that applied it, `avh_…` or `aoh_…`. `null` for none. */
    history_id: string | null;
  };
}

export interface TrialEndingEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** Account ID, `acc_…`. */
  account_id: string;
  /** ID of the account in your application. `null` if it has none. */
  external_id: string | null;
  /** Number of the change within the account: 0 for its creation, then 1, 2, 3 … without gaps. */
  sequence: number;
  /**
   * The trial of an account ends at `effective_at`. Its `version` follows. `sequence` is that of the last change
   * of the account.
   */
  type: 'account.trial_ending';
  data: {
    /** Change ID, `chg_…`. */
    change_id: string;
    version: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Title of the version at that time. */
      title: string;
      /** Tag of the version at that time. */
      tag: string;
    };
    /**
     * Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees
     * apply.
     */
    billing_period: BillingPeriod;
    /**
     * Whether the account paid more or less in a year than before, as `pays` of the preview. `unknown` also for
     * what was recorded before this field existed.
     */
    pays: 'more' | 'less' | 'same' | 'unknown';
    /** Number of users to set. `null`: it stays. */
    users: number | null;
    /** Optional feature that the change is about. `null` for a switch. */
    option: {
      /** Optional feature ID, `off_…`. */
      id: string;
      /** Title of the optional feature at that time. */
      title: string;
    } | null;
    /** How many of it are on then, or how many `fee_unit` of the version to set. `null`: it stays. */
    quantity: number | null;
    /**
     * All that it does, together and in this order. The end of a trial turns on again the optional features that
     * its start ended. Absent in events of before this field.
     */
    commands?: {
      /** Version to switch to, or to stay on. `null` for an optional feature. */
      version_id: string | null;
      /** Period to bill for. `null` for an optional feature. */
      billing_period: BillingPeriod | null;
      /** Number of users to set. `null`: it stays. */
      users: number | null;
      /** How many of either are on or sold then. `null`: it stays. */
      quantity: number | null;
      /** Optional feature to change. `null` for a version. */
      option: {
        /** Optional feature ID, `off_…`. */
        id: string;
        /** Title of the optional feature at that time. */
        title: string;
      } | null;
    }[];
    /** When it is applied. Unix timestamp in seconds. `null`: when all consent is given. */
    effective_at: number | null;
    /** Whether `effective_at` follows the end of the billing period. */
    at_period_end: boolean;
    /** Who has, or had, to approve it. */
    waits_for: 'owner' | 'host' | null;
    /** When consent is no longer possible. Unix timestamp in seconds. `null` if it does not wait for consent. */
    expires_at: number | null;
    /** Who made it. */
    origin: 'owner' | 'member' | 'host' | 'product' | 'support';
    /** Move that it belongs to, `mov_…`. `null` for none. */
    batch_id: string | null;
    /** The reason that was given. */
    reason: string | null;
    /** Why it could not be applied when it was due. */
    blockers: {
      /** Code. */
      code: string;
      /** Explanation. */
      message: string;
    }[];
    /** Who made it. */
    created_by: Actor;
    /** Who approved, declined or canceled it. `null` if this was not done. */
    decided_by: Actor | null;
    /** What was said when it was declined or canceled. */
    message: string | null;
    /** How it ended. `null` for an open change. */
    outcome: 'applied' | 'canceled' | 'declined' | 'superseded' | 'expired' | null;
    /** History entry that applied it, `avh_…` or `aoh_…`. `null` for none. */
    history_id: string | null;
    /** The version that the account has on trial. */
    trial_version: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Title of the version at that time. */
      title: string;
      /** Tag of the version at that time. */
      tag: string;
    };
  };
}

export interface ChangeAnnouncedEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** Account ID, `acc_…`. */
  account_id: string;
  /** ID of the account in your application. `null` if it has none. */
  external_id: string | null;
  /** Number of the change within the account: 0 for its creation, then 1, 2, 3 … without gaps. */
  sequence: number;
  /**
   * A scheduled edition changes what the account has or pays at `effective_at`, or does so no longer
   * (`withdrawn`). `sequence` is that of the last change of the account.
   */
  type: 'account.change_announced';
  data: {
    /** The edition that is scheduled. */
    edition: {
      /** Edition ID, `ced_…`. */
      id: string;
      /** Number of the edition. */
      number: number;
      /** Note of its author. */
      note: string;
    };
    /**
     * Whether the change was announced before, and is not made: the edition is not scheduled any more, or
     * changes nothing for the account.
     */
    withdrawn: boolean;
    /** When the edition is, or was, to be published. Unix timestamp in seconds. */
    effective_at: number;
    /**
     * When the account gets back what it has now, such as after a promotion. Unix timestamp in seconds. `null`
     * if it does not.
     */
    ends_at: number | null;
    /** Version of the account. */
    version: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Title of the version at that time. */
      title: string;
      /** Tag of the version at that time. */
      tag: string;
    };
    /** Price from then on. `null` for an optional feature that is turned off. */
    price: {
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
      /**
       * Smallest number of users that the version is sold for. Totals count at least as many. `null` if there is
       * no minimum.
       */
      min_users?: number | null;
      /**
       * Largest number of users that the version allows without optional features, by the usage limit that
       * `users_limit` names. `null` for any number.
       */
      max_users?: number | null;
      /** Smallest number of `fee_unit` that the version is sold for. `null` if there is no minimum. */
      min_quantity?: number | null;
      /** Largest number of `fee_unit` that the version is sold for. `null` if there is no maximum. */
      max_quantity?: number | null;
    } | null;
    /** Price today. `null` if the account pays the same. */
    previous_price: {
      /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
      fee: number | null;
      /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
      user_fee: number | null;
      /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
      fee_unit: string | null;
      /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
      user_fee_unit: string | null;
      /**
       * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
       * `billing_period` already is `year`.
       */
      annual_fee: number | null;
      /**
       * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
       * there is no fee per user.
       */
      annual_user_fee: number | null;
      /**
       * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null` then.
       * `null` otherwise.
       */
      price_text: string | null;
      /**
       * Smallest number of users that the version is sold for. Totals count at least as many. `null` if there is
       * no minimum.
       */
      min_users?: number | null;
      /**
       * Largest number of users that the version allows without optional features, by the usage limit that
       * `users_limit` names. `null` for any number.
       */
      max_users?: number | null;
      /** Smallest number of `fee_unit` that the version is sold for. `null` if there is no minimum. */
      min_quantity?: number | null;
      /** Largest number of `fee_unit` that the version is sold for. `null` if there is no maximum. */
      max_quantity?: number | null;
    } | null;
    /**
     * Human-readable slugs of the features that are not included any more, at most 200. Fewer if the event would
     * exceed 20 kB.
     */
    lost: string[];
    /**
     * Human-readable slugs of the features that are included from then on, at most 200. Fewer if the event would
     * exceed 20 kB.
     */
    gained: string[];
    /**
     * Human-readable slugs of the features with a higher amount, at most 200. Fewer if the event would exceed 20
     * kB.
     */
    raised: string[];
    /**
     * Human-readable slugs of the features with a lower amount, at most 200. Fewer if the event would exceed 20
     * kB.
     */
    lowered: string[];
    /**
     * Human-readable slugs of the features with a value that can’t be compared with the one before, at most 200.
     * Fewer if the event would exceed 20 kB.
     */
    changed: string[];
    /**
     * Period that the account is billed for. With `year` and a `billing_period` of `month`, the annual fees
     * apply.
     */
    billing_period: BillingPeriod;
    /** Period that the account is billed for today. `null` if it is the same. */
    previous_billing_period: BillingPeriod | null;
    /** Optional features of the account that change. */
    changed_options: {
      /** Optional feature ID, `off_…`. */
      id: string;
      /** Title of the optional feature at that time. */
      title: string;
      /** Price from then on. `null` for an optional feature that is turned off. */
      price: {
        /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
        fee: number | null;
        /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
        user_fee: number | null;
        /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
        fee_unit: string | null;
        /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
        user_fee_unit: string | null;
        /**
         * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
         * `billing_period` already is `year`.
         */
        annual_fee: number | null;
        /**
         * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
         * there is no fee per user.
         */
        annual_user_fee: number | null;
        /**
         * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null`
         * then. `null` otherwise.
         */
        price_text: string | null;
        /**
         * Smallest number of users that the version is sold for. Totals count at least as many. `null` if there
         * is no minimum.
         */
        min_users?: number | null;
        /**
         * Largest number of users that the version allows without optional features, by the usage limit that
         * `users_limit` names. `null` for any number.
         */
        max_users?: number | null;
        /** Smallest number of `fee_unit` that the version is sold for. `null` if there is no minimum. */
        min_quantity?: number | null;
        /** Largest number of `fee_unit` that the version is sold for. `null` if there is no maximum. */
        max_quantity?: number | null;
      } | null;
      /** Price today. `null` if the account pays the same. */
      previous_price: {
        /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
        fee: number | null;
        /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
        user_fee: number | null;
        /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
        fee_unit: string | null;
        /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
        user_fee_unit: string | null;
        /**
         * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
         * `billing_period` already is `year`.
         */
        annual_fee: number | null;
        /**
         * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
         * there is no fee per user.
         */
        annual_user_fee: number | null;
        /**
         * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null`
         * then. `null` otherwise.
         */
        price_text: string | null;
        /**
         * Smallest number of users that the version is sold for. Totals count at least as many. `null` if there
         * is no minimum.
         */
        min_users?: number | null;
        /**
         * Largest number of users that the version allows without optional features, by the usage limit that
         * `users_limit` names. `null` for any number.
         */
        max_users?: number | null;
        /** Smallest number of `fee_unit` that the version is sold for. `null` if there is no minimum. */
        min_quantity?: number | null;
        /** Largest number of `fee_unit` that the version is sold for. `null` if there is no maximum. */
        max_quantity?: number | null;
      } | null;
      /**
       * Human-readable slugs of the features that are not included any more, at most 200. Fewer if the event
       * would exceed 20 kB.
       */
      lost: string[];
      /**
       * Human-readable slugs of the features that are included from then on, at most 200. Fewer if the event
       * would exceed 20 kB.
       */
      gained: string[];
      /**
       * Human-readable slugs of the features with a higher amount, at most 200. Fewer if the event would exceed
       * 20 kB.
       */
      raised: string[];
      /**
       * Human-readable slugs of the features with a lower amount, at most 200. Fewer if the event would exceed
       * 20 kB.
       */
      lowered: string[];
      /**
       * Human-readable slugs of the features with a value that can’t be compared with the one before, at most
       * 200. Fewer if the event would exceed 20 kB.
       */
      changed: string[];
    }[];
    /** Three-letter ISO 4217 currency code. */
    currency: string;
    /**
     * Digits of the currency’s minor unit by ISO 4217, in which amounts are: with `2`, an amount of `990` is
     * 9.90. Do not take them from `Intl` or another list, which can differ.
     */
    currency_digits: number;
  };
}

export interface MoveScheduledEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** Changes were scheduled for accounts of a version. Each has an event when it ends. */
  type: 'move.scheduled';
  /** Always `null`. */
  account_id: null;
  /** Always `null`. */
  external_id: null;
  /** Always `null`. */
  sequence: null;
  data: {
    /** Move ID, `mov_…`. */
    move_id: string;
    /** Version of the accounts. */
    from_version_id: string;
    /** Version that they get. */
    to_version_id: string;
    /** The reason that was given. */
    reason: string | null;
    /** Number of changes that were scheduled. */
    scheduled: number;
    /** Number of accounts that are not moved. */
    skipped: number;
  };
}

export interface CatalogPublishedEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** Versions, features or optional features of the app changed. */
  type: 'catalog.published';
  /** Always `null`. */
  account_id: null;
  /** Always `null`. */
  external_id: null;
  /** Always `null`. */
  sequence: null;
  data: {
    /** Revision of the catalog. Increases with each change. */
    catalog_revision: number;
    /** Number of versions that were added, changed or retired. */
    versions: number;
    /** Number of features that were added, changed or retired. */
    features: number;
    /** Number of optional features that were added, changed or retired. */
    offers: number;
    /**
     * Versions that were added, retired or restored, or whose price, features or limits changed. Fewer if the
     * event would exceed 20 kB.
     */
    changed_versions: {
      /** Version ID, `ver_…`. */
      id: string;
      /** Title of the version at that time. */
      title: string;
      /** Tag of the version at that time. */
      tag: string;
      /**
       * `keep`: accounts keep the version `kept_version_id`, which this one replaces. `follow`: the content of
       * the version has changed, also for its accounts.
       */
      outcome: 'added' | 'keep' | 'follow' | 'retired' | 'restored';
      /** ID of the version that accounts keep, with the content from before. `null` unless `keep`. */
      kept_version_id: string | null;
      /** Number of accounts that are on the version, or on the one that it replaces, also of those that follow. */
      accounts: number;
      /**
       * Human-readable slugs of the features that the version includes from now on, at most 200. Fewer if the
       * event would exceed 20 kB.
       */
      gained: string[];
      /**
       * Human-readable slugs of the features that it does not include any more, at most 200. Fewer if the event
       * would exceed 20 kB.
       */
      lost: string[];
      /**
       * Human-readable slugs of the features with a higher amount, at most 200. Fewer if the event would exceed
       * 20 kB.
       */
      raised: string[];
      /**
       * Human-readable slugs of the features with a lower amount, at most 200. Fewer if the event would exceed
       * 20 kB.
       */
      lowered: string[];
      /**
       * Human-readable slugs of the features with a value that can’t be compared with the one before, at most
       * 200. Fewer if the event would exceed 20 kB.
       */
      changed: string[];
      /** Price before. `null` if it is the same, or added. */
      previous_price: {
        /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
        fee: number | null;
        /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
        user_fee: number | null;
        /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
        fee_unit: string | null;
        /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
        user_fee_unit: string | null;
        /**
         * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
         * `billing_period` already is `year`.
         */
        annual_fee: number | null;
        /**
         * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
         * there is no fee per user.
         */
        annual_user_fee: number | null;
        /**
         * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null`
         * then. `null` otherwise.
         */
        price_text: string | null;
      } | null;
      /** Price from now on. */
      price: {
        /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
        fee: number | null;
        /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
        user_fee: number | null;
        /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
        fee_unit: string | null;
        /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
        user_fee_unit: string | null;
        /**
         * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
         * `billing_period` already is `year`.
         */
        annual_fee: number | null;
        /**
         * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
         * there is no fee per user.
         */
        annual_user_fee: number | null;
        /**
         * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null`
         * then. `null` otherwise.
         */
        price_text: string | null;
      };
    }[];
    /**
     * Optional features that were added, retired or restored, or whose prices or features changed. Fewer if the
     * event would exceed 20 kB.
     */
    changed_options: {
      /** ID of the optional feature, `off_…`. */
      id: string;
      /** Its title. */
      title: string;
      /**
       * `keep`: accounts that have it keep `kept_option_id`, which this one replaces. `follow`: its prices or
       * features have changed, also for accounts that have it.
       */
      outcome: 'added' | 'keep' | 'follow' | 'retired' | 'restored';
      /** ID of the optional feature that accounts keep. `null` unless `keep`. */
      kept_option_id: string | null;
      /** Number of accounts that have it on, or keep the earlier one. */
      accounts: number;
      /** The prices that have changed, by version. */
      prices: {
        /** Version that it is offered for. */
        version_id: string;
        /** Price before. `null` if it was not offered. */
        previous_price: {
          /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
          fee: number | null;
          /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
          user_fee: number | null;
          /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
          fee_unit: string | null;
          /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
          user_fee_unit: string | null;
          /**
           * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
           * `billing_period` already is `year`.
           */
          annual_fee: number | null;
          /**
           * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
           * there is no fee per user.
           */
          annual_user_fee: number | null;
          /**
           * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null`
           * then. `null` otherwise.
           */
          price_text: string | null;
        } | null;
        /** Price from now on. `null` if it is not offered any more. */
        price: {
          /** Fee per billing period in minor units (cents). `0` is free, `null` is priced on request or in words. */
          fee: number | null;
          /** Fee per user and billing period in minor units (cents). `null` if there is no fee per user. */
          user_fee: number | null;
          /** What `fee` is charged per, such as `site` or `500 users`. `null` is the account itself. */
          fee_unit: string | null;
          /** What `user_fee` is charged per, such as `editor`. `null` is the user. */
          user_fee_unit: string | null;
          /**
           * Fee per year with annual billing, in minor units (cents). `null` if it is not sold annually, or if
           * `billing_period` already is `year`.
           */
          annual_fee: number | null;
          /**
           * Fee per user and year with annual billing, in minor units (cents). `null` as for `annual_fee`, or if
           * there is no fee per user.
           */
          annual_user_fee: number | null;
          /**
           * The price in words, if fees can’t express it, such as `€0.18 per active hour`. All fees are `null`
           * then. `null` otherwise.
           */
          price_text: string | null;
        } | null;
      }[];
    }[];
    /** The edition that was published. */
    edition: {
      /** Edition ID, `ced_…`. */
      id: string;
      /** Number of the edition. */
      number: number;
      /** Note of its author. */
      note: string;
    };
    /** Who published or scheduled it. */
    actor: Actor;
  };
}

export interface AuditList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** The entries, newest first. */
  data: AuditEntry[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface AuditEntry {
  /** Audit entry ID, `aud_…`. */
  id: string;
  /**
   * What happened. `account.switched`, `account.add_on_changed` and `account.change_…` are by support. More
   * types can be added.
   */
  type: 'app.created' | 'account.switched' | 'account.add_on_changed' | 'account.terms_changed' | 'account.change_scheduled' | 'account.change_canceled' | 'account.signed_out' | 'account.exported' | 'account.removal_requested' | 'account.removal_withdrawn' | 'account.anonymized' | 'account.deletion_scheduled' | 'account.deletion_withdrawn' | 'user.signed_out' | 'session.created' | 'session.started' | 'session.ended' | 'key.created' | 'key.revoked' | 'grant.created' | 'grant.removed' | 'webhook_endpoint.created' | 'webhook_endpoint.updated' | 'webhook_endpoint.deleted' | 'webhook_endpoint.secret_rotated' | 'move.created' | 'move.canceled' | 'catalog.published' | 'catalog.scheduled' | 'catalog.schedule_canceled' | 'catalog.shared' | 'catalog.unshared' | 'catalog.two_person_rule_set' | 'staff_sign_in.set' | 'staff_sign_in.removed';
  /** The account, with its present title. `null` for what concerns the app. */
  account: {
    /** Account ID, `acc_…`. */
    id: string;
    /** ID of the account in your system. `null` if it has none. */
    external_id: string | null;
    /** Display name of the account. */
    title: string;
  } | null;
  /**
   * ID of the key, session, webhook endpoint, version, edition, move, change or history entry. `null` for
   * others.
   */
  target_id: string | null;
  actor: Actor;
  /** When it happened. Unix timestamp in seconds. */
  occurred_at: number;
  /** What changed, such as `role` of a session or `from` and `to` of a URL. Never a secret. */
  data: Record<string, unknown>;
}

export interface CatalogScheduledEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** An edition was scheduled, or has to be scheduled again. */
  type: 'catalog.scheduled';
  /** Always `null`. */
  account_id: null;
  /** Always `null`. */
  external_id: null;
  /** Always `null`. */
  sequence: null;
  data: {
    /** The edition. */
    edition: {
      /** Edition ID, `ced_…`. */
      id: string;
      /** Number of the edition. */
      number: number;
      /** Note of its author. */
      note: string;
    };
    /** When it is, or was, to be published. Unix timestamp in seconds. */
    publish_at: number;
    /** The edition that this one ends, such as a promotion. `null` if it ends none. */
    ends_edition: {
      /** Edition ID, `ced_…`. */
      id: string;
      /** Number of the edition. */
      number: number;
    } | null;
    /**
     * Whether it has to be scheduled again, because a publication has changed what it does for accounts. It is
     * not published otherwise.
     */
    confirmation_required: boolean;
    /** Who scheduled it, or published the other edition. */
    actor: Actor;
  };
}

export interface ScheduleCanceledEvent {
  /** Event ID, `evt_…`. Also the `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  /** When it happened, in UTC (ISO 8601). */
  timestamp: string;
  /** A scheduled edition is not published, for the `reason` in the data. It is a draft again, or discarded. */
  type: 'catalog.schedule_canceled';
  /** Always `null`. */
  account_id: null;
  /** Always `null`. */
  external_id: null;
  /** Always `null`. */
  sequence: null;
  data: {
    /** The edition. */
    edition: {
      /** Edition ID, `ced_…`. */
      id: string;
      /** Number of the edition. */
      number: number;
      /** Note of its author. */
      note: string;
    };
    /** When it is, or was, to be published. Unix timestamp in seconds. */
    publish_at: number;
    /** The edition that this one ends, such as a promotion. `null` if it ends none. */
    ends_edition: {
      /** Edition ID, `ced_…`. */
      id: string;
      /** Number of the edition. */
      number: number;
    } | null;
    /** `canceled`, `edited`, `discarded`, or the `reason` of the edition’s `schedule_failure`. */
    reason: 'conflict' | 'confirmation_missing' | 'difference_changed' | 'invalid' | 'limit_exceeded' | 'end_unavailable' | 'other_publisher_required' | 'changes_requested' | 'canceled' | 'edited' | 'discarded';
    /** Values that an edition which was published since changes too. At most 10. */
    conflicts: {
      /** The text with the value. */
      file: 'source' | 'extension';
      /** Keys from the root, joined by dots: `plans.PRO.price`. */
      path: string;
      /**
       * The value of the edition that was live when this one was scheduled. JSON, cut after 200 characters.
       * `null` for none.
       */
      base: string | null;
      /** The value of the edition that was published since, in the same form. */
      live: string | null;
      /** The value of the scheduled edition, in the same form. */
      scheduled: string | null;
    }[];
    /** Who canceled, edited or discarded it or published the other edition, else who scheduled it. */
    actor: Actor;
  };
}

export interface WebhookEndpoint {
  /** Endpoint ID, `whe_…`. */
  id: string;
  /** URL that events are posted to. */
  url: string;
  /** Event types that are delivered. Empty for all. */
  types: string[];
  /** Whether events are delivered. */
  enabled: boolean;
  /**
   * Why the endpoint is disabled: by request, because it responded with 410, or because it failed for 5 days.
   * `null` if it is enabled.
   */
  disabled_reason: 'request' | 'gone' | 'failing' | null;
  /** When the endpoint was disabled. Unix timestamp in seconds. */
  disabled: number | null;
  /** First failed attempt since the last successful one. Unix timestamp in seconds. */
  failing_since: number | null;
  /** When the endpoint was created. Unix timestamp in seconds. */
  created: number;
  /** When the secret was last rotated. Unix timestamp in seconds. */
  secret_rotated: number | null;
}

export interface WebhookEndpointRequest {
  /** URL that events are posted to. `https`, with a host name or address that is public. */
  url: string;
  /** Event types to deliver. Empty for all, including types that are added later. */
  types?: ('account.created' | 'account.deleted' | 'account.version_switched' | 'account.option_enabled' | 'account.option_disabled' | 'account.change_scheduled' | 'account.change_waiting' | 'account.change_ended' | 'account.trial_ending' | 'account.change_announced' | 'move.scheduled' | 'catalog.published' | 'catalog.scheduled' | 'catalog.schedule_canceled')[];
}

export interface WebhookEndpointUpdate {
  /** URL that events are posted to. `https`, with a host name or address that is public. */
  url?: string;
  /** Event types to deliver. Empty for all, including types that are added later. */
  types?: ('account.created' | 'account.deleted' | 'account.version_switched' | 'account.option_enabled' | 'account.option_disabled' | 'account.change_scheduled' | 'account.change_waiting' | 'account.change_ended' | 'account.trial_ending' | 'account.change_announced' | 'move.scheduled' | 'catalog.published' | 'catalog.scheduled' | 'catalog.schedule_canceled')[];
  /**
   * `false` to stop deliveries. `true` to resume them with the events from now on; recover those of the time
   * between.
   */
  enabled?: boolean;
}

export interface WebhookEndpointList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** The endpoints of the app, oldest first. */
  data: WebhookEndpoint[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface WebhookEndpointResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: WebhookEndpoint;
}

export interface WebhookSecretResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Endpoint ID, `whe_…`. */
    id: string;
    /** URL that events are posted to. */
    url: string;
    /** Event types that are delivered. Empty for all. */
    types: string[];
    /** Whether events are delivered. */
    enabled: boolean;
    /**
     * Why the endpoint is disabled: by request, because it responded with 410, or because it failed for 5 days.
     * `null` if it is enabled.
     */
    disabled_reason: 'request' | 'gone' | 'failing' | null;
    /** When the endpoint was disabled. Unix timestamp in seconds. */
    disabled: number | null;
    /** First failed attempt since the last successful one. Unix timestamp in seconds. */
    failing_since: number | null;
    /** When the endpoint was created. Unix timestamp in seconds. */
    created: number;
    /** When the secret was last rotated. Unix timestamp in seconds. */
    secret_rotated: number | null;
    /** Signing secret, `whsec_…`. Only returned here: it is not stored and can’t be retrieved later. */
    secret: string;
  };
}

export interface WebhookDeletedResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Endpoint ID, `whe_…`. */
    id: string;
  };
}

export interface WebhookTestResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /** Duration in milliseconds. */
    duration_ms: number;
    /** Status of the response. `null` without a response. */
    status: number | null;
    /** Why the attempt failed. `null` if it succeeded. */
    error: string | null;
    /** The first 1,000 characters of the response’s body. */
    response: string | null;
    /** Whether the endpoint responded with a status from 200 to 299. */
    delivered: boolean;
    /** ID of the test event. Such events are not listed. */
    event_id: string;
  };
}

export interface WebhookRecoveryRequest {
  /** Unix timestamp in seconds. Events that happened earlier are not delivered again. */
  since: number;
}

export interface WebhookRecoveryResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: {
    /**
     * Number of deliveries that are sent again or for the first time. If there are too many to recover within
     * two seconds, the number until then.
     */
    deliveries: number;
  };
}

export interface WebhookDeliveryList {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  /** The deliveries, newest event first. */
  payload: WebhookDeliveryWithEvent[];
  /** Cursor of the next page. Send it as `cursor`. Absent on the last page. */
  next_cursor?: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

export interface WebhookDelivery {
  /** Event ID, `evt_…`. */
  event_id: string;
  /** Type of the event. */
  type: string;
  /** Account ID of the event. `null` for an event of the app. */
  account_id: string | null;
  /**
   * `queued` behind an earlier delivery of the account, `waiting` for the next attempt, `delivered`, or `failed`
   * after the last attempt.
   */
  state: 'queued' | 'waiting' | 'delivered' | 'failed';
  /** When the delivery was created. Unix timestamp in seconds. */
  created: number;
  /** When the next attempt is due, if the state is `waiting`. Unix timestamp in seconds. */
  next_attempt: number | null;
  /** The last 20 attempts, oldest first. */
  attempts: WebhookAttempt[];
}

export interface WebhookDeliveryWithEvent {
  /** Event ID, `evt_…`. */
  event_id: string;
  /** Type of the event. */
  type: string;
  /** Account ID of the event. `null` for an event of the app. */
  account_id: string | null;
  /**
   * `queued` behind an earlier delivery of the account, `waiting` for the next attempt, `delivered`, or `failed`
   * after the last attempt.
   */
  state: 'queued' | 'waiting' | 'delivered' | 'failed';
  /** When the delivery was created. Unix timestamp in seconds. */
  created: number;
  /** When the next attempt is due, if the state is `waiting`. Unix timestamp in seconds. */
  next_attempt: number | null;
  /** The last 20 attempts, oldest first. */
  attempts: WebhookAttempt[];
  /** Title of the account. `null` for an event of the app, and if `event` is. */
  account_title: string | null;
  /**
   * The event, which is the body of each request. `null` if it is older than 90 days. In a list of deliveries,
   * its lists of features and versions are empty.
   */
  event: Event | null;
}

export interface WebhookDeliveryResponse {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: WebhookDelivery;
}

export interface WebhookDeliveryDetails {
  /** Always `true`. */
  success: true;
  /** Human-readable confirmation that you can show to users. Empty for plain reads. */
  message: string;
  data: WebhookDeliveryWithEvent;
}

export interface WebhookAttempt {
  /** When the attempt ended. Unix timestamp in seconds. */
  at: number;
  /** Duration in milliseconds. */
  duration_ms: number;
  /** Status of the response. `null` without a response. */
  status: number | null;
  /** Why the attempt failed. `null` if it succeeded. */
  error: string | null;
  /** The first 1,000 characters of the response’s body. */
  response: string | null;
}

export interface Problem {
  /** Always `false`. */
  success: false;
  /** Human-readable explanation that you can show to users. */
  message: string;
  /** URI of a page that documents the error: `/problems/` followed by the error code (RFC 9457). */
  type: string;
  /** Short summary of the error code. The same for every error with this code. */
  title: string;
  /** HTTP status code. */
  status: number;
  /** Same as `message` (RFC 9457). */
  detail: string;
  /** Error code. Handle errors programmatically by this code. */
  code: 'not_found' | 'method_not_allowed' | 'unauthenticated' | 'forbidden' | 'cross_site' | 'too_many_requests' | 'unsupported_media_type' | 'body_too_large' | 'headers_too_large' | 'request_timeout' | 'invalid_json' | 'parameter_missing' | 'parameter_invalid' | 'parameter_unknown' | 'version_not_found' | 'option_not_found' | 'account_not_found' | 'portal_session_not_found' | 'key_not_found' | 'history_entry_not_found' | 'webhook_endpoint_not_found' | 'webhook_delivery_not_found' | 'edition_not_found' | 'edition_stale' | 'edition_invalid' | 'edition_unchanged' | 'edition_not_draft' | 'end_unavailable' | 'other_publisher_required' | 'changes_requested' | 'move_not_found' | 'change_not_found' | 'notice_not_found' | 'preview_stale' | 'version_inactive' | 'price_on_request' | 'billing_period_unavailable' | 'option_included' | 'option_not_offered' | 'option_dependency_missing' | 'option_excluded' | 'option_required' | 'quantity_out_of_range' | 'entry_restricted' | 'exit_restricted' | 'self_service_disabled' | 'downgrade_unavailable' | 'downgrade_at_period_end' | 'trial_unavailable' | 'trial_used' | 'users_limit_exceeded' | 'users_below_minimum' | 'usage_exceeds_limit' | 'users_managed_by_host' | 'undo_superseded' | 'undo_expired' | 'undo_unavailable' | 'confirmation_required' | 'version_current' | 'period_end_unknown' | 'change_ended' | 'change_not_waiting' | 'change_locked' | 'change_limit_reached' | 'terms_unavailable' | 'clock_unavailable' | 'clock_in_past' | 'removal_not_requested' | 'other_person_required' | 'grant_in_price_list' | 'idempotency_key_reused' | 'webhook_limit_reached' | 'webhook_endpoint_disabled' | 'secret_recently_rotated' | 'switch_conflict' | 'webhooks_not_configured' | 'signing_not_configured' | 'service_unavailable' | 'internal_error';
  /** Validation errors, one for each invalid field, of the first 20. Only present for validation errors. */
  errors?: {
    /** Name of the body field, parameter or header. */
    field: string;
    /** Type of the validation error. */
    code: 'parameter_missing' | 'parameter_invalid' | 'parameter_unknown';
    /** Human-readable explanation. */
    message: string;
  }[];
  /** Number of further invalid fields that `errors` does not list. Absent if it lists all. */
  more_errors?: number;
  /**
   * The present state: with `edition_stale` the edition with its text or its difference, with `edition_invalid`
   * the problems.
   */
  data?: {
    [name: string]: unknown;
  };
  /** ID of the request, as in `X-Request-Id`. Include it when you contact support. */
  request_id: string;
}

/** What a client sends in headers. */
export interface HeaderOptions {
  /** The ID that your application gave the account, or its `acc_…` ID. */
  account?: string;
  /** The user of your application who does it. */
  actor?: { user_id: string; name: string };
  /** For a token: the origin of the page around the frame. */
  embeddingOrigin?: string;
  /** What was confirmed: `etag` of its response, or `revision` in it. */
  revision?: string;
  /** Default: a new one for each call, the same for its attempts. */
  idempotencyKey?: string;
}

/** What each operation takes and returns. */
export interface Operations {
  /** List versions. */
  listVersions: { parameters: {
    query?: {
      /** Set to `true` to omit the feature matrix. Defaults to `false`. */
      exclude_matrix?: boolean;
      /** Number of users that totals and decisions are for. Default: the account’s, or 1 without an account. */
      users?: number;
      /**
       * Number of `fee_unit`, such as sites, that totals and decisions are for, of versions that are sold per
       * unit. Default: the account’s, or the smallest that the version is sold for.
       */
      quantity?: number;
      /** Period that totals and decisions are for, of versions that are sold for it. Default: the account’s. */
      billing_period?: BillingPeriod;
      /**
       * Set to `usage` to add `usage_fit`: which versions hold what the account uses and its users, or those of
       * the request, with which optional features.
       */
      fits?: 'usage';
      /**
       * Language of titles and other texts of the catalog, a BCP 47 tag such as `de` or `pt-BR`. It comes before
       * `Accept-Language`. The best match of the languages that the catalog has texts in, otherwise the language
       * of the price list.
       */
      language?: string;
    };
  } & Pick<HeaderOptions, 'account'>; response: VersionList };
  /** Switch to a version. */
  switchVersion: { parameters: {
    body: SwitchRequest;
  } & Pick<HeaderOptions, 'account' | 'actor' | 'revision' | 'idempotencyKey'>; response: SwitchResult };
  /** Get a version. */
  getVersion: { parameters: {
    path: {
      /** Version ID, `ver_…`. */
      id: string;
    };
    query?: {
      /**
       * Language of titles and other texts of the catalog, a BCP 47 tag such as `de` or `pt-BR`. It comes before
       * `Accept-Language`. The best match of the languages that the catalog has texts in, otherwise the language
       * of the price list.
       */
      language?: string;
    };
  } & Pick<HeaderOptions, 'account'>; response: Version };
  /** Preview a switch. */
  previewSwitch: { parameters: {
    path: {
      /** Version ID, `ver_…`. */
      id: string;
    };
    query?: {
      /**
       * Period to bill for. Default: the account’s, if the version is sold for it, otherwise the one that it is
       * sold for.
       */
      billing_period?: BillingPeriod;
      /** Number of users that the switch would set. Default: as in the switch. */
      users?: number;
      /** How many `fee_unit` the switch would set. Default: as in the switch. */
      quantity?: number;
      /** Whether the switch would start a trial, or end the account’s: as in the switch. */
      trial?: boolean;
      /** When the trial would end: as in the switch. */
      trial_ends_at?: number;
      /**
       * ID of the newest history entry, `avh_…`: previews its undo. The version must be the previous one of the
       * entry; `billing_period`, `users` and `quantity` are ignored.
       */
      restore?: string;
      /**
       * ID of a change that waits for an owner, `chg_…`: previews its approval, with all its `commands`, instead
       * of the other parameters.
       */
      change?: string;
      /**
       * Language of titles and other texts of the catalog, a BCP 47 tag such as `de` or `pt-BR`. It comes before
       * `Accept-Language`. The best match of the languages that the catalog has texts in, otherwise the language
       * of the price list.
       */
      language?: string;
    };
  } & Pick<HeaderOptions, 'account'>; response: SwitchPreview };
  /** List changes. */
  listChanges: { parameters: {
    query?: {
      /** Changes to return. Default: all. */
      state?: 'open' | 'ended';
      /** Maximum number of changes. Default: 100. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
      /**
       * Language of titles and other texts of the catalog, a BCP 47 tag such as `de` or `pt-BR`. It comes before
       * `Accept-Language`. The best match of the languages that the catalog has texts in, otherwise the language
       * of the price list.
       */
      language?: string;
    };
  } & Pick<HeaderOptions, 'account'>; response: AccountChangeList };
  /** Create a change. */
  createChange: { parameters: {
    body: AccountChangeRequest;
  } & Pick<HeaderOptions, 'account' | 'actor' | 'revision' | 'idempotencyKey'>; response: AccountChangeResponse };
  /** List changes that wait for consent. */
  listRequests: { parameters: {
    query?: {
      /** Whose consent is missing. Default: anyone’s. */
      waits_for?: 'owner' | 'host';
      /** Maximum number of changes. Default: 100. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
  }; response: RequestList };
  /** Get a change. */
  getChange: { parameters: {
    path: {
      /** Change ID, `chg_…`. */
      id: string;
    };
  } & Pick<HeaderOptions, 'account'>; response: AccountChangeResponse };
  /** Cancel a change. */
  cancelChange: { parameters: {
    path: {
      /** Change ID, `chg_…`. */
      id: string;
    };
    query?: {
      /** Reason. Staff need one. */
      reason?: string;
    };
  } & Pick<HeaderOptions, 'account' | 'actor'>; response: AccountChangeResponse };
  /** Approve a change. */
  approveChange: { parameters: {
    path: {
      /** Change ID, `chg_…`. */
      id: string;
    };
  } & Pick<HeaderOptions, 'account' | 'actor' | 'revision' | 'idempotencyKey'>; response: AccountChangeResponse };
  /** Decline a change. */
  declineChange: { parameters: {
    path: {
      /** Change ID, `chg_…`. */
      id: string;
    };
    body: AccountChangeRefusal;
  } & Pick<HeaderOptions, 'account' | 'actor' | 'idempotencyKey'>; response: AccountChangeResponse };
  /** Advance the clock of an account. */
  advanceClock: { parameters: {
    path: {
      /** ID of the account in your system. */
      external_id: string;
    };
    body: ClockRequest;
  } & Pick<HeaderOptions, 'idempotencyKey'>; response: ClockResponse };
  /** Move accounts to another version. */
  createMove: { parameters: {
    body: MoveRequest;
  } & Pick<HeaderOptions, 'actor' | 'idempotencyKey'>; response: MoveResponse };
  /** List moves. */
  listMoves: { parameters: {
    query?: {
      /** Maximum number of moves. Default: 100. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
  }; response: MoveList };
  /** Preview a move. */
  previewMove: { parameters: {
    query: {
      /** As in `POST /moves`. */
      from_version_id: string;
      /** As in `POST /moves`. */
      to_version_id: string;
      /** As in `POST /moves`. */
      effective: string;
      /** Maximum number of accounts to look at. Default: 500. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
  }; response: MovePreviewResponse };
  /** Get a move. */
  getMove: { parameters: {
    path: {
      /** Move ID, `mov_…`. */
      id: string;
    };
  }; response: MoveResponse };
  /** Cancel a move. */
  cancelMove: { parameters: {
    path: {
      /** Move ID, `mov_…`. */
      id: string;
    };
  } & Pick<HeaderOptions, 'actor'>; response: MoveResponse };
  /** List optional features. */
  listOptionalFeatures: { parameters: {
    query?: {
      /** Number of users that totals and decisions are for. Default: the account’s, or 1 without an account. */
      users?: number;
      /**
       * Language of titles and other texts of the catalog, a BCP 47 tag such as `de` or `pt-BR`. It comes before
       * `Accept-Language`. The best match of the languages that the catalog has texts in, otherwise the language
       * of the price list.
       */
      language?: string;
    };
  } & Pick<HeaderOptions, 'account'>; response: OptionalFeatures };
  /** Preview a change of an optional feature. */
  previewOptionalFeature: { parameters: {
    path: {
      /**
       * Optional feature ID, `off_…`, or human ID. The ID of one that is replaced, and of the one that has
       * replaced it, mean the one that is on, or else the present one.
       */
      id: string;
    };
    query?: {
      /** Whether the change would turn it on. Default: `true`. */
      active?: boolean;
      /**
       * How many to have, from `min_quantity` to `max_quantity`. Default: the current quantity if it is on,
       * otherwise `min_quantity`, which usually is 1. Ignored if `active` is `false`.
       */
      quantity?: number;
      /** Number of users that totals are for. Default: the account’s. */
      users?: number;
      /**
       * Language of titles and other texts of the catalog, a BCP 47 tag such as `de` or `pt-BR`. It comes before
       * `Accept-Language`. The best match of the languages that the catalog has texts in, otherwise the language
       * of the price list.
       */
      language?: string;
    };
  } & Pick<HeaderOptions, 'account'>; response: OptionPreview };
  /** Turn an optional feature on or off. */
  changeOptionalFeature: { parameters: {
    path: {
      /**
       * Optional feature ID, `off_…`, or human ID. The ID of one that is replaced, and of the one that has
       * replaced it, mean the one that is on, or else the present one.
       */
      id: string;
    };
    body: OptionChangeRequest;
  } & Pick<HeaderOptions, 'account' | 'actor' | 'revision' | 'idempotencyKey'>; response: OptionChangeResult };
  /** List the version history. */
  listVersionHistory: { parameters: {
    query?: {
      /** Maximum number of entries. Defaults to 1,000. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: number;
      /**
       * Language of titles and other texts of the catalog, a BCP 47 tag such as `de` or `pt-BR`. It comes before
       * `Accept-Language`. The best match of the languages that the catalog has texts in, otherwise the language
       * of the price list.
       */
      language?: string;
      /**
       * Unix timestamp in seconds. Returns only the entry that was active at that time, if there is one, with
       * the price and the features that the version had then.
       */
      at?: number;
      /**
       * Adds rows to a CSV file: `options` for the changes of optional features, with `type` set to `option`,
       * and `catalog` for those of `catalog_changes`, with `type` set to `catalog`, and with `columns=all`
       * columns for the previous price. With both, rows of `catalog` that have a `quantity` are about optional
       * features.
       */
      include?: 'options' | 'catalog' | 'options,catalog';
      /**
       * Columns of a CSV file: `all` for all fields, with fees in minor units. By default 12 columns for
       * bookkeeping, with the fees of the billing period of the account as decimal numbers.
       */
      columns?: 'all';
    };
  } & Pick<HeaderOptions, 'account'>; response: History };
  /** List the history of optional features. */
  listOptionHistory: { parameters: {
    query?: {
      /** Maximum number of entries. Defaults to 1,000. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: number;
      /**
       * Language of titles and other texts of the catalog, a BCP 47 tag such as `de` or `pt-BR`. It comes before
       * `Accept-Language`. The best match of the languages that the catalog has texts in, otherwise the language
       * of the price list.
       */
      language?: string;
    };
  } & Pick<HeaderOptions, 'account'>; response: OptionHistory };
  /** List notices. */
  listNotices: { parameters: {
    query?: {
      /** Maximum number of entries. Defaults to 1,000. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
      /**
       * Language of titles and other texts of the catalog, a BCP 47 tag such as `de` or `pt-BR`. It comes before
       * `Accept-Language`. The best match of the languages that the catalog has texts in, otherwise the language
       * of the price list.
       */
      language?: string;
    };
  } & Pick<HeaderOptions, 'account'>; response: NoticeList };
  /** Dismiss a notice. */
  dismissNotice: { parameters: {
    path: {
      /** Notice ID, `ntc_…`. Another one after a further change. */
      id: string;
    };
  } & Pick<HeaderOptions, 'account' | 'actor'>; response: NoticeDismissalResponse };
  /** List the features of the account. */
  listAccountFeatures: { parameters: {
    query?: {
      /** Maximum number of entries. Defaults to 1,000. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
      /**
       * Language of titles and other texts of the catalog, a BCP 47 tag such as `de` or `pt-BR`. It comes before
       * `Accept-Language`. The best match of the languages that the catalog has texts in, otherwise the language
       * of the price list.
       */
      language?: string;
    };
  } & Pick<HeaderOptions, 'account'>; response: AccountFeatures };
  /** Check a feature of the account. */
  getAccountFeature: { parameters: {
    path: {
      /** Human-readable slug of the feature or usage limit. */
      human_id: string;
    };
    query?: {
      /**
       * Language of titles and other texts of the catalog, a BCP 47 tag such as `de` or `pt-BR`. It comes before
       * `Accept-Language`. The best match of the languages that the catalog has texts in, otherwise the language
       * of the price list.
       */
      language?: string;
    };
  } & Pick<HeaderOptions, 'account'>; response: FeatureAccess };
  /** Get the features as a signed token. */
  getSignedEntitlements: { parameters: Pick<HeaderOptions, 'account'>; response: SignedEntitlements };
  /** Report the usage of an account. */
  setUsage: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
    body: UsageRequest;
  }; response: StoredUsage };
  /** Get the usage of an account. */
  getUsage: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
  }; response: UsageResponse };
  /** Report the usage of many accounts. */
  setUsages: { parameters: {
    body: UsagesRequest;
  } & Pick<HeaderOptions, 'idempotencyKey'>; response: UsagesResponse };
  /** List accounts. */
  listAccounts: { parameters: {
    query?: {
      /**
       * ID, external ID or user ID; or the beginning of a word of the title or the external ID with what
       * follows, of the e-mail address, or of its domain. Case, accents and punctuation are ignored, and `ae` is
       * `ä`.
       */
      search?: string;
      /** ID of the current version of the accounts to return. */
      version_id?: string;
      /**
       * ID of an edition, `ced_…`. Returns the accounts that had what it changed or replaced, also if they keep
       * that, and that have made no switch since. Of a scheduled edition, those for which it will change what
       * they have. Without `search` and `version_id`.
       */
      changed_by?: string;
      /** Maximum number of accounts. Default: 100. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
  }; response: AccountList };
  /** Get an account. */
  getAccount: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
  }; response: AccountDetails };
  /** Create or update an account. */
  upsertAccount: { parameters: {
    path: {
      /** ID of the account in your system. */
      external_id: string;
    };
    body: AccountRequest;
  } & Pick<HeaderOptions, 'actor' | 'idempotencyKey'>; response: AccountResponse };
  /** Update an account. */
  updateAccount: { parameters: {
    path: {
      /** ID of the account in your system. */
      external_id: string;
    };
    body: AccountUpdate;
  } & Pick<HeaderOptions, 'actor' | 'idempotencyKey'>; response: AccountDetails };
  /** Delete an account. */
  deleteAccount: { parameters: {
    path: {
      /** ID of the account in your system. */
      external_id: string;
    };
    query: {
      /** ID of the account, `acc_…`, as a confirmation. */
      confirm: string;
      /** Whether it is deleted within seconds. Default: `false`, in 30 days. */
      immediately?: boolean;
    };
  } & Pick<HeaderOptions, 'actor'>; response: AccountDetails };
  /** List the sessions of an account. */
  listAccountSessions: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
    query?: {
      /** Maximum number of entries. Default: 100. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
  }; response: AccountSessionList };
  /** Sign all users of an account out. */
  endAccountSessions: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
  } & Pick<HeaderOptions, 'actor'>; response: EndedPortalSessions };
  /** List the keys of an account. */
  listAccountKeys: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
    query?: {
      /** Maximum number of entries. Default: 100. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
  }; response: AccountKeyList };
  /** Create a key for an account. */
  createAccountKey: { parameters: {
    path: {
      /** ID of the account in your system. */
      external_id: string;
    };
    body: AccountKeyRequest;
  } & Pick<HeaderOptions, 'idempotencyKey'>; response: CreatedAccountKey };
  /** Revoke a key of an account. */
  revokeAccountKey: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
      /** Key ID, `key_…`. */
      key_id: string;
    };
  }; response: AccountKeyResponse };
  /** Get your account. */
  getOwnAccount: { parameters: Pick<HeaderOptions, 'account'>; response: OwnAccountDetails };
  /** Anonymize an account. */
  anonymizeAccount: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
  } & Pick<HeaderOptions, 'actor' | 'idempotencyKey'>; response: AnonymizedAccount };
  /** Keep an account. */
  restoreAccount: { parameters: {
    path: {
      /** ID of the account in your system. */
      external_id: string;
    };
  } & Pick<HeaderOptions, 'actor' | 'idempotencyKey'>; response: AccountDetails };
  /** Request the removal of personal data. */
  requestRemoval: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
    query?: {
      /** Reason. Support needs one. */
      reason?: string;
    };
  } & Pick<HeaderOptions, 'actor' | 'idempotencyKey'>; response: Removal };
  /** Withdraw the request to remove personal data. */
  withdrawRemoval: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
    query?: {
      /** Reason. Support needs one. */
      reason?: string;
    };
  } & Pick<HeaderOptions, 'actor'>; response: Removal };
  /** Export an account. */
  exportAccount: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
    query?: {
      /** Reason. Support needs one. */
      reason?: string;
    };
  } & Pick<HeaderOptions, 'actor'>; response: AccountExport };
  /** List the grants of an account. */
  listGrants: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
    query?: {
      /** Maximum number of grants. Default: 100. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
  }; response: GrantList };
  /** Grant a version to an account. */
  grantVersion: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
      /** Version ID, `ver_…`. */
      version_id: string;
    };
    query?: {
      /** Reason. Support needs one. */
      reason?: string;
    };
  } & Pick<HeaderOptions, 'actor' | 'idempotencyKey'>; response: GrantResponse };
  /** Remove a grant from an account. */
  revokeGrant: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
      /** Version ID, `ver_…`. */
      version_id: string;
    };
    query?: {
      /** Reason. Support needs one. */
      reason?: string;
    };
  } & Pick<HeaderOptions, 'actor' | 'idempotencyKey'>; response: GrantDeletedResponse };
  /** Get the terms of an account. */
  getTerms: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
  }; response: TermsResponse };
  /** Set the terms of an account. */
  setTerms: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
    body: TermsRequest;
  } & Pick<HeaderOptions, 'actor'>; response: TermsResult };
  /** End the terms of an account. */
  endTerms: { parameters: {
    path: {
      /** ID of the account in your system, or its account ID, `acc_…`. */
      external_id: string;
    };
    query?: {
      /** Reason. Support needs one. */
      reason?: string;
    };
  } & Pick<HeaderOptions, 'actor'>; response: TermsResult };
  /** Create a sign-in link. */
  createPortalSession: { parameters: {
    body: PortalSessionRequest;
  } & Pick<HeaderOptions, 'idempotencyKey'>; response: PortalSession };
  /** End all sessions of a user. */
  endPortalSessions: { parameters: {
    query: {
      /** ID of the user in your system, as in the requests that created the sessions. */
      user_id: string;
    };
  }; response: EndedPortalSessions };
  /** Create a token for a frame. */
  createPortalToken: { parameters: {
    body: PortalTokenRequest;
  } & Pick<HeaderOptions, 'idempotencyKey'>; response: PortalToken };
  /** Get the user of a token. */
  getCredentialUser: { parameters: Pick<HeaderOptions, 'account' | 'embeddingOrigin'>; response: CredentialUser };
  /** End a session. */
  endPortalSession: { parameters: {
    path: {
      /** Session ID, `pse_…`. */
      id: string;
    };
  }; response: EndedPortalSession };
  /** Check a price list. */
  checkCatalog: { parameters: {
    body: CatalogCheckRequest;
  }; response: CatalogCheckResponse };
  /** List editions. */
  listEditions: { parameters: {
    query?: {
      /** Maximum number of editions. Default: 100. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
  }; response: EditionList };
  /** Create an edition. */
  createEdition: { parameters: {
    body: EditionRequest;
  } & Pick<HeaderOptions, 'actor' | 'idempotencyKey'>; response: EditionResponse };
  /** Get an edition. */
  getEdition: { parameters: {
    path: {
      /** Edition ID, `ced_…`. */
      id: string;
    };
    query?: {
      /** ID of the edition to compare it with, instead of the live catalog. */
      compare_to?: string;
    };
  }; response: EditionDetailsResponse };
  /** Replace the text of a draft. */
  updateEdition: { parameters: {
    path: {
      /** Edition ID, `ced_…`. */
      id: string;
    };
    body: EditionUpdate;
  } & Pick<HeaderOptions, 'revision'>; response: EditionResponse };
  /** Discard a draft. */
  deleteEdition: { parameters: {
    path: {
      /** Edition ID, `ced_…`. */
      id: string;
    };
  } & Pick<HeaderOptions, 'revision'>; response: EditionDeletedResponse };
  /** Share a draft. */
  shareEdition: { parameters: {
    path: {
      /** Edition ID, `ced_…`. */
      id: string;
    };
    body: ShareRequest;
  } & Pick<HeaderOptions, 'actor' | 'idempotencyKey'>; response: ShareResponse };
  /** Stop sharing a draft. */
  unshareEdition: { parameters: {
    path: {
      /** Edition ID, `ced_…`. */
      id: string;
    };
  }; response: EditionDeletedResponse };
  /** List the notes of an edition. */
  listEditionNotes: { parameters: {
    path: {
      /** Edition ID, `ced_…`. */
      id: string;
    };
    query?: {
      /** Maximum number of notes. Default: 100. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
  }; response: EditionNoteList };
  /** Add a note to an edition. */
  addEditionNote: { parameters: {
    path: {
      /** Edition ID, `ced_…`. */
      id: string;
    };
    body: EditionNoteRequest;
  } & Pick<HeaderOptions, 'actor' | 'revision' | 'idempotencyKey'>; response: EditionNoteResponse };
  /** Publish an edition. */
  publishEdition: { parameters: {
    path: {
      /** Edition ID, `ced_…`. */
      id: string;
    };
    body: PublicationRequest;
  } & Pick<HeaderOptions, 'actor' | 'revision' | 'idempotencyKey'>; response: EditionResponse };
  /** Cancel a schedule. */
  cancelSchedule: { parameters: {
    path: {
      /** Edition ID, `ced_…`. */
      id: string;
    };
  } & Pick<HeaderOptions, 'revision'>; response: EditionResponse };
  /** List events. */
  listEvents: { parameters: {
    query?: {
      /** Event types to return, separated by commas. Default: all. */
      types?: string;
      /** Account ID, `acc_…`, whose events to return. Default: all. */
      account_id?: string;
      /** Maximum number of events. Default: 100. */
      limit?: number;
      /** `next_cursor` of the previous response. Default: the oldest event, 90 days ago. */
      cursor?: string;
    };
  }; response: EventList };
  /** List audit entries. */
  listAudit: { parameters: {
    query?: {
      /** Type of the entries to return. */
      type?: 'app.created' | 'account.switched' | 'account.add_on_changed' | 'account.terms_changed' | 'account.change_scheduled' | 'account.change_canceled' | 'account.signed_out' | 'account.exported' | 'account.removal_requested' | 'account.removal_withdrawn' | 'account.anonymized' | 'account.deletion_scheduled' | 'account.deletion_withdrawn' | 'user.signed_out' | 'session.created' | 'session.started' | 'session.ended' | 'key.created' | 'key.revoked' | 'grant.created' | 'grant.removed' | 'webhook_endpoint.created' | 'webhook_endpoint.updated' | 'webhook_endpoint.deleted' | 'webhook_endpoint.secret_rotated' | 'move.created' | 'move.canceled' | 'catalog.published' | 'catalog.scheduled' | 'catalog.schedule_canceled' | 'catalog.shared' | 'catalog.unshared' | 'catalog.two_person_rule_set' | 'staff_sign_in.set' | 'staff_sign_in.removed';
      /** ID or external ID of the account of the entries to return. */
      account_id?: string;
      /** Who did it: a user ID, the ID of a key or session, or a part of the name in any case. */
      actor?: string;
      /** A part of a text in `data`, in any case, or `target_id`. */
      search?: string;
      /** Time from which the entries are. Unix timestamp in seconds. */
      since?: number;
      /** Time before which the entries are. Unix timestamp in seconds. */
      until?: number;
      /**
       * Whether to return an entry for each sign-in link. Default: `false`, and `true` with the type
       * `session.created`.
       */
      sign_in_links?: boolean;
      /** Maximum number of entries. Default: 100. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
  }; response: AuditList };
  /** Create a webhook endpoint. */
  createWebhookEndpoint: { parameters: {
    body: WebhookEndpointRequest;
  } & Pick<HeaderOptions, 'idempotencyKey'>; response: WebhookSecretResponse };
  /** List webhook endpoints. */
  listWebhookEndpoints: { parameters: {
    query?: {
      /** Maximum number of entries. Defaults to 1,000. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
  }; response: WebhookEndpointList };
  /** Get a webhook endpoint. */
  getWebhookEndpoint: { parameters: {
    path: {
      /** Endpoint ID, `whe_…`. */
      id: string;
    };
  }; response: WebhookEndpointResponse };
  /** Update a webhook endpoint. */
  updateWebhookEndpoint: { parameters: {
    path: {
      /** Endpoint ID, `whe_…`. */
      id: string;
    };
    body: WebhookEndpointUpdate;
  }; response: WebhookEndpointResponse };
  /** Delete a webhook endpoint. */
  deleteWebhookEndpoint: { parameters: {
    path: {
      /** Endpoint ID, `whe_…`. */
      id: string;
    };
  }; response: WebhookDeletedResponse };
  /** Rotate the secret of a webhook endpoint. */
  rotateWebhookSecret: { parameters: {
    path: {
      /** Endpoint ID, `whe_…`. */
      id: string;
    };
  } & Pick<HeaderOptions, 'idempotencyKey'>; response: WebhookSecretResponse };
  /** Send a test event. */
  testWebhookEndpoint: { parameters: {
    path: {
      /** Endpoint ID, `whe_…`. */
      id: string;
    };
  } & Pick<HeaderOptions, 'idempotencyKey'>; response: WebhookTestResponse };
  /** List deliveries. */
  listWebhookDeliveries: { parameters: {
    path: {
      /** Endpoint ID, `whe_…`. */
      id: string;
    };
    query?: {
      /** State of the deliveries to return. Default: all. */
      state?: 'queued' | 'waiting' | 'delivered' | 'failed';
      /** Maximum number of deliveries. Default: 20. */
      limit?: number;
      /** `next_cursor` of the previous page. */
      cursor?: string;
    };
  }; response: WebhookDeliveryList };
  /** Get a delivery. */
  getWebhookDelivery: { parameters: {
    path: {
      /** Endpoint ID, `whe_…`. */
      id: string;
      /** Event ID, `evt_…`. */
      event_id: string;
    };
  }; response: WebhookDeliveryDetails };
  /** Send a delivery again. */
  retryWebhookDelivery: { parameters: {
    path: {
      /** Endpoint ID, `whe_…`. */
      id: string;
      /** Event ID, `evt_…`. */
      event_id: string;
    };
  } & Pick<HeaderOptions, 'idempotencyKey'>; response: WebhookDeliveryResponse };
  /** Send failed deliveries again. */
  recoverWebhookDeliveries: { parameters: {
    path: {
      /** Endpoint ID, `whe_…`. */
      id: string;
    };
    body: WebhookRecoveryRequest;
  } & Pick<HeaderOptions, 'idempotencyKey'>; response: WebhookRecoveryResponse };
  /** Get the OpenAPI document. */
  getOpenApiDocument: { parameters: object; response: {
    /** OpenAPI version. */
    openapi: string;
    [name: string]: unknown;
  } };
}

/** How each operation is called. */
export const operations = {
  listVersions: { method: 'GET', path: '/api/app/versions', isCacheable: true },
  switchVersion: { method: 'POST', path: '/api/app/versions', isIdempotent: true },
  getVersion: { method: 'GET', path: '/api/app/versions/{id}', isCacheable: true },
  previewSwitch: { method: 'GET', path: '/api/app/versions/{id}/preview' },
  listChanges: { method: 'GET', path: '/api/account/changes', isList: true },
  createChange: { method: 'POST', path: '/api/account/changes', isIdempotent: true },
  listRequests: { method: 'GET', path: '/api/changes', isList: true },
  getChange: { method: 'GET', path: '/api/account/changes/{id}' },
  cancelChange: { method: 'DELETE', path: '/api/account/changes/{id}' },
  approveChange: { method: 'POST', path: '/api/account/changes/{id}/approve', isIdempotent: true },
  declineChange: { method: 'POST', path: '/api/account/changes/{id}/decline', isIdempotent: true },
  advanceClock: { method: 'POST', path: '/api/accounts/{external_id}/clock', isIdempotent: true },
  createMove: { method: 'POST', path: '/api/moves', isIdempotent: true },
  listMoves: { method: 'GET', path: '/api/moves', isList: true },
  previewMove: { method: 'GET', path: '/api/moves/preview' },
  getMove: { method: 'GET', path: '/api/moves/{id}' },
  cancelMove: { method: 'DELETE', path: '/api/moves/{id}' },
  listOptionalFeatures: { method: 'GET', path: '/api/app/optional-features', isCacheable: true },
  previewOptionalFeature: { method: 'GET', path: '/api/account/optional-features/{id}/preview' },
  changeOptionalFeature: { method: 'POST', path: '/api/account/optional-features/{id}', isIdempotent: true },
  listVersionHistory: { method: 'GET', path: '/api/account/versions', isList: true },
  listOptionHistory: { method: 'GET', path: '/api/account/optional-features', isList: true },
  listNotices: { method: 'GET', path: '/api/account/notices', isList: true },
  dismissNotice: { method: 'DELETE', path: '/api/account/notices/{id}' },
  listAccountFeatures: { method: 'GET', path: '/api/account/features', isCacheable: true, isList: true },
  getAccountFeature: { method: 'GET', path: '/api/account/features/{human_id}', isCacheable: true },
  getSignedEntitlements: { method: 'GET', path: '/api/account/signed-entitlements' },
  setUsage: { method: 'PUT', path: '/api/accounts/{external_id}/usage' },
  getUsage: { method: 'GET', path: '/api/accounts/{external_id}/usage' },
  setUsages: { method: 'POST', path: '/api/usage', isIdempotent: true },
  listAccounts: { method: 'GET', path: '/api/accounts', isList: true },
  getAccount: { method: 'GET', path: '/api/accounts/{external_id}' },
  upsertAccount: { method: 'PUT', path: '/api/accounts/{external_id}', isIdempotent: true },
  updateAccount: { method: 'PATCH', path: '/api/accounts/{external_id}', isIdempotent: true },
  deleteAccount: { method: 'DELETE', path: '/api/accounts/{external_id}' },
  listAccountSessions: { method: 'GET', path: '/api/accounts/{external_id}/sessions', isList: true },
  endAccountSessions: { method: 'DELETE', path: '/api/accounts/{external_id}/sessions' },
  listAccountKeys: { method: 'GET', path: '/api/accounts/{external_id}/keys', isList: true },
  createAccountKey: { method: 'POST', path: '/api/accounts/{external_id}/keys', isIdempotent: true },
  revokeAccountKey: { method: 'DELETE', path: '/api/accounts/{external_id}/keys/{key_id}' },
  getOwnAccount: { method: 'GET', path: '/api/account' },
  anonymizeAccount: { method: 'POST', path: '/api/accounts/{external_id}/anonymize', isIdempotent: true },
  restoreAccount: { method: 'POST', path: '/api/accounts/{external_id}/restore', isIdempotent: true },
  requestRemoval: { method: 'POST', path: '/api/accounts/{external_id}/removal', isIdempotent: true },
  withdrawRemoval: { method: 'DELETE', path: '/api/accounts/{external_id}/removal' },
  exportAccount: { method: 'GET', path: '/api/accounts/{external_id}/export' },
  listGrants: { method: 'GET', path: '/api/accounts/{external_id}/grants', isList: true },
  grantVersion: { method: 'PUT', path: '/api/accounts/{external_id}/grants/{version_id}', isIdempotent: true },
  revokeGrant: { method: 'DELETE', path: '/api/accounts/{external_id}/grants/{version_id}', isIdempotent: true },
  getTerms: { method: 'GET', path: '/api/accounts/{external_id}/terms' },
  setTerms: { method: 'PUT', path: '/api/accounts/{external_id}/terms' },
  endTerms: { method: 'DELETE', path: '/api/accounts/{external_id}/terms' },
  createPortalSession: { method: 'POST', path: '/api/portal/sessions', isIdempotent: true },
  endPortalSessions: { method: 'DELETE', path: '/api/portal/sessions' },
  createPortalToken: { method: 'POST', path: '/api/portal/tokens', isIdempotent: true },
  getCredentialUser: { method: 'GET', path: '/api/portal/tokens' },
  endPortalSession: { method: 'DELETE', path: '/api/portal/sessions/{id}' },
  checkCatalog: { method: 'POST', path: '/api/catalog/check' },
  listEditions: { method: 'GET', path: '/api/catalog/editions', isList: true },
  createEdition: { method: 'POST', path: '/api/catalog/editions', isIdempotent: true },
  getEdition: { method: 'GET', path: '/api/catalog/editions/{id}' },
  updateEdition: { method: 'PUT', path: '/api/catalog/editions/{id}' },
  deleteEdition: { method: 'DELETE', path: '/api/catalog/editions/{id}' },
  shareEdition: { method: 'POST', path: '/api/catalog/editions/{id}/share', isIdempotent: true },
  unshareEdition: { method: 'DELETE', path: '/api/catalog/editions/{id}/share' },
  listEditionNotes: { method: 'GET', path: '/api/catalog/editions/{id}/notes', isList: true },
  addEditionNote: { method: 'POST', path: '/api/catalog/editions/{id}/notes', isIdempotent: true },
  publishEdition: { method: 'POST', path: '/api/catalog/editions/{id}/publish', isIdempotent: true },
  cancelSchedule: { method: 'DELETE', path: '/api/catalog/editions/{id}/publish' },
  listEvents: { method: 'GET', path: '/api/events', isList: true },
  listAudit: { method: 'GET', path: '/api/audit', isList: true },
  createWebhookEndpoint: { method: 'POST', path: '/api/webhook-endpoints', isIdempotent: true },
  listWebhookEndpoints: { method: 'GET', path: '/api/webhook-endpoints', isList: true },
  getWebhookEndpoint: { method: 'GET', path: '/api/webhook-endpoints/{id}' },
  updateWebhookEndpoint: { method: 'PATCH', path: '/api/webhook-endpoints/{id}' },
  deleteWebhookEndpoint: { method: 'DELETE', path: '/api/webhook-endpoints/{id}' },
  rotateWebhookSecret: { method: 'POST', path: '/api/webhook-endpoints/{id}/rotate', isIdempotent: true },
  testWebhookEndpoint: { method: 'POST', path: '/api/webhook-endpoints/{id}/test', isIdempotent: true },
  listWebhookDeliveries: { method: 'GET', path: '/api/webhook-endpoints/{id}/deliveries', isList: true },
  getWebhookDelivery: { method: 'GET', path: '/api/webhook-endpoints/{id}/deliveries/{event_id}' },
  retryWebhookDelivery: { method: 'POST', path: '/api/webhook-endpoints/{id}/deliveries/{event_id}/retry', isIdempotent: true },
  recoverWebhookDeliveries: { method: 'POST', path: '/api/webhook-endpoints/{id}/recover', isIdempotent: true },
  getOpenApiDocument: { method: 'GET', path: '/api/openapi.json', isCacheable: true },
} as const;
