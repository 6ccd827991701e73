/** An expression over the answers. Names of questions are offered while it is written, and what is wrong with it is said below. */
import { Textarea } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { siblingFields, tablePath } from '../../../../core/edit/draft.ts';
import { text } from '../../../data/words.ts';
import { messageAt, useFindings } from '../../drafting/findings.ts';
import { useDesigner } from '../context.ts';

interface Props {
  label: string;
  hint?: string;
  /** JSON Pointer of the expression, or of what holds it as `expr`. */
  at: string;
  name: string;
  /** The question that it belongs to: in a column, the answers of its row can be named. */
  path: string;
  value: string;
  /** Another way in which the definition says it. */
  brief?: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Most names that are offered at once. */
const MOST = 8;

export function ExpressionField({ label, hint, at, name, path, value, brief, onChange }: Props) {
  const { t } = useTranslation('designer');
  const { draft } = useDesigner();
  const issues = useFindings();
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  const list = useId();
  const names = { ...draft.definition.fields, ...(tablePath(path) === '' ? {} : siblingFields(draft, path)) };
  const begun = caret === undefined ? '' : (/[A-Za-z_]\w*$/.exec(value.slice(0, caret))?.[0] ?? '');
  const offered =
    begun === ''
      ? []
      : Object.entries(names)
          .filter(
            ([one, field]) =>
              one !== begun && (one.startsWith(begun) || text(field.label).toLowerCase().includes(begun.toLowerCase())),
          )
          .slice(0, MOST);
  const take = (one: string) => {
    const to = caret ?? value.length;
    const before = value.slice(0, to - begun.length) + one;
    onChange(before + value.slice(to));
    setCaret(undefined);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(before.length, before.length);
    });
  };
  const found = [at, `${at}/expr`].map((pointer) => messageAt(issues, pointer)).find(Boolean);
  return (
    <div className="am-shrinks">
      <Textarea
        ref={box}
        label={label}
        description={hint ?? brief}
        name={name}
        dir="ltr"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={2000}
        spellCheck={false}
        classNames={{ input: `am-small am-mono` }}
        value={value}
        error={found}
        aria-describedby={offered.length > 0 ? list : undefined}
        onChange={({ currentTarget }) => {
          setCaret(currentTarget.selectionStart);
          onChange(currentTarget.value === '' ? undefined : currentTarget.value);
        }}
        onBlur={({ relatedTarget }) => !relatedTarget?.closest(`[data-names]`) && setCaret(undefined)}
      />
      {offered.length > 0 && (
        <ul id={list} className="am-gap-1 am-above-1 am-box am-stack" data-names aria-label={t('expression.names')}>
          {offered.map(([one, field]) => (
            <li key={one}>
              <button type="button" className="am-hovers am-full am-pad-2 am-tall" onClick={() => take(one)}>
                <code dir="ltr">{one}</code> {text(field.label)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
