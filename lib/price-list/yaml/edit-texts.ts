import { putChange, type YamlChange, type YamlChanges } from './edit-yaml';
import { pluralCategories } from './language-tag';
import { parseTextId, readLanguageTexts, toTextId } from './texts';

/** The text of a path below a language. Empty removes it. */
export interface TextEdit {
  path: string[];
  text: string;
}

const remove = { remove: true } as const;

/** The changes below a language that write texts. `data` is what is below it. It is null if it has no text afterwards. */
export function createTextChanges(data: unknown, edits: TextEdit[]): YamlChanges | null {
  const texts = readLanguageTexts(data);
  const after = new Map(texts);
  for (const { path, text } of edits) {
    if (text.trim() === '') after.delete(toTextId(path));
    else after.set(toTextId(path), text.trim());
  }
  if (after.size === 0) return null;
  const changes: YamlChanges = new Map();
  const units = new Set<string>();
  for (const { path } of edits) {
    const text = after.get(toTextId(path));
    if (text === texts.get(toTextId(path))) continue;
    if (path[0] === 'units') units.add(path[1] ?? '');
    else putChange(changes, path, text === undefined ? remove : { set: text });
  }
  for (const unit of units) {
    const before = (data as { units?: Record<string, unknown> } | null)?.units?.[unit];
    for (const [path, change] of listUnitChanges(unit, before, after)) putChange(changes, path, change);
  }
  return changes;
}

/** A unit with the form `other` alone is its text, unless the file has a map. */
function listUnitChanges(
  unit: string,
  before: unknown,
  after: ReadonlyMap<string, string>,
): [path: string[], change: YamlChange][] {
  const forms = [...after].flatMap(([id, text]): [string, string][] => {
    const [section, name, category = ''] = parseTextId(id);
    return section === 'units' && name === unit ? [[category, text]] : [];
  });
  const order = (category: string) => (pluralCategories as readonly string[]).indexOf(category);
  forms.sort(([a], [b]) => order(a) - order(b));
  const path = ['units', unit];
  if (forms.length === 0) return [[path, remove]];
  if (typeof before !== 'object' || before === null) {
    const [[category, text] = ['', ''], ...others] = forms;
    const isPlain = category === 'other' && others.length === 0;
    return [[path, { set: isPlain ? text : Object.fromEntries(forms) }]];
  }
  const kept = new Map(forms);
  const removed = Object.keys(before).filter((category) => !kept.has(category));
  return [
    ...removed.map((category): [string[], YamlChange] => [[...path, category], remove]),
    ...forms
      .filter(([category, text]) => (before as Record<string, unknown>)[category] !== text)
      .map(([category, text]): [string[], YamlChange] => [[...path, category], { set: text }]),
  ];
}
