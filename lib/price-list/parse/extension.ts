import { z } from 'zod';
import { billingPeriods, usersManagers } from '@/lib/contract/enums';
import { isLanguageTag, maxAddOnQuantity } from '@/lib/contract/fields';
import type { Words } from '@/lib/contract/price-list-keys';
import {
  downgradePolicies,
  exceedingEffects,
  extensionFields,
  hiddenPlans,
  textFields,
} from '@/lib/contract/price-list-keys';
import { tagPattern } from '@/lib/contract/versions';
import { brandFontNames, getAccentContrast } from '@/lib/domain/catalog/brand';
import { isHexColor, minContrast } from '@/lib/format/contrast';
import { resolveTimeZone } from '@/lib/format/time-zone';
import { type Diagnostic, ImportError } from '../yaml/diagnostics';
import { pluralCategories } from '../yaml/language-tag';
import { parseYamlFile, validateYaml, type YamlFile, type YamlPath } from '../yaml/yaml-file';
import { extensionPath } from './format-keys';
import type { PriceList } from './normalize-price-list';
import type { PriceListFile } from './parse-price-list';

// The extension file, NAME.extension.yml next to NAME.yml, holds what the model needs and Pricing2Yaml can't express.
// Everything in it is optional. Unknown keys are errors, so that a typo is not silently ignored.

const lineSchema = z.string().trim().min(1, 'Expected a non-empty string.').meta({ pattern: '\\S' });
const slugSchema = z
  .string()
  .max(200, 'Expected at most 200 characters.')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Expected lowercase letters, digits and single hyphens.');
const feeSchema = z.number().min(0, 'A price can’t be negative.').nullable();
const contactUrlSchema = z
  .string()
  .regex(/^(https?:\/\/|mailto:)\S+$/, 'Expected a URL that starts with https://, http:// or mailto:.')
  .refine(hasNoCredentials, 'Expected no user name or password.');

const languageSchema = z
  .string()
  .refine(isLanguageTag, 'Expected a language tag of BCP 47, such as "en" or "pt-BR".');

const timeZoneSchema = z
  .string()
  .refine(
    (zone) => resolveTimeZone(zone) !== null,
    'Expected a time zone of the IANA database, such as "Europe/Berlin".',
  );

const pageUrlSchema = z
  .string()
  .regex(/^https?:\/\/\S+$/, 'Expected a URL that starts with https:// or http://.')
  .refine((url) => URL.canParse(url), 'Expected a valid URL.')
  .refine(hasNoCredentials, 'Expected no user name or password.');

