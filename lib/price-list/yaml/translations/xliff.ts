import { SaxesParser, type SaxesTagNS } from 'saxes';
import { canonicalizeLanguage, getDirection } from '../language-tag';
import { shorten } from '../yaml-file';
import { createFileError, type TranslationFile, type Translations } from './translation-file';

// XLIFF 2.1: https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html

const namespaces = ['urn:oasis:names:tc:xliff:document:2.0', 'urn:oasis:names:tc:xliff:document:2.2'];

/** A file with all texts. A language of the list that is not known is `und`. */
export function formatXliff({ name, sourceLanguage, language, units }: Translations): string {
  const attributes = {
    xmlns: namespaces[0] ?? '',
    version: '2.1',
    srcLang: sourceLanguage ?? 'und',
    trgLang: canonicalizeLanguage(language) ?? language,
  };
  const file = {
    ...{ id: 'texts', original: name, canResegment: 'no', 'xml:space': 'preserve' },
    ...(getDirection(language) === 'rtl' && { trgDir: 'rtl' }),
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff${formatAttributes(attributes)}>`,
    `  <file${formatAttributes(file)}>`,
    ...units.flatMap(({ key, context, source, target }) => [
      `    <unit${formatAttributes({ id: key })}>`,
      `      <notes><note category="context">${formatText(context)}</note></notes>`,
      `      <segment state="${target === '' ? 'initial' : 'translated'}">`,
      `        <source>${formatText(source)}</source>`,
      ...(target === '' ? [] : [`        <target>${formatText(target)}</target>`]),
      '      </segment>',
      '    </unit>',
    ]),
    '  </file>',
    '</xliff>',
    '',
  ].join('\n');
}

const formatAttributes = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value).replace(/["\t\n]/g, toReference)}"`)
    .join('');

const toReference = (character: string) => `&#${character.codePointAt(0)};`;
const escapeXml = (text: string) => text.replace(/[&<>\r]/g, toReference);

/** The characters that a price list can have and XML does not allow are elements. */
const formatText = (text: string) =>
  escapeXml(text).replace(
    /[\ufffe\uffff]/g,
    (character) => `<cp hex="${character.charCodeAt(0).toString(16)}"/>`,
  );

type Unit = TranslationFile['units'][number];

/** Reads XLIFF 2. Throws `ImportError` for another file. */
export function readXliff(name: string, text: string): TranslationFile {
  const parser = new SaxesParser({ xmlns: true });
  const fail = (message: string): never => {
    throw createFileError(name, message, parser.line, unit?.key);
  };
  const file: TranslationFile = { sourceLanguage: null, language: '', units: [] };
  const path: string[] = [];
  let unit: Unit | null = null;
  /** The texts of the segment, or null outside of one. */
  let segment: { source: string; target: string | null } | null = null;
  let part: 'source' | 'target' | null = null;
  let isPartial = false;
  const add = (added: string) => {
    if (segment && part) segment[part] = (segment[part] ?? '') + added;
  };
  const open = ({ local, uri, attributes }: SaxesTagNS) => {
    const element = namespaces.includes(uri) ? local : `${uri} ${local}`;
    const attribute = (key: string) => attributes[key]?.value ?? null;
    const parent = path.at(-1);
    path.push(element);
    if (parent === undefined) {
      if (element !== 'xliff') fail('Expected a file of XLIFF 2.');
      file.sourceLanguage = readLanguage(attribute('srcLang'), fail);
      file.language = readLanguage(attribute('trgLang'), fail) ?? fail('The file has no target language.');
    } else if (part !== null) {
      if (element === 'cp') add(readCodePoint(attribute('hex') ?? '', fail));
      else if (element !== 'mrk' && element !== 'sm' && element !== 'em')
        fail(`A text of the price list has no markup, such as <${local}>.`);
    } else if (element === 'unit') {
      unit = { key: attribute('id') ?? fail('A unit has no id.'), source: '', target: '', line: parser.line };
      isPartial = false;
    } else if (parent === 'unit' && (element === 'segment' || element === 'ignorable')) {
      segment = { source: '', target: null };
    } else if (segment && (parent === 'segment' || parent === 'ignorable')) {
      if (element === 'source' || element === 'target') part = element;
      if (element === 'target') segment.target = '';
    }
  };
  const close = () => {
    const element = path.pop();
    if (part !== null) {
      if (element === part) part = null;
    } else if (segment && unit && (element === 'segment' || element === 'ignorable')) {
      unit.source += segment.source;
      unit.target += segment.target ?? (element === 'ignorable' ? segment.source : '');
      isPartial ||= element === 'segment' && !segment.target?.trim();
      segment = null;
    } else if (unit && element === 'unit') {
      // A text of which a segment is not translated yet.
      file.units.push(isPartial ? { ...unit, target: '' } : unit);
      unit = null;
    }
  };
  parser.on('error', ({ message }) => fail(`The file is not XML: ${message.replace(/^\d+:\d+: /, '')}`));
  parser.on('opentag', open);
  parser.on('closetag', close);
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(text).close();
  return file;
}

function readCodePoint(hex: string, fail: (message: string) => never): string {
  const code = /^[0-9a-f]{1,8}$/i.test(hex) ? Number.parseInt(hex, 16) : Number.POSITIVE_INFINITY;
  return code > 0x10ffff
    ? fail(`"${shorten(hex)}" is not the code of a character.`)
    : String.fromCodePoint(code);
}

function readLanguage(tag: string | null, fail: (message: string) => never): string | null {
  if (tag === null || tag === 'und') return null;
  return canonicalizeLanguage(tag) ?? fail(`"${tag}" is not a language tag of BCP 47.`);
}
