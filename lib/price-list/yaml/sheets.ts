import type { ListTexts } from '@/lib/contract/catalog-editions';
import { defaultGroups, extensionFields, type ListSection } from '@/lib/contract/price-list-keys';
import { type CellKind, formatCell } from './cell-text';
import { toSentenceCase, toTitleCase } from './humanize';
import {
  createTextReader,
  isRowSection,
  listTextRows,
  readLanguageTexts,
  type TextRow,
  toTextId,
} from './texts';
import { parseYamlFile, type YamlFile, type YamlPath } from './yaml-file';

// A price list with its extension as sheets of cells: what the table of the editor shows.

/** The text of a list. The extension is null if there is none, or if the list has it. */
export interface PriceListText {
  source: string;
  extension: string | null;
}

export const sheetNames = ['plans', 'addOns', 'features', 'app', 'texts'] as const;
export type SheetName = (typeof sheetNames)[number];

export interface SheetCell {
  kind: CellKind;
  /** As it is edited: "12", "yes", "unlimited". Empty for none. */
  text: string;
  /** Whether the text is the default, because the cell has none of its own. */
  isDefault?: true;
  /** Whether a language lacks the text. */
  isMissing?: true;
  /** Whether it is edited elsewhere. */
  isReadOnly?: true;
}

/** A row or column: a setting such as `list.price` or `extension.tag`, or an entry such as `features.sso`. */
export interface SheetItem {
  id: string;
  /** The value is null for a setting. */
  title: string | null;
  /** What of the entry a text is, such as `extension.title`, `plural.few` or `value`. */
  field?: string;
  /** The language of a column of texts. */
  language?: string;
}

export interface SheetRow extends SheetItem {
  /** Cells by column. A cell is null where the row has no such cell. */
  cells: (SheetCell | null)[];
}

export interface SheetGroup {
  /** The value is null for the settings, for limits and for add-ons, whose `id` says what they are. */
  title: string | null;
  id: string;
  rows: SheetRow[];
}

export interface Sheet {
  columns: SheetItem[];
  groups: SheetGroup[];
}

export type Sheets = Record<SheetName, Sheet>;

/** Settings of the extension that plans and add-ons have. */
const ownSettings = {
  ...toKinds(extensionFields.price),
  renamed_from: 'text',
} as const;

/** The kinds of the settings, by where they are: the list's own and those of the extension. */
const planSettings = {
  list: {
    price: 'price',
    annualPrice: 'price',
    unit: 'text',
    description: 'text',
    private: 'flag',
  },
  extension: {
    ...toKinds(extensionFields.plans),
    default: 'flag',
    retired: 'flag',
    granted_to: 'list',
    trial: 'data',
    switching: 'hiddenPlan',
    ...ownSettings,
  },
} as const;

const addOnSettings = {
  list: {
    ...planSettings.list,
    availableFor: 'list',
    dependsOn: 'list',
    excludes: 'list',
    subscriptionConstraints: 'data',
  },
  extension: {
    ...toKinds(extensionFields.addOns),
    ...ownSettings,
  },
} as const;

/** Of features and limits. `unit` and those after it are only of limits. */
const featureSettings = {
  list: {
    valueType: 'valueType',
    defaultValue: 'text',
    type: 'type',
    tag: 'text',
    description: 'text',
    unit: 'text',
    period: 'data',
    linkedFeatures: 'list',
  },
  extension: { ...toKinds(extensionFields.features), renamed_from: 'text' },
} as const;

const limitOnly = new Set(['unit', 'period', 'linkedFeatures']);

const appSettings = {
  list: {
    saasName: 'text',
    currency: 'text',
    billing: 'data',
    variables: 'data',
    tags: 'list',
    syntaxVersion: 'text',
  },
  extension: {
    title: 'text',
    host: 'text',
    language: 'text',
    contact_url: 'text',
    sign_in_url: 'text',
    sign_up_url: 'text',
    billing_url: 'text',
    home_url: 'text',
    checkout_url: 'text',
    billing_period: 'billingPeriod',
    users_limit: 'text',
    users_managed_by: 'usersManagedBy',
    support_sets_terms: 'flag',
    downgrades: 'downgrades',
    self_service: 'flag',
    session_hours: 'number',
    time_zone: 'text',
    brand: 'data',
    frame_origins: 'list',
    api_origins: 'list',
    return_origins: 'list',
  },
} as const;

