/** RJSF's FieldTemplate, the frame of every input: label, required mark, help, review comment, errors. */
import type { FieldTemplateProps as StandardProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import type { FieldNode } from '../../core/definitions/types.ts';
import { useWidgetTexts } from './environment.tsx';
import { FieldHelp } from './FieldHelp.tsx';
import { markLanguage } from './markLanguage.tsx';
import { QuestionMedia } from './media/QuestionMedia.tsx';
import type { FrameLayout } from './types.ts';
import { WordsWithAnswers } from './WithAnswers.tsx';

export interface FieldTemplateProps extends Pick<StandardProps, 'id' | 'label' | 'rawHelp' | 'required'> {
  node: FieldNode;
  look: FrameLayout;
  /** JSON Pointer of the row that the question is in. */
  base: string;
  /** Comment of a reviewer on this question. */
  comment?: string | undefined;
  invalid: boolean;
  errors?: ReactNode;
  children: ReactNode;
  /** Content below the input: the problem that a flagged answer requires. */
  below?: ReactNode;
  /** Shows the label to screen readers only, for cells under a column header. */
  bare?: boolean | undefined;
  /** A question of the form itself. The form watches when the focus leaves it. */
  top?: boolean | undefined;
}

export function FieldTemplate(props: FieldTemplateProps) {
  const { node, look, id, label, rawHelp, base, bare } = props;
  const { t, foreign } = useWidgetTexts();
  const tag = foreign(node.def.label);
  const helpTag = rawHelp ? foreign(node.def.help) : undefined;
  if (node.type === 'note') {
    return (
      <div className="am-field" data-type="note" data-wide>
        {node.def['ui:widget'] === 'heading' ? (
          <h4 className="am-heading">{markLanguage(tag, <WordsWithAnswers words={label} base={base} />)}</h4>
        ) : (
          <p className="am-note">{markLanguage(tag, <WordsWithAnswers words={label} base={base} />)}</p>
        )}
        {node.def.media && <QuestionMedia media={node.def.media} label={label} />}
        {rawHelp && (
          <p className="am-help">{markLanguage(helpTag, <WordsWithAnswers words={rawHelp} base={base} />)}</p>
        )}
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
      {markLanguage(tag, <WordsWithAnswers words={label} base={base} />)}
      {props.required && (
        <span className="am-required am-wrong" aria-hidden="true" title={t('required')}>
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
        // The id names the row of radio buttons. A label element would select an option when clicked.
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

/** Everything below the label of the question. */
function below(
  { node, id, look, label, rawHelp, base, comment, errors, children, below }: FieldTemplateProps,
  remark: string,
): ReactNode {
  return (
    <>
      {rawHelp && <FieldHelp node={node} id={`${id}-help`} words={rawHelp} base={base} />}
      {comment && (
        <p className="am-comment" id={`${id}-comment`}>
          <strong>{remark}</strong> <span dir="auto">{comment}</span>
        </p>
      )}
      {node.def.media && <QuestionMedia media={node.def.media} label={label} />}
      {look.group ? <div className="am-control">{children}</div> : children}
      {errors}
      {below}
    </>
  );
}
