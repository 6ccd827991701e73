/** RJSF's FieldTemplate: what stands around every input: question, mark when needed, help, error, comment from review. */
import type { FieldTemplateProps as StandardProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import type { FieldNode } from '../../core/definitions/types.ts';
import { useWords } from './environment.tsx';
import type { Look } from './types.ts';

export interface FieldTemplateProps extends Pick<StandardProps, 'id' | 'label' | 'rawHelp' | 'required'> {
  node: FieldNode;
  look: Look;
  /** What somebody who looked through the record remarked. */
  comment?: string | undefined;
  invalid: boolean;
  errors?: ReactNode;
  children: ReactNode;
  /** Below the input: the problem a flagged answer asks for. */
  below?: ReactNode;
  /** Label for screen readers only: a cell under a column header. */
  bare?: boolean | undefined;
  /** A question of the form itself: the focus leaving it is looked at. */
  top?: boolean | undefined;
}

export function FieldTemplate(props: FieldTemplateProps) {
  const { node, look, id, label, rawHelp, bare } = props;
  const { t } = useWords();
  if (node.type === 'note') {
    return (
      <div className="am-field" data-type="note" data-wide>
        <p className="am-note">{label}</p>
        {rawHelp && <p className="am-help">{rawHelp}</p>}
      </div>
    );
  }
  const options = node.def['ui:options'] as { wide?: boolean } | undefined;
  const attributes = {
    id: `${id}-field`,
    className: 'am-field',
    'data-type': node.type,
    'data-field': node.name,
    'data-question': props.top ? node.name : undefined,
    'data-wide': (options?.wide ?? look.wide) || undefined,
    'data-invalid': props.invalid || undefined,
  };
  const naming = { id: `${id}-label`, className: bare ? 'am-visually-hidden' : 'am-label' };
  const words = (
    <>
      {label}
      {props.required && (
        <span className="am-required" aria-hidden="true" title={t('required')}>
          {' '}
          *
        </span>
      )}
    </>
  );
  if (look.group) {
    return (
      <fieldset {...attributes}>
        <legend {...naming}>{words}</legend>
        {below(props, t('comment'))}
      </fieldset>
    );
  }
  return (
    <div {...attributes}>
      {(typeof look.row === 'function' ? look.row(node) : look.row) ? (
        // The row of radios is named by it; a label element would answer the question when it is pressed.
        <span {...naming}>{words}</span>
      ) : (
        <label {...naming} htmlFor={id}>
          {words}
        </label>
      )}
      {below(props, t('comment'))}
    </div>
  );
}

/** All that stands below the words of the question. */
function below({ id, look, rawHelp, comment, errors, children, below }: FieldTemplateProps, remark: string): ReactNode {
  return (
    <>
      {rawHelp && (
        <p className="am-help" id={`${id}-help`}>
          {rawHelp}
        </p>
      )}
      {comment && (
        <p className="am-comment" id={`${id}-comment`}>
          <strong>{remark}</strong> <span dir="auto">{comment}</span>
        </p>
      )}
      {look.group ? <div className="am-control">{children}</div> : children}
      {errors}
      {below}
    </>
  );
}
