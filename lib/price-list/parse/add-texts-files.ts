import { Document, isMap } from 'yaml';
import { type Diagnostic, ImportError } from '../yaml/diagnostics';
import {
  getValue,
  parseYamlDocument,
  parseYamlFile,
  validateYaml,
  type YamlFile,
  type YamlPath,
} from '../yaml/yaml-file';
import { type ExtensionFile, languageTextsSchema, parseExtension } from './extension';
import { extensionPath } from './format-keys';
import type { PriceListFile } from './parse-price-list';

/** A file with the texts of a language. */
export interface TextsSource {
  language: string;
  name: string;
  text: string;
}

interface Files {
  priceListFile: PriceListFile;
  extensionFile: ExtensionFile | null;
}

/**
 * Puts the texts of files into the extension, also into its text, which an edition stores. Problems have their place in the file
 * that they are in. `path` is that of the extension, if there is none yet. Throws `ImportError`.
 */
export function addTextsFiles(files: Files, path: string, sources: TextsSource[]): Files {
  if (sources.length === 0) return files;
  const { priceListFile } = files;
  const { file, extension } = files.extensionFile ?? parseExtension(path, '', priceListFile.list);
  const texts = new Map(Object.entries(extension.texts ?? {}));
  const textFiles = new Map<string, YamlFile>();
  const problems: Diagnostic[] = [];
  for (const { language, name, text } of sources) {
    const textFile = parseYamlFile(name, text);
    const added = textFile.data === null ? {} : validateYaml(textFile, languageTextsSchema);
    const own = texts.get(language) ?? {};
    for (const twice of findCommonPaths(own, added))
      problems.push(textFile.diagnosticAt(twice, 'The extension has this text too. Keep one of them.'));
    textFiles.set(language, textFile);
    texts.set(language, merge(own, added) as typeof own);
  }
  if (problems.length > 0) throw new ImportError(problems);
  const isInList = file.text === null;
  const base = isInList ? extensionPath : [];
  const write = (source: string | null) =>
    writeTexts(parseYamlDocument(file.name, source ?? '').document, [...base, 'texts'], texts);
  const placed: YamlFile = {
    ...file,
    text: isInList ? null : write(file.text),
    keysAt: (at) => listKeys(at, texts, textFiles) ?? file.keysAt(at),
    diagnosticAt: (at, message) => {
      const textFile = at[0] === 'texts' ? textFiles.get(String(at[1])) : undefined;
      const isOwn = textFile && getValue({ data: extension }, at) == null;
      return isOwn ? textFile.diagnosticAt(at.slice(2), message) : file.diagnosticAt(at, message);
    },
  };
  const list = priceListFile.file;
  return {
    priceListFile: isInList ? { ...priceListFile, file: { ...list, text: write(list.text) } } : priceListFile,
    extensionFile: { file: placed, extension: { ...extension, texts: Object.fromEntries(texts) } },
  };
}

function listKeys(
  path: YamlPath,
  texts: ReadonlyMap<string, unknown>,
  files: ReadonlyMap<string, YamlFile>,
): string[] | null {
  if (path[0] !== 'texts') return null;
  return path.length === 1 ? [...texts.keys()] : (files.get(String(path[1]))?.keysAt(path.slice(2)) ?? null);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The paths of what both have that is not a map in both. */
function findCommonPaths(a: unknown, b: unknown): string[][] {
  if (a == null || b == null) return [];
  if (!isObject(a) || !isObject(b)) return [[]];
  return Object.keys(b).flatMap((key) => findCommonPaths(a[key], b[key]).map((path) => [key, ...path]));
}

function merge(a: unknown, b: unknown): unknown {
  if (!isObject(a) || !isObject(b)) return b ?? a;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(Array.from(keys, (key) => [key, merge(a[key], b[key])]));
}

/** The YAML text with the texts at a path. Comments stay. */
function writeTexts(parsed: Document, path: YamlPath, texts: ReadonlyMap<string, unknown>): string {
  const document = isMap(parsed.contents) ? parsed : new Document({});
  document.setIn(path, document.createNode(Object.fromEntries(texts)));
  return document.toString({ lineWidth: 0 });
}
