'use client';

import { useEffect, useEffectEvent, useMemo, useReducer, useRef } from 'react';
import type { ListTexts } from '@/lib/contract/catalog-editions';
import { formatCell, parseCell } from '@/lib/price-list/yaml/cell-text';
import type { SheetEdit } from '@/lib/price-list/yaml/edit-sheets';
import { completeSheets, type SheetRequest, type SheetResult } from '@/lib/price-list/yaml/sheet-request';
import type { PriceListText, SheetRow, Sheets } from '@/lib/price-list/yaml/sheets';
import { isSameText, PassedTexts } from './passed-texts';

type Step = Pick<State, 'text' | 'sheets' | 'number'>;

interface State {
  /** The value is null before the text is read, and for a text with syntax errors. */
  sheets: Sheets | null;
  /** The number of the result with the sheets. */
  number: number | null;
  /** What the sheets are read from. */
  text: PriceListText | null;
  /** Why the last edit was not written. */
  failure: string | null;
  /** Edits that are still to be written. Cells show them. */
  expected: SheetEdit[];
  /** Texts to go back to, and to go forward to again. */
  past: Step[];
  future: Step[];
}

type Action =
  | { type: 'read'; result: SheetResult; isEdit: boolean }
  | { type: 'expected'; edit: SheetEdit }
  | { type: 'undone' | 'redone' };

const initialState: State = {
  sheets: null,
  number: null,
  text: null,
  failure: null,
  expected: [],
  past: [],
  future: [],
};

const maxUndo = 50;

function reduce(state: State, action: Action): State {
  if (action.type === 'expected') return { ...state, expected: [...state.expected, action.edit] };
  const present = { text: state.text, sheets: state.sheets, number: state.number };
  if (action.type === 'read') {
    const { text, failure } = action.result;
    const sheets = action.result.sheets && completeSheets(action.result.sheets, state.sheets);
    const { number } = action.result;
    const isNew = !isSameText(state.text, text);
    // Text that is written elsewhere has no steps to undo.
    if (!action.isEdit)
      return {
        ...state,
        sheets,
        number,
        text,
        failure,
        expected: [],
        ...(isNew && { past: [], future: [] }),
      };
    const expected = state.expected.slice(1);
    if (!isNew) return { ...state, sheets, number, failure, expected };
    const past = [...state.past, present].slice(-maxUndo);
    return { sheets, number, text, failure, expected, past, future: [] };
  }
  const [from, to] =
    action.type === 'undone' ? ([state.past, state.future] as const) : ([state.future, state.past] as const);
  const next = from.at(-1);
  if (!next) return state;
  const left = from.slice(0, -1);
  const right = [...to, present];
  const stacks = action.type === 'undone' ? { past: left, future: right } : { past: right, future: left };
  return { ...stacks, ...next, failure: null, expected: [] };
}

/** The cells as they will be once the edit is written. */
function expectEdit(sheets: Sheets, edit: SheetEdit): Sheets {
  if (edit.type !== 'cells') return sheets;
  const sheet = sheets[edit.sheet];
  const edited = (row: SheetRow): SheetRow => {
    const cells = edit.cells.filter((cell) => cell.row === row.id);
    if (cells.length === 0 || row.id === 'key') return row;
    return {
      ...row,
      cells: row.cells.map((cell, index) => {
        const found = cells.find(({ column }) => column === sheet.columns[index]?.id);
        if (!found || !cell || found.text.trim() === '') return cell;
        const [, sign = '', amount = ''] = /^\s*(\+?)(.*)$/s.exec(found.text) ?? [];
        return { kind: cell.kind, text: sign + formatCell(cell.kind, parseCell(cell.kind, amount)) };
      }),
    };
  };
  const groups = sheet.groups.map((group) => ({ ...group, rows: group.rows.map(edited) }));
  return { ...sheets, [edit.sheet]: { ...sheet, groups } };
}

/**
 * The sheets of a text, and edits of it. A worker reads and writes the text, so that a large one does not delay the page:
 * cells show an edit at once. `texts` is what can be translated, if that is known. `onChange` gets each new text.
 */
export function useSheets(
  text: PriceListText,
  texts: ListTexts | null,
  onChange: (text: PriceListText) => void,
) {
  const [state, dispatch] = useReducer(reduce, initialState);
  const worker = useRef<Worker | null>(null);
  const queue = useRef<SheetEdit[]>([]);
  /** The text and edit that the worker has. */
  const sent = useRef<SheetRequest | null>(null);
  const current = useRef(text);
  const passed = useRef(new PassedTexts());
  /** The number of the result that is shown. */
  const shown = useRef<number | null>(null);

  const pass = (next: PriceListText) => {
    current.current = next;
    passed.current.add(next);
    onChange(next);
  };
  const send = useEffectEvent((edit: SheetEdit | null) => {
    sent.current = { text: current.current, texts, edit, known: shown.current };
    worker.current?.postMessage(sent.current);
  });
  const receive = useEffectEvent((result: SheetResult) => {
    const request = sent.current;
    sent.current = null;
    if (!request) return;
    // Meanwhile, the text was written elsewhere.
    if (!isSameText(current.current, request.text)) {
      queue.current = [];
      send(null);
      return;
    }
    dispatch({ type: 'read', result, isEdit: request.edit !== null });
    shown.current = result.number;
    if (request.edit && !isSameText(request.text, result.text)) {
      pass(result.text);
    }
    const next = queue.current.shift();
    if (next) send(next);
    else if (request.texts !== texts) send(null);
  });
  useEffect(() => {
    const started = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
    started.onmessage = ({ data }: MessageEvent<SheetResult>) => receive(data);
    worker.current = started;
    send(null);
    return () => {
      started.terminate();
      worker.current = null;
      sent.current = null;
    };
  }, []);
  const { source, extension } = text;
  useEffect(() => {
    const written = { source, extension };
    if (passed.current.remove(written) || isSameText(current.current, written)) return;
    passed.current.clear();
    current.current = written;
    if (!sent.current) send(null);
  }, [source, extension]);

  const knownTexts = useRef(texts);
  useEffect(() => {
    if (knownTexts.current === texts) return;
    knownTexts.current = texts;
    if (!sent.current) send(null);
  }, [texts]);

  const edit = (next: SheetEdit) => {
    dispatch({ type: 'expected', edit: next });
    if (sent.current) queue.current.push(next);
    else send(next);
  };
  const step = (type: 'undone' | 'redone') => {
    const next = (type === 'undone' ? state.past : state.future).at(-1);
    if (!next?.text || sent.current) return;
    shown.current = next.number;
    dispatch({ type });
    pass(next.text);
  };
  const { sheets, expected } = state;
  return {
    sheets: useMemo(() => sheets && expected.reduce(expectEdit, sheets), [sheets, expected]),
    failure: state.failure,
    /** Whether edits are still to be written into the text. */
    isWriting: expected.length > 0,
    edit,
    undo: () => step('undone'),
    redo: () => step('redone'),
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
  };
}
