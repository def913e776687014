import { extensionFields } from '@/lib/contract/price-list-keys';

// What the keys of price lists and extensions mean, for the JSON Schemas, which editors show.

const price = {
  description: 'What it is, in a sentence.',
  price: 'A number, a formula such as "#base * 1.2", Free, or a text such as "Contact sales".',
  monthlyPrice: 'Price per month, in lists of version 1.',
  annualPrice: 'Price with annual billing: per month, or per year if it is higher than the price.',
  unit: 'What the price is per, such as user/month or site/month. Default: per account and month.',
  private: 'true: only the product role and granted accounts see it.',
  features: 'Values of features by name. Others have their defaultValue.',
  usageLimits: 'Values of usage limits by name. Others have their defaultValue.',
};

/** Describes the keys of the format that have no description of their own. */
export const unservedDescription = 'Accepted and not served.';

/** Descriptions of the keys of price lists, by level of `formatKeys`, and of the objects that it has no level for. */
const listDescriptions = {
  list: {
    syntaxVersion: 'Version of Pricing2Yaml, "1.0" to "3.1".',
    saasName: 'Title of the app.',
    currency: 'ISO 4217 code, such as EUR.',
    billing: 'Factor of prices by period, such as { monthly: 1, annual: 0.83 }. Default: monthly only.',
    variables: 'Numbers, texts and structures for formulas of prices.',
    features: 'Features by name.',
    usageLimits: 'Usage limits by name.',
    plans: 'Plans by name. A list without plans has one free plan.',
    addOns: 'Add-ons by name.',
    custom: 'Anything. app_versions in it is the extension.',
    version: 'Version of the format in lists before version 2.0. Otherwise not served.',
    tags: 'Headings that features can have as their tag. Default: any.',
  },
  features: {
    description: 'What it is, in a sentence.',
    valueType: 'Type of its values.',
    defaultValue: 'Value of plans that set none.',
    type: 'Kind of feature. Values of PAYMENT are lists of payment methods.',
    tag: 'Heading in the comparison. Default: from the type.',
  },
  usageLimits: {
    description: 'What it is, in a sentence.',
    valueType: 'Type of its values.',
    defaultValue: 'Value of plans that set none. `.inf` is unlimited.',
    type: 'Whether the full amount is available again in each period. Default: NON_RENEWABLE.',
    unit: 'What is counted, such as GB, message or call/month.',
    period: 'Period of the amount, if not in the unit.',
    linkedFeatures: 'Names of the features that it limits.',
  },
  period: { value: 'How many units. Default: 1.', unit: 'SEC, MIN, HOUR, DAY, MONTH or YEAR.' },
  plans: price,
  addOns: {
    ...price,
    usageLimits: 'Usage limits that it sets, by name.',
    features: 'Features that it adds, by name.',
    usageLimitsExtensions: 'By how much it raises usage limits, by name.',
    availableFor: 'Names of plans. Default: all.',
    dependsOn: 'Names of add-ons that it requires.',
    excludes: 'Names of add-ons that it can’t be combined with, in both directions.',
    subscriptionConstraints: 'How many an account can have.',
  },
  subscriptionConstraints: {
    minQuantity: 'Smallest number, if the add-on is on. Default: 1.',
    maxQuantity: 'Greatest number. `.inf` is any number. Default: 1,000 if it extends a limit, otherwise 1.',
    quantityStep: unservedDescription,
  },
  override: { value: 'The value.' },
};

const renamed_from = 'Its earlier name in the list. Accounts keep what they have.';

/** Descriptions of the fields of `extensionFields`. */
const pickDescriptions = (fields: Record<string, readonly [kind: string, description: string]>) =>
  Object.fromEntries(Object.entries(fields).map(([name, [, description]]) => [name, description]));