type Settings = Record<'list' | 'extension', Record<string, CellKind>>;

/** `list.price`, `extension.tag` or `key`. */
type SettingOf<S extends Settings> =
  | `list.${keyof S['list'] & string}`
  | `extension.${keyof S['extension'] & string}`;
export type SettingId =
  | 'key'
  | 'value'
  | SettingOf<typeof planSettings>
  | SettingOf<typeof addOnSettings>
  | SettingOf<typeof featureSettings>
  | SettingOf<typeof appSettings>;

function toKinds<Fields extends Record<string, string>>(fields: Fields) {
  const kinds = Object.entries(fields).map(([key, kind]) => {
    if (kind === 'flag') return [key, 'flag'];
    if (kind === 'count' || kind === 'fee') return [key, 'number'];
    if (kind === 'exceeding') return [key, 'exceeding'];
    return [key, kind === 'keywords' ? 'list' : 'text'];
  });
  return Object.fromEntries(kinds) as Record<keyof Fields, CellKind>;
}

/** Where the extension has a setting of an entry, or of the app. */
export function getExtensionPath(section: ListSection | 'app', key: string, name: string): string[] {
  if (section === 'app')
    return [name === 'downgrades' || name === 'self_service' ? 'switching' : 'app', name];
  return section === 'plans' && name === 'switching' ? ['switching', 'plans', key] : [section, key, name];
}

/** The settings that the fields of texts are translations of. */
const textFieldIds: Record<string, SettingId> = {
  title: 'extension.title',
  description: 'list.description',
  more_info: 'extension.more_info',
  family: 'extension.family',
  price_text: 'extension.price_text',
};

/** What is decided about a plan or add-on most often. */
const firstSettings = [
  'extension.title',
  'list.price',
  'list.annualPrice',
  'list.unit',
  'extension.min_users',
  'list.description',
  'extension.more_info',
];

/** A parsed text, for its sheets and for changes of it. */
export interface ParsedPriceList {
  text: PriceListText;
  source: YamlFile;
  /** The file with the extension, and where in it. A file without text is still to be written. */
  extension: { file: YamlFile; path: string[]; isSource: boolean };
}

/** Parses a text. Throws `ImportError` with every syntax error. */
export function parsePriceListText(text: PriceListText): ParsedPriceList {
  const source = parseYamlFile('source', text.source);
  const inSource = ['custom', 'app_versions'];
  if (text.extension === null && source.keysAt(inSource).length > 0) {
    return { text, source, extension: { file: source, path: inSource, isSource: true } };
  }
  const file = parseYamlFile('extension', text.extension ?? '');
  return { text, source, extension: { file, path: [], isSource: false } };
}

/** The value at a path, or undefined if there is none. */
export function getValue(file: YamlFile, path: YamlPath): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    file.data,
  );
}

/** Reads a text as sheets. `texts` is what can be translated, if that is known. */
export function readSheets(list: ParsedPriceList, texts: ListTexts | null = null): Sheets {
  const reader = new SheetReader(list);
  return {
    plans: reader.readPlans(),
    addOns: reader.readAddOns(),
    features: reader.readFeatures(),
    app: reader.readApp(),
    texts: reader.readTexts(texts),
  };
}

class SheetReader {
  private readonly keys: Record<ListSection, string[]>;

  constructor(private readonly list: ParsedPriceList) {
    const keysAt = (section: ListSection) => list.source.keysAt([section]);
    this.keys = {
      plans: keysAt('plans'),
      features: keysAt('features'),
      usageLimits: keysAt('usageLimits'),
      addOns: keysAt('addOns'),
    };
  }

  readPlans(): Sheet {
    const columns = this.listColumns('plans');
    const addOns = this.keys.addOns.map((key) => ({
      ...this.listItem('addOns', key),
      cells: this.keys.plans.map((plan): SheetCell => {
        const plans = this.inList('addOns', key, 'availableFor');
        const isAvailable = !Array.isArray(plans) || plans.includes(plan);
        return {
          kind: 'flag',
          text: isAvailable ? 'yes' : 'no',
          ...(!Array.isArray(plans) && { isDefault: true }),
        };
      }),
    }));
    return {
      columns,
      groups: [
        { id: 'settings', title: null, rows: this.readSettings('plans', planSettings) },
        ...this.readContent('plans'),
        ...(addOns.length > 0 ? [{ id: 'addOns', title: null, rows: addOns }] : []),
      ],
    };
  }

