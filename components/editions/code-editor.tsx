'use client';

import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, nextDiagnostic, previousDiagnostic, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import type { CatalogProblem } from '@/lib/contract/catalog-editions';
import { findCompletions, type TextKind } from './find-completions';

export interface CodeEditorProps {
  label: string;
  kind: TextKind;
  value: string;
  problems: CatalogProblem[];
  warnings: CatalogProblem[];
  /** The price list, whose names are completed. */
  source: string;
  readOnly?: boolean;
  /** A place to move the cursor to. Each object moves it once. */
  place?: { line: number; column: number } | null;
  onChange?: (value: string) => void;
  onSave?: () => void;
}

const theme = EditorView.theme({
  '&': { blockSize: '100%', color: 'var(--ink)', backgroundColor: 'var(--raised)', fontSize: '13px' },
  // The element around it has the outline.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderInlineStartColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--sunk)', color: 'var(--soft)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--sunk)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--line)',
  },
  // Not the images of the package, which the Content-Security-Policy does not allow.
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--lost)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--soft)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-active': { backgroundColor: 'var(--sunk)' },
  '.cm-panels': {
    backgroundColor: 'var(--sunk)',
    color: 'var(--ink)',
    borderBlockEnd: '1px solid var(--edge)',
  },
  '.cm-panel.cm-search': { padding: '8px', fontFamily: 'inherit', fontSize: '13px' },
  '.cm-panel.cm-search [name=close]': { fontSize: '20px', minInlineSize: '24px' },
  '.cm-textfield': {
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--edge)',
    padding: '4px 8px',
    fontSize: '13px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--edge)',
    padding: '4px 8px',
    fontSize: '13px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--line)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--ink)', color: 'var(--paper)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--edge)' },
  '.cm-diagnostic-error': { borderInlineStart: '4px solid var(--lost)' },
  '.cm-diagnostic-warning': { borderInlineStart: '4px solid var(--soft)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 12px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--ink)', color: 'var(--paper)' },
});

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--ink)', fontWeight: '600' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--soft)' },
  { tag: [tags.string, tags.content], color: 'var(--ink)' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: 'var(--soft)' },
]);

/** From the place of a problem to the end of the word there. */
function toDiagnostic(
  doc: Text,
  severity: Diagnostic['severity'],
  { line, column, message }: CatalogProblem,
): Diagnostic[] {
  if (line === null || line > doc.lines) return [];
  const found = doc.line(line);
  const from = Math.min(found.from + (column ?? 1) - 1, found.to);
  const word = /^[^\s:,{}[\]]+/.exec(doc.sliceString(from, found.to))?.[0].length ?? 0;
  return [{ from, to: Math.min(from + Math.max(word, 1), doc.length), severity, message }];
}

/**
 * Types over a selection. Chrome would keep the style of the replaced text in a `style` attribute, which the
 * Content-Security-Policy does not allow.
 */
function replaceSelection({ inputType, data }: InputEvent, view: EditorView): boolean {
  const isReplaced = !view.composing && !view.state.readOnly && !view.state.selection.main.empty;
  if (inputType !== 'insertText' || data === null || !isReplaced) return false;
  const change = view.state.replaceSelection(data);
  view.dispatch(view.state.update(change, { scrollIntoView: true, userEvent: 'input.type' }));
  return true;
}

/** A YAML editor. It is in a shadow tree, where it can adopt style sheets: the Content-Security-Policy allows no inline ones. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, problems, warnings, readOnly = false, place = null } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const shown = useRef(value);
  const { search: phrases } = usePageText('staff').catalog.editor;
  const getProps = useEffectEvent(() => ({ ...props, phrases }));
  useLayoutEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const { label: name, value: doc, readOnly: isReadOnly = false, phrases: texts } = getProps();
    const complete = (context: CompletionContext) => {
      const { doc: text } = context.state;
      const line = text.lineAt(context.pos);
      const before = text.sliceString(0, line.from).split('\n').slice(0, -1);
      const typed = text.sliceString(line.from, context.pos);
      const { kind, source } = getProps();
      const names = findCompletions({ kind, before, line: typed, source });
      const word = context.matchBefore(/[\w-]*/);
      if (!names || !word || (word.from === word.to && !context.explicit)) return null;
      return { from: word.from, options: names.map((key) => ({ label: key, apply: `${key}: ` })) };
    };
    const save = () => {
      getProps().onSave?.();
      return true;
    };
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          yaml(),
          syntaxHighlighting(highlighting),
          theme,
          search({ top: true }),
          highlightSelectionMatches(),
          EditorState.phrases.of(texts),
          autocompletion({ override: [complete], icons: false }),
          labelling.of(labelContent(name)),
          EditorState.readOnly.of(isReadOnly),
          // Tab moves the focus on, so that it is not trapped.
          keymap.of([
            { key: 'Mod-s', preventDefault: true, run: save },
            { key: 'F8', run: nextDiagnostic },
            { key: 'Shift-F8', run: previousDiagnostic },
            ...completionKeymap,
            ...searchKeymap,
            ...defaultKeymap,
            ...historyKeymap,
          ]),
          EditorView.domEventHandlers({ beforeinput: replaceSelection }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            shown.current = update.state.doc.toString();
            getProps().onChange?.(shown.current);
          }),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, []);
  useEffect(() => {
    const view = editor.current;
    if (!view || shown.current === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const view = editor.current;
    if (!view) return;
    const { doc } = view.state;
    view.dispatch(
      setDiagnostics(view.state, [
        ...problems.flatMap((problem) => toDiagnostic(doc, 'error', problem)),
        ...warnings.flatMap((warning) => toDiagnostic(doc, 'warning', warning)),
      ]),
    );
  }, [problems, warnings]);
  useEffect(() => {
    const view = editor.current;
    if (!view || !place) return;
    const line = view.state.doc.line(Math.min(place.line, view.state.doc.lines));
    const anchor = Math.min(line.from + place.column - 1, line.to);
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    view.focus();
  }, [place]);
  useEffect(() => {
    editor.current?.dispatch({
      effects: labelling.reconfigure(labelContent(label)),
    });
  }, [label]);
  // Code reads from left to right in every language.
  return (
    <div ref={host} dir="ltr" data-readonly={readOnly || undefined} className="h-full overflow-hidden" />
  );
}

const labelling = new Compartment();
const labelContent = (label: string) =>
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' });
