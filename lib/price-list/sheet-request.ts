import { ImportError } from './diagnostics';
import { editPriceList, type SheetEdit } from './edit-sheets';
import { UnsupportedYamlError } from './edit-yaml';
import {
  type ParsedPriceList,
  type PriceListText,
  parsePriceListText,
  readSheets,
  type Sheets,
} from './sheets';

/** Text to read as sheets, after an edit. */
export interface SheetRequest {
  text: PriceListText;
  edit: SheetEdit | null;
}

/** `sheets` is null for a text with syntax errors. `failure` says why an edit was not written; the text is as before. */
export interface SheetResult {
  text: PriceListText;
  sheets: Sheets | null;
  failure: string | null;
}

/** Answers requests, and keeps what it has parsed for the next one. */
export function createSheetReader(): (request: SheetRequest) => SheetResult {
  let parsed: ParsedPriceList | null = null;
  const parseText = (text: PriceListText) => {
    const isKnown = parsed?.text.source === text.source && parsed.text.extension === text.extension;
    if (!parsed || !isKnown) parsed = parsePriceListText(text);
    return parsed;
  };
  const readText = (text: PriceListText, failure: string | null = null): SheetResult => {
    try {
      return { text, sheets: readSheets(parseText(text)), failure };
    } catch (error) {
      if (error instanceof ImportError) return { text, sheets: null, failure };
      throw error;
    }
  };
  return ({ text, edit }) => {
    if (!edit) return readText(text);
    try {
      const edited = readText(editPriceList(parseText(text), edit));
      // An edit never breaks the syntax. If it does, it is not applied.
      return edited.sheets ? edited : readText(text, 'The edit would break the text.');
    } catch (error) {
      if (error instanceof UnsupportedYamlError || error instanceof ImportError)
        return readText(text, error.message);
      throw error;
    }
  };
}
