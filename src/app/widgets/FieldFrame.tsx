/** What stands around every input: question, mark when needed, help, error, comment from review. */
import { memo, type ReactNode } from 'react';
import { useWords } from './environment.tsx';
import { ErrorLines, ownErrors } from './FieldErrors.tsx';
import { registry } from './registry.ts';
import type { InputProps } from './types.ts';

interface FieldFrameProps extends Omit<InputProps, 'invalid' | 'describedBy' | 'labelledBy'> {
  comment?: string | undefined;
  /** Below the input: the problem a flagged answer asks for. */
  children?: ReactNode;
  /** In place of the errors below: they are drawn and marked from elsewhere. */
  errorSlot?: ReactNode;
  /** Label for screen readers only: a cell under a column header. */
  bare?: boolean;
  /** A question of the form itself: the focus leaving it is looked at. */
  top?: boolean;
}

export const FieldFrame = memo(function FieldFrame({
  comment,
  children,
  bare,
  top,
  errorSlot,
  ...input
}: FieldFrameProps) {
  const { node, id, required, errors, base } = input;
  const { t, say } = useWords();
  const { Input, group, row, wide } = registry[node.type];
  if (node.type === 'hidden') return null;
  const label = say(node.def.label);
  const help = say(node.def.help);
  if (node.type === 'note') {
    return (
      <div className="am-field" data-type="note" data-wide>
        <p className="am-note">{label}</p>
        {help && <p className="am-help">{help}</p>}
      </div>
    );
  }
  const invalid = Object.keys(errors).length > 0;
  const found = invalid ? ownErrors(node, base, errors) : [];
  const describedBy =
    [help && `${id}-help`, comment && `${id}-comment`, found.length > 0 && `${id}-error`].filter(Boolean).join(' ') ||
    undefined;
  const labelId = `${id}-label`;
  const words = (
    <>
      {label}
      {required && (
        <span className="am-required" aria-hidden="true" title={t('required')}>
          {' '}
          *
        </span>
      )}
    </>
  );
  const options = node.def['ui:options'] as { wide?: boolean } | undefined;
  const attributes = {
    id: `${id}-field`,
    className: 'am-field',
    'data-type': node.type,
    'data-field': node.name,
    'data-question': top ? node.name : undefined,
    'data-wide': (options?.wide ?? wide) || undefined,
    'data-invalid': invalid || undefined,
  };
  const inner = <Input {...input} invalid={invalid} describedBy={describedBy} labelledBy={labelId} />;
  const labelClass = bare ? 'am-visually-hidden' : 'am-label';
  const isRow = typeof row === 'function' ? row(node) : row;
  const body = (
    <>
      {help && (
        <p className="am-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {comment && (
        <p className="am-comment" id={`${id}-comment`}>
          <strong>{t('comment')}</strong> <span dir="auto">{comment}</span>
        </p>
      )}
      {group ? <div className="am-control">{inner}</div> : inner}
      {errorSlot ?? (found.length > 0 && <ErrorLines id={id} found={found} />)}
      {children}
    </>
  );
  if (group) {
    return (
      <fieldset {...attributes}>
        <legend id={labelId} className={labelClass}>
          {words}
        </legend>
        {body}
      </fieldset>
    );
  }
  return (
    <div {...attributes}>
      {isRow ? (
        // The row of radios is named by it; a label element would answer the question when it is pressed.
        <span id={labelId} className={labelClass}>
          {words}
        </span>
      ) : (
        <label id={labelId} htmlFor={id} className={labelClass}>
          {words}
        </label>
      )}
      {body}
    </div>
  );
});