/** Descriptions of the keys of extensions, by level. */
const extensionDescriptions = {
  extension: {
    app: 'Addresses, brand and rules of the app. What is left out keeps its stored value, except the title.',
    switching: 'What owners can change themselves. App keys and support can change everything.',
    plans: 'Settings of plans by name in the list.',
    features: 'Settings of features by name in the list.',
    usageLimits: 'Settings of usage limits that are rows of their own, by name in the list.',
    addOns: 'Settings of add-ons by name in the list.',
    texts: 'Texts in other languages, by BCP 47 tag. What is missing is in the language of the list.',
  },
  app: {
    title: 'Title. Default: saasName of the list.',
    host: 'Host name at which visitors see this app, without a port.',
    language: 'Language of titles and texts, a BCP 47 tag such as en or pt-BR.',
    contact_url: 'For prices on request: https://, http:// or mailto:.',
    sign_in_url: 'Where visitors who have an account sign in.',
    sign_up_url: 'Where visitors continue with a plan. plan, seats, period and add_ons are appended.',
    billing_url: 'Where accounts see their bills.',
    frame_origins: 'Origins whose pages can embed the plans and frame the pages of the app.',
    api_origins: 'Origins whose pages can call the API.',
    home_url: 'Where pages lead back to, unless a portal session has a return_url.',
    checkout_url: 'Where owners confirm a switch. ?change=chg_… is appended.',
    return_origins: 'Origins that a return_url can have.',
    session_hours: 'Duration of portal sessions in hours.',
    users_managed_by: 'Who sets the number of users. host: only the host application.',
    users_limit: 'Name of the usage limit on the number of users. null: none.',
    support_sets_terms: 'Whether support can agree on a price, limits and features with an account.',
    time_zone:
      'Where days of terms and planned changes begin and end, an IANA name such as Europe/Berlin. Default: UTC.',
    brand: 'What the pages look like. null: that of the service.',
    billing_period: 'Period that fees are for.',
  },
  brand: {
    logo: 'https:// URL, or a data URL of a PNG, WebP, JPEG or SVG image in Base64.',
    accent: 'Color of what the account has in the light theme, with a contrast of 4.5:1.',
    accent_dark: 'The same in the dark theme.',
    font: 'Font of the pages.',
  },
  switching: {
    downgrades:
      'When owners can pay less: any time, or at the end of the billing period. none: the same, and no lower plan at all.',
    self_service: 'false: owners change neither plan nor add-ons.',
    plans: 'Plans that owners can’t choose, by name: shown, or not public.',
  },
  planSettings: {
    ...pickDescriptions(extensionFields.plans),
    ...pickDescriptions(extensionFields.price),
    renamed_from,
    default: 'Whether new accounts start on the plan.',
    retired: 'Whether the plan is no longer sold.',
    granted_to: 'External IDs or IDs of accounts that see a plan that is not public.',
    trial: 'The plan for a time, and what follows. null: none.',
  },
  trial: {
    days: 'How long it takes, 1 to 365 days.',
    // biome-ignore lint/suspicious/noThenProperty: It is a text.
    then: 'Name of the plan that follows. Default: the same plan.',
    once: 'Whether an account can have it only once.',
    reminder_days: 'How many days before its end the event is sent. 0: no event. Default: 3.',
  },
  featureSettings: { ...pickDescriptions(extensionFields.features), renamed_from },
  addOnSettings: {
    ...pickDescriptions(extensionFields.addOns),
    ...pickDescriptions(extensionFields.price),
    renamed_from,
  },
  texts: {
    app: 'Texts of the app.',
    plans: 'Texts of plans by name in the list.',
    features: 'Texts of features by name in the list.',
    usageLimits: 'Texts of usage limits that are rows of their own, by name in the list.',
    addOns: 'Texts of add-ons by name in the list.',
    groups: 'Headings in the comparison, by heading of the list.',
    units:
      'Units by unit of the list: a text, or texts by plural category, such as { one: Nachricht, other: Nachrichten }.',
    values: 'Values of all features, by text of the list, such as Unlimited.',
  },
  rowTexts: {
    title: 'Title.',
    description: 'Description.',
    more_info: 'Conditions. "|" separates them.',
    family: 'Heading for plans that belong together.',
    price_text: 'The price in words.',
    values: 'Values of this feature, by text of the list.',
  },
  pluralTexts: {
    zero: 'For numbers of the category zero.',
    one: 'For numbers of the category one, such as 1.',
    two: 'For numbers of the category two.',
    few: 'For numbers of the category few.',
    many: 'For numbers of the category many.',
    other: 'For all other numbers.',
  },
};

/** A sentence for each key, by level. */
export const keyDescriptions = { ...listDescriptions, ...extensionDescriptions };

/** A kind of object. Schemas name theirs in their metadata. */
export type SchemaLevel = keyof typeof keyDescriptions;