  readAddOns(): Sheet {
    return {
      columns: this.listColumns('addOns'),
      groups: [
        { id: 'settings', title: null, rows: this.readSettings('addOns', addOnSettings) },
        ...this.readContent('addOns'),
      ],
    };
  }

  readFeatures(): Sheet {
    const all = listSettings(featureSettings);
    const isTitle = ({ id }: { id: string }) => id === 'extension.title';
    const settings = [...all.filter(isTitle), ...all.filter((setting) => !isTitle(setting))];
    const columns = [{ id: 'key', title: null }, ...settings.map(({ id }) => ({ id, title: null }))];
    const readRow = (section: 'features' | 'usageLimits', key: string): SheetRow => ({
      ...this.listItem(section, key),
      cells: [
        { kind: 'text', text: key },
        ...settings.map(({ part, name, kind }): SheetCell | null => {
          if (name === 'title') return this.createTitleCell(section, key);
          if (section === 'features' ? limitOnly.has(name) : name === 'tag') return null;
          if (name === 'defaultValue')
            return createCell(this.getContentKind(section, key), this.inList(section, key, name));
          const shown = section === 'usageLimits' && name === 'type' ? 'limitType' : kind;
          return createCell(shown, this.getSetting(part, section, key, name));
        }),
      ],
    });
    return {
      columns,
      groups: [
        ...this.groupFeatures().map(([title, keys]) => ({
          id: `group.${title}`,
          title,
          rows: keys.map((key) => readRow('features', key)),
        })),
        ...(this.keys.usageLimits.length > 0
          ? [
              {
                id: 'limits',
                title: null,
                rows: this.keys.usageLimits.map((key) => readRow('usageLimits', key)),
              },
            ]
          : []),
      ],
    };
  }

  readApp(): Sheet {
    const { source, extension } = this.list;
    const rows = listSettings(appSettings).map(({ id, part, name, kind }) => {
      const value =
        part === 'list'
          ? getValue(source, [name])
          : getValue(extension.file, [...extension.path, ...getExtensionPath('app', '', name)]);
      return { id, title: null, cells: [createCell(kind, value)] };
    });
    return { columns: [{ id: 'value', title: null }], groups: [{ id: 'settings', title: null, rows }] };
  }

  /** Texts as rows, and languages as columns beside the texts of the list. */
  readTexts(texts: ListTexts | null): Sheet {
    const { file, path } = this.list.extension;
    const tags = file.keysAt([...path, 'texts']);
    const languages = new Map(
      tags.map((tag) => [tag, readLanguageTexts(getValue(file, [...path, 'texts', tag]))]),
    );
    const readers = [...languages].map(([tag, given]) => createTextReader(texts, tag, given));
    const source = { id: 'source', title: null, ...(texts?.language && { language: texts.language }) };
    const readRow = (row: TextRow): SheetRow => {
      const cells = readers.map((read): SheetCell | null => {
        const found = read(row);
        if (!found) return null;
        const isDefault = found.state === 'fallback' && found.text !== '';
        return {
          kind: 'text',
          text: found.text,
          ...(isDefault && { isDefault }),
          ...(found.state === 'missing' && { isMissing: true }),
        };
      });
      const own: SheetCell = { kind: 'text', text: row.source ?? '', isReadOnly: true };
      return { ...this.nameText(row.path), id: toTextId(row.path), cells: [own, ...cells] };
    };
    const rows = listTextRows(texts, languages);
    const sectionsOfRows = new Set(rows.map(({ path: [section = ''] }) => section));
    return {
      columns: [source, ...tags.map((tag) => ({ id: tag, title: null, language: tag }))],
      groups: [...sectionsOfRows].map((section) => ({
        id: `texts.${section}`,
        title: null,
        rows: rows.filter(({ path }) => path[0] === section).map(readRow),
      })),
    };
  }

  private nameText([section = '', key = '', field = '', value]: string[]): Pick<
    SheetItem,
    'title' | 'field'
  > {
    if (section === 'app') return { title: null, field: textFieldIds[key] ?? key };
    if (section === 'units') return { title: key, field: `plural.${field}` };
    if (!isRowSection(section)) return { title: key };
    const { title } = this.listItem(section, key);
    return { title, field: value === undefined ? (textFieldIds[field] ?? field) : 'value' };
  }

