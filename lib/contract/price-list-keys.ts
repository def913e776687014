// The keys of price lists and extensions. The import checks lists against them, and the editor completes them.

/**
 * The keys of the format by level: `served` are read, `unserved` have no place in the API, `metadata` says nothing that
 * is served, and `misspelt` is ignored because published lists have it.
 */
export const formatKeys = {
  list: {
    served: 'syntaxVersion saasName currency billing variables features usageLimits plans addOns custom',
    unserved: '',
    metadata: 'createdAt version url tags starts ends day month year hasAnnualPayment',
    misspelt: '',
  },
  features: {
    served: 'description valueType defaultValue type tag',
    unserved: 'expression serverExpression automationType integrationType docUrl pricingUrls render',
    metadata: '',
    misspelt: 'pricingsUrls',
  },
  usageLimits: {
    served: 'description valueType defaultValue type unit period linkedFeatures',
    unserved: 'render trackable',
    metadata: '',
    misspelt: '',
  },
  plans: {
    served: 'description price monthlyPrice annualPrice unit private features usageLimits',
    unserved: '',
    metadata: '',
    misspelt: '',
  },
  addOns: {
    served:
      'description price monthlyPrice annualPrice unit private features usageLimits usageLimitsExtensions availableFor ' +
      'dependsOn excludes subscriptionConstraints',
    unserved: '',
    metadata: '',
    misspelt: '',
  },
  override: { served: 'value', unserved: '', metadata: '', misspelt: '' },
};

/** The parts of a price list whose entries have keys. */
export const listSections = ['plans', 'features', 'usageLimits', 'addOns'] as const;
export type ListSection = (typeof listSections)[number];

/** The types of values of features and usage limits. */
export const valueTypes = ['BOOLEAN', 'NUMERIC', 'TEXT'] as const;

const title = ['line', 'Title. Default: from the name.'] as const;
const human_id = ['slug', 'ID in URLs and in the API: lowercase letters, digits and hyphens.'] as const;
const description = ['text', 'Replaces the description of the list.'] as const;
const more_info = ['text', 'Conditions, such as "Cancel at any time." "|" separates them.'] as const;
const isPublic = ['flag', 'Whether everyone sees it. Default: from `private` of the list.'] as const;

/**
 * The fields of rows that the extension sets, named like their columns: the kind of their values, and what they mean, for the
 * JSON Schemas, which editors show.
 */
export const extensionFields = {
  /**
   * The import sets those that are absent to null, unless the price list has them. `family` is the heading of a section
   * with plans.
   */
  plans: {
    tag: ['tag', 'Tag of the version, such as v3. It decides the order of plans.'],
    title,
    description,
    more_info,
    public: isPublic,
    recommended: ['flag', 'Whether the plan is marked as recommended.'],
    family: ['line', 'Heading for plans that belong together, with more than six plans.'],
    min_users: ['count', 'Smallest number of users. Totals count at least as many.'],
    min_quantity: ['count', 'Smallest number of what `fee_unit` is.'],
    max_quantity: ['count', 'Greatest number of what `fee_unit` is.'],
    entry_blocker: ['line', 'Why accounts can’t switch to the plan themselves.'],
    exit_blocker: ['line', 'Why accounts can’t leave the plan themselves.'],
  },
  /** Usage limits that are rows of their own have them, too. `decideBetterAmount` is the default of `lower_is_better`. */
  features: {
    title,
    human_id,
    group: ['text', 'Heading in the comparison.'],
    description,
    highlight: ['flag', 'Whether cards of plans list it first among their differences.'],
    keywords: ['keywords', 'Other words by which the search finds it.'],
    lower_is_better: ['flag', 'Whether a lower amount is better for accounts.'],
    exceeding: ['exceeding', 'What a lower limit than what the account uses is. Default: warn.'],
  },
  addOns: {
    title,
    human_id,
    description,
    more_info,
    public: isPublic,
    min_quantity: ['count', 'Smallest number that an account can have, if the add-on is on.'],
    max_quantity: ['count', 'Greatest number that an account can have.'],
  },
  /** Plans and add-ons have them, in major units of the currency. */
  price: {
    fee: [
      'fee',
      'Price per account and billing period in major currency units. Replaces the list’s price. null: on request.',
    ],
    user_fee: ['fee', 'Price per user and billing period in major currency units.'],
    fee_unit: ['nullableLine', 'What `fee` is per, such as site. Default: the account.'],
    user_fee_unit: ['nullableLine', 'What a user is called, such as member.'],
    annual_fee: ['fee', '`fee` with annual billing, per year.'],
    annual_user_fee: ['fee', '`user_fee` with annual billing, per year.'],
    price_text: ['nullableLine', 'A price in words, instead of fees: "1% of sales, at most $99".'],
  },
} as const;

/** The words of a text. */
export type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}`
  ? Word | Words<Rest>
  : Text;

/** The texts of a language in `texts` of an extension, by section. */
export const textFields = {
  app: 'title',
  plans: 'title description more_info family price_text',
  features: 'title description values',
  usageLimits: 'title description values',
  addOns: 'title description more_info price_text',
} as const;

const listFields = (section: keyof typeof extensionFields) => Object.keys(extensionFields[section]).join(' ');
const featureKeys = `${listFields('features')} renamed_from`;

/** What a change to a lower limit than what the account uses is: allowed with a warning, which is the default, or blocked. */
export const exceedingEffects = ['warn', 'block'] as const;

/** The keys of a trial of a plan. */
export const trialKeys = ['days', 'then', 'once', 'reminder_days'];

/** How many days before the end of a trial its event is sent, unless the trial says so. */
export const defaultReminderDays = 3;

/** When owners can pay less. */
export const downgradePolicies = ['any', 'period_end', 'none'] as const;
/** What becomes of a plan that owners can't choose. */
export const hiddenPlans = ['listed', 'hidden'] as const;

/** The keys of an extension by level. */
export const extensionKeys = {
  list: 'app switching plans features usageLimits addOns texts',
  switching: 'downgrades self_service plans',
  app:
    'title host language contact_url sign_in_url sign_up_url billing_url frame_origins api_origins home_url checkout_url ' +
    'return_origins session_hours users_managed_by users_limit support_sets_terms time_zone brand billing_period',
  plans: `${listFields('plans')} renamed_from default retired granted_to trial ${listFields('price')}`,
  features: featureKeys,
  usageLimits: featureKeys,
  addOns: `${listFields('addOns')} renamed_from ${listFields('price')}`,
  texts: `${Object.keys(textFields).join(' ')} groups units values`,
};

/** Headings of features without a tag, by their type. */
export const defaultGroups = {
  DOMAIN: 'Core',
  AUTOMATION: 'Automation',
  INTEGRATION: 'Integrations',
  INFORMATION: 'Insights',
  MANAGEMENT: 'Administration',
  GUARANTEE: 'Security and guarantees',
  SUPPORT: 'Support',
  PAYMENT: 'Billing',
};

export const featureTypes = Object.keys(defaultGroups) as (keyof typeof defaultGroups)[];