/** Pages and API show the URLs to everyone. */
function hasNoCredentials(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

/** A source expression of a Content-Security-Policy: `https://host.example`, `https://*.host.example:8443`. */
const originSchema = z
  .string()
  .regex(
    /^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/,
    'Expected an origin without a path, such as https://host.example.',
  );
const originsSchema = z.array(originSchema).max(50, 'Expected at most 50 origins.');

const maxLogoLength = 32_768;

const logoSchema = z
  .string()
  .max(maxLogoLength, `Expected at most ${maxLogoLength} characters. Use the https:// URL of a larger image.`)
  .refine(isLogoUrl, 'Expected an https:// URL, or a data URL of a PNG, WebP, JPEG or SVG image in Base64.');

function isLogoUrl(url: string): boolean {
  if (/^data:image\/(png|webp|jpeg|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/.test(url)) return true;
  return /^https:\/\/\S+$/.test(url) && URL.canParse(url) && /^[a-z0-9.-]+$/.test(new URL(url).hostname);
}

const createAccentSchema = (theme: 'light' | 'dark') =>
  z
    .string()
    .meta({ pattern: '^#[0-9A-Fa-f]{6}$' })
    .refine(isHexColor, 'Expected a color such as "#1f47bc".')
    .refine((color) => !isHexColor(color) || getAccentContrast(color, theme) >= minContrast.text, {
      error: ({ input }) => {
        const contrast = getAccentContrast(String(input), theme).toFixed(2);
        const change = theme === 'light' ? 'darker' : 'lighter';
        return `The contrast in the ${theme} theme is ${contrast}:1. Expected at least ${minContrast.text}:1; use a ${change} color.`;
      },
    });

/** What the pages look like. Each part that is absent is that of the service. */
const brandSchema = z
  .strictObject({
    logo: logoSchema.optional(),
    /** Colors of what an account has, in the light and in the dark theme. */
    accent: createAccentSchema('light').optional(),
    accent_dark: createAccentSchema('dark').optional(),
    font: z.enum(brandFontNames).optional(),
  })
  .refine(({ accent, accent_dark }) => (accent === undefined) === (accent_dark === undefined), {
    error: 'Expected accent and accent_dark together: no color is legible in both themes.',
  })
  .meta({
    level: 'brand',
    dependentRequired: { accent: ['accent_dark'], accent_dark: ['accent'] },
  });

const appSchema = z
  .strictObject({
    title: lineSchema.optional(),
    /** Host name at which visitors see this app, without a port. */
    host: z
      .string()
      .max(253, 'Expected at most 253 characters.')
      .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'Expected a lowercase host name without a port.')
      .nullable()
      .optional(),
    /** Language of the texts of the price list and of this file. */
    language: languageSchema.nullable().optional(),
    contact_url: contactUrlSchema.nullable().optional(),
    /** Where a visitor continues with a chosen plan. */
    sign_in_url: pageUrlSchema.nullable().optional(),
    sign_up_url: pageUrlSchema.nullable().optional(),
    /** Where accounts see their bills. */
    billing_url: pageUrlSchema.nullable().optional(),
    /** Origins whose pages may frame ours. They are limited because every framed response lists them in a header. */
    frame_origins: originsSchema.optional(),
    /** Origins whose pages may call the API. They are limited because each request of such a page is compared with them. */
    api_origins: originsSchema.optional(),
    /** Where pages lead back to, unless a portal session has a URL of its own. */
    home_url: pageUrlSchema.nullable().optional(),
    checkout_url: pageUrlSchema.nullable().optional(),
    /** Origins of the URLs that portal sessions may lead back to. */
    return_origins: originsSchema.optional(),
    /** Duration of portal sessions. */
    session_hours: z
      .int()
      .min(1, 'Expected at least 1 hour.')
      .max(720, 'Expected at most 720 hours.')
      .optional(),
    /** Who sets the number of users of accounts. */
    users_managed_by: z.enum(usersManagers).optional(),
    /** The usage limit on the number of users. */
    users_limit: lineSchema.nullable().optional(),
    /** Whether support can set terms of accounts. */
    support_sets_terms: z.boolean().optional(),
    /** Where the days of promises begin and end. */
    time_zone: timeZoneSchema.nullable().optional(),
    brand: brandSchema.nullable().optional(),
    billing_period: z.enum(billingPeriods).optional(),
  })
  .meta({ level: 'app' });

const fieldKinds = {
  tag: z
    .string()
    .regex(tagPattern, 'Expected 1 to 32 letters, digits, dots, hyphens or underscores.')
    .optional(),
  slug: slugSchema.optional(),
  line: lineSchema.optional(),
  nullableLine: lineSchema.nullable().optional(),
  fee: feeSchema.optional(),
  text: z.string().optional(),
  flag: z.boolean().optional(),
  count: z.int().min(1).max(maxAddOnQuantity).optional(),
  keywords: z.array(lineSchema).max(20, 'Expected at most 20 keywords.').optional(),
  exceeding: z.enum(exceedingEffects).optional(),
};

type Kind = keyof typeof fieldKinds;

function createFields<Fields extends Record<string, readonly [Kind, string]>>(fields: Fields) {
  const schemas = Object.entries(fields).map(([name, [kind]]) => [name, fieldKinds[kind]]);
  return Object.fromEntries(schemas) as { [Name in keyof Fields]: (typeof fieldKinds)[Fields[Name][0]] };
}

export const planFields = createFields(extensionFields.plans);
export const featureFields = createFields(extensionFields.features);
export const addOnFields = createFields(extensionFields.addOns);
/** For a price that the format can’t express, such as a base fee and a fee per user. */
export const priceFields = createFields(extensionFields.price);

/** The earlier key of a row, which keeps its ID. */
const renamedFrom = { renamed_from: lineSchema.optional() };

/** A plan for a time, and what follows. */
const trialSchema = z
  .strictObject({
    days: z.int().min(1, 'Expected at least 1 day.').max(365, 'Expected at most 365 days.'),
    /** The plan that follows. The default is the same. */
    // biome-ignore lint/suspicious/noThenProperty: It is a text.
    then: lineSchema.optional(),
    /** Whether an account can have it only once. */
    once: z.boolean().optional(),
    /** How many days before its end the event is sent. With 0, it is not sent. */
    reminder_days: z.int().min(0, 'Expected 0 or more days.').optional(),
  })
  .refine(({ days, reminder_days: reminder = 0 }) => reminder === 0 || reminder < days, {
    path: ['reminder_days'],
    error: 'Expected fewer than days.',
  })
  .meta({ level: 'trial' });

const planSchema = z
  .strictObject({
    ...planFields,
    ...renamedFrom,
    default: z.boolean().optional(),
    retired: z.boolean().optional(),
    granted_to: z.array(lineSchema).optional(),
    trial: trialSchema.nullish(),
    ...priceFields,
  })
  .meta({ level: 'planSettings' });

const featureSchema = z.strictObject({ ...featureFields, ...renamedFrom }).meta({ level: 'featureSettings' });

const addOnSchema = z
  .strictObject({ ...addOnFields, ...priceFields, ...renamedFrom })
  .refine(({ min_quantity = 1, max_quantity = maxAddOnQuantity }) => min_quantity <= max_quantity, {
    path: ['min_quantity'],
    error: 'Expected at most max_quantity.',
  })
  .meta({ level: 'addOnSettings' });

/** What owners can change themselves. The host application and support can change everything. */
const switchingSchema = z
  .strictObject({
    /** When they can pay less. */
    downgrades: z.enum(downgradePolicies).optional(),
    /** False if they change nothing. */
    self_service: z.boolean().optional(),
    /** Plans that they can't choose: shown, or not public. */
    plans: z.record(z.string(), z.enum(hiddenPlans)).nullish(),
  })
  .meta({ level: 'switching' });

const createTextsSchema = <Names extends string>(names: Names) =>
  Object.fromEntries(names.split(' ').map((name) => [name, lineSchema.optional()])) as {
    [Name in Words<Names>]: z.ZodOptional<typeof lineSchema>;
  };

const namedTexts = z.record(z.string(), lineSchema);
const rowTexts = (section: 'plans' | 'addOns') =>
  z.record(z.string(), z.strictObject(createTextsSchema(textFields[section])).meta({ level: 'rowTexts' }));
const featureTexts = z.record(
  z.string(),
  z
    .strictObject({ ...createTextsSchema('title description'), values: namedTexts.optional() })
    .meta({ level: 'rowTexts' }),
);
const pluralTexts = z
  .strictObject({
    ...Object.fromEntries(pluralCategories.map((category) => [category, lineSchema.optional()])),
    other: lineSchema,
  })
  .meta({ level: 'pluralTexts' });

/** The texts of the catalog in another language: also the content of `NAME.LANG.yml`. */
export const languageTextsSchema = z
  .strictObject({
    app: z.strictObject(createTextsSchema(textFields.app)).meta({ level: 'rowTexts' }).nullish(),
    plans: rowTexts('plans').nullish(),
    features: featureTexts.nullish(),
    usageLimits: featureTexts.nullish(),
    addOns: rowTexts('addOns').nullish(),
    /** Texts by heading. */
    groups: namedTexts.nullish(),
    /** Texts by unit. */
    units: z.record(z.string(), z.union([lineSchema, pluralTexts])).nullish(),
    /** Values of all features, by the text of the list. */
    values: namedTexts.nullish(),
  })
  .meta({ level: 'texts' });

export type LanguageTexts = z.output<typeof languageTextsSchema>;

export const extensionSchema = z
  .strictObject({
    app: appSchema.nullish(),
    switching: switchingSchema.nullish(),
    plans: z.record(z.string(), planSchema).nullish(),
    features: z.record(z.string(), featureSchema).nullish(),
    /** Usage limits that are rows of their own. */
    usageLimits: z.record(z.string(), featureSchema).nullish(),
    addOns: z.record(z.string(), addOnSchema).nullish(),
    /** Texts by language. */
    texts: z.record(z.string(), languageTextsSchema.nullable()).nullish(),
  })
  .meta({ level: 'extension' });

export type Extension = z.output<typeof extensionSchema>;
export type PlanExtension = NonNullable<Extension['plans']>[string];
export type FeatureExtension = NonNullable<Extension['features']>[string];
export type AddOnExtension = NonNullable<Extension['addOns']>[string];
export type PriceExtension = Pick<PlanExtension, keyof typeof priceFields>;

/** The path of a price list's extension: `2026.extension.yml` for `2026.yml`. It is null if `path` is itself an extension. */
export function getExtensionPath(path: string): string | null {
  const [, name, suffix] = /^(.*?)(\.ya?ml)?$/is.exec(path) ?? [];
  if (name === undefined || /\.extension$/i.test(name)) return null;
  return `${name}.extension${suffix ?? '.yml'}`;
}

export interface ExtensionFile {
  file: YamlFile;
  extension: Extension;
}

/** Parses an extension and checks it against its price list. Throws `ImportError` with every problem found. */
export function parseExtension(name: string, text: string, list: PriceList): ExtensionFile {
  return checkExtension(parseYamlFile(name, text), list);
}

/** The extension in the price list itself, at `custom.app_versions`, or null if there is none. Throws `ImportError`. */
export function findExtension({ file, list }: PriceListFile): ExtensionFile | null {
  if (file.keysAt(extensionPath).length === 0) return null;
  const data = (file.data as { custom: { app_versions: unknown } }).custom.app_versions;
  const part: YamlFile = {
    name: file.name,
    text: null,
    root: null,
    data,
    keysAt: (path) => file.keysAt([...extensionPath, ...path]),
    diagnosticAt: (path, message) => file.diagnosticAt([...extensionPath, ...path], message),
  };
  return checkExtension(part, list);
}

function checkExtension(file: YamlFile, list: PriceList): ExtensionFile {
  const extension = file.data === null ? {} : validateYaml(file, extensionSchema);
  const diagnostics = findProblems(file, extension, list);
  if (diagnostics.length > 0) throw new ImportError(diagnostics);
  return { file, extension };
}

/** What the schema accepts and the price list contradicts. */
function findProblems(file: YamlFile, extension: Extension, list: PriceList): Diagnostic[] {
  const problems: Diagnostic[] = [];
  const report = (path: YamlPath, message: string) => problems.push(file.diagnosticAt(path, message));
  const checkKey = (path: YamlPath, key: string, known: ReadonlySet<string>, itemType: string) => {
    if (!known.has(key)) report(path, `The price list has no ${itemType} "${key}".`);
    return known.has(key);
  };
  const toKeys = (items: { key: string }[]) => new Set(items.map(({ key }) => key));
  const [planKeys, limitKeys] = [toKeys(list.plans), toKeys(list.limits)];
  const sections = [
    ['plans', planKeys, 'plan'],
    ['features', toKeys(list.features), 'feature'],
    ['usageLimits', limitKeys, 'usage limit'],
    ['addOns', toKeys(list.addOns), 'add-on'],
  ] as const;
  for (const [section, known, itemType] of sections) {
    for (const key of file.keysAt([section])) checkKey([section, key], key, known, itemType);
    // A key can only be left by one row, and not while the list has it.
    const left = new Set<string>();
    for (const [key, { renamed_from: from }] of Object.entries(extension[section] ?? {})) {
      if (from === undefined) continue;
      const path = [section, key, 'renamed_from'];
      if (known.has(from)) report(path, `The price list still has "${from}".`);
      else if (left.has(from)) report(path, `"${from}" is the earlier key of another row.`);
      left.add(from);
    }
  }
  for (const key of file.keysAt(['switching', 'plans']))
    checkKey(['switching', 'plans', key], key, planKeys, 'plan');

  const plans = Object.entries(extension.plans ?? {});
  const defaults = plans.filter(([, plan]) => plan.default);
  for (const [key] of defaults.slice(1))
    report(['plans', key, 'default'], 'Only one plan can be the default.');
  for (const [key, { retired }] of defaults)
    if (retired) report(['plans', key, 'default'], 'A retired plan can’t be the default.');
  for (const [key, { trial }] of plans) {
    const { then } = trial ?? {};
    const path = ['plans', key, 'trial', 'then'];
    if (then === undefined || !checkKey(path, then, planKeys, 'plan')) continue;
    if (extension.plans?.[then]?.retired) report(path, 'A retired plan can’t follow a trial.');
  }
  const usersLimit = extension.app?.users_limit;
  if (usersLimit != null) checkKey(['app', 'users_limit'], usersLimit, limitKeys, 'usage limit');
  return problems;
}
