/** An editor of JSON, from left to right in every language. What is written is taken when it is left, once it can be read. */
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint';
import { lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { EditorView, minimalSetup } from 'codemirror';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { syntaxIssues } from '../../../../core/check/jsonSyntax.ts';
import { isObject } from '../../../../core/json.ts';
import { number } from '../../../data/words.ts';
import classes from './JsonEditor.module.css';

export interface JsonProps {
  label: string;
  name: string;
  value: object;
  onChange: (value: Record<string, unknown>) => void;
}

interface Slip {
  message: string;
  line: number;
  column: number;
}

/** Colours of the theme, so that light and dark are its own. */
const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--mantine-color-anchor)' },
  { tag: tags.string, color: 'var(--mantine-color-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--tone-orange-text)' },
]);

export default function JsonEditor({ label, name, value, onChange }: JsonProps) {
  const { t } = useTranslation('designer');
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const hint = useId();
  const [slip, setSlip] = useState<Slip>();
  const written = JSON.stringify(value, null, 2);
  const read = useEffectEvent((text: string) => slipIn(text, t));
  const take = useEffectEvent(() => {
    const text = editor.current?.state.doc.toString() ?? written;
    const found = read(text);
    setSlip(found);
    if (!found && JSON.stringify(JSON.parse(text)) !== JSON.stringify(value)) onChange(JSON.parse(text));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is followed below
  useEffect(() => {
    const view = new EditorView({
      doc: written,
      parent: place.current as HTMLElement,
      extensions: [
        minimalSetup,
        lineNumbers(),
        bracketMatching(),
        json(),
        syntaxHighlighting(COLOURS),
        lintGutter(),
        linter(({ state }): Diagnostic[] => {
          const found = read(state.doc.toString());
          if (!found) return [];
          const line = state.doc.line(Math.min(found.line, state.doc.lines));
          const from = Math.min(line.from + found.column - 1, line.to);
          return [{ from, to: Math.min(from + 1, state.doc.length), severity: 'error', message: found.message }];
        }),
        EditorView.lineWrapping,
        EditorView.editorAttributes.of({ dir: 'ltr' }),
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-describedby': hint,
          'data-json': name,
          lang: 'en',
        }),
        EditorView.domEventHandlers({ blur: () => void take() }),
      ],
    });
    editor.current = view;
    return () => view.destroy();
  }, [label, name, hint]);
  // What others changed is shown, but not over what somebody types.
  useEffect(() => {
    const view = editor.current;
    if (!view || view.hasFocus || view.state.doc.toString() === written || read(view.state.doc.toString())) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: written } });
  }, [written]);
  return (
    <div className="am-gap-1 am-stack">
      <span className="am-strong">{label}</span>
      <div
        ref={place}
        className={`${classes.editor} am-round am-clipped`}
        data-wrong={slip !== undefined || undefined}
      />
      <p id={hint} className="am-hint">
        {t('more.jsonKeys')}
      </p>
      {slip && (
        <p className="am-wrong am-text" role="alert" data-slip={`${slip.line}:${slip.column}`}>
          {slip.message}
        </p>
      )}
    </div>
  );
}

/** Says where a text is no JSON object, or loses a key. */
function slipIn(text: string, t: (key: string, values?: Record<string, unknown>) => string): Slip | undefined {
  const [found] = syntaxIssues(text);
  if (found) {
    const { line = 1, column = 1, name = '' } = found.params as { line?: number; column?: number; name?: string };
    const message = t(`more.slips.${found.code}`, { line: number(line), column: number(column), name });
    return { message, line, column };
  }
  return isObject(JSON.parse(text)) ? undefined : { message: t('more.noObject'), line: 1, column: 1 };
}