  private readSettings(section: 'plans' | 'addOns', settings: Settings): SheetRow[] {
    const keys = this.keys[section];
    const rows = listSettings(settings).map(({ id, part, name, kind }) => ({
      id,
      title: null,
      cells: keys.map((key) =>
        name === 'title'
          ? this.createTitleCell(section, key)
          : createCell(kind, this.getSetting(part, section, key, name)),
      ),
    }));
    const key = { id: 'key', title: null, cells: keys.map((text) => ({ kind: 'text' as const, text })) };
    const first = firstSettings.flatMap((id) => rows.filter((row) => row.id === id));
    return [...first, ...rows.filter((row) => !first.includes(row)), key];
  }

  /** Features by heading, and limits, with the values of plans or add-ons. */
  private readContent(section: 'plans' | 'addOns'): SheetGroup[] {
    const owners = this.keys[section];
    const readRow = (part: 'features' | 'usageLimits', key: string): SheetRow => {
      const kind = this.getContentKind(part, key);
      const standard = section === 'plans' ? this.inList(part, key, 'defaultValue') : undefined;
      return {
        ...this.listItem(part, key),
        cells: owners.map((owner) => {
          const added = this.inList(section, owner, 'usageLimitsExtensions', key, 'value');
          if (part === 'usageLimits' && added !== undefined)
            return { kind, text: `+${formatCell(kind, added)}` };
          const own = this.inList(section, owner, part, key, 'value');
          return own === undefined || own === null
            ? { ...createCell(kind, standard), isDefault: true }
            : createCell(kind, own);
        }),
      };
    };
    const limits = this.keys.usageLimits.map((key) => readRow('usageLimits', key));
    return [
      ...this.groupFeatures().map(([title, keys]) => ({
        id: `group.${title}`,
        title,
        rows: keys.map((key) => readRow('features', key)),
      })),
      ...(limits.length > 0 ? [{ id: 'limits', title: null, rows: limits }] : []),
    ];
  }

  private groupFeatures(): [title: string, keys: string[]][] {
    const groups = new Map<string, string[]>();
    for (const key of this.keys.features) {
      const group =
        this.getSetting('extension', 'features', key, 'group') ?? this.inList('features', key, 'tag');
      const type = String(this.inList('features', key, 'type')).toUpperCase();
      const title = String(group ?? (defaultGroups as Record<string, string>)[type] ?? type);
      groups.set(title, [...(groups.get(title) ?? []), key]);
    }
    return [...groups];
  }

  /** By default, the title that follows from the key. */
  private createTitleCell(section: ListSection, key: string): SheetCell {
    const cell = createCell('text', this.getSetting('extension', section, key, 'title'));
    return cell.text === ''
      ? { ...cell, text: this.listItem(section, key).title ?? '', isDefault: true }
      : cell;
  }

  private getContentKind(section: 'features' | 'usageLimits', key: string): CellKind {
    const valueType = String(this.inList(section, key, 'valueType')).toUpperCase();
    if (valueType === 'BOOLEAN') return 'flag';
    if (valueType === 'NUMERIC') return 'number';
    return Array.isArray(this.inList(section, key, 'defaultValue')) ? 'list' : 'text';
  }

  private getSetting(part: 'list' | 'extension', section: ListSection, key: string, name: string): unknown {
    if (part === 'list') return this.inList(section, key, name);
    const { file, path } = this.list.extension;
    return getValue(file, [...path, ...getExtensionPath(section, key, name)]);
  }

  private inList(...path: string[]): unknown {
    return getValue(this.list.source, path);
  }

  private listColumns(section: ListSection): SheetItem[] {
    return this.keys[section].map((key) => this.listItem(section, key));
  }

  private listItem(section: ListSection, key: string): SheetItem {
    const own = this.getSetting('extension', section, key, 'title');
    const derive = section === 'plans' || section === 'addOns' ? toTitleCase : toSentenceCase;
    return {
      id: `${section}.${key}`,
      title: typeof own === 'string' && own.trim() !== '' ? own : derive(key),
    };
  }
}

function createCell(kind: CellKind, value: unknown): SheetCell {
  return { kind, text: formatCell(kind, value) };
}

function listSettings(settings: Settings) {
  return (['list', 'extension'] as const).flatMap((part) =>
    Object.entries(settings[part]).map(([name, kind]) => ({ id: `${part}.${name}`, part, name, kind })),
  );
}
