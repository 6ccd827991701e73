/** What a reviewer wrote: the general comment, then the comments on single questions. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { ChangeView } from '../../../core/generated/api.ts';
import { text } from '../../data/words.ts';
import classes from './ReviewComments.module.css';

interface Props {
  change: Pick<ChangeView, 'comment' | 'fields'>;
  form: CompiledForm;
  /** Leads to a question, by its name. Without it, questions are only named. */
  onGo?: (question: string) => void;
}

export function ReviewComments({ change: { comment, fields }, form, onGo }: Props) {
  return (
    <>
      {comment && (
        <p className="am-above-1 am-prose am-wraps">
          <bdi>{comment}</bdi>
        </p>
      )}
      {fields && fields.length > 0 && (
        <ul className="am-bullets am-above-1">
          {fields.map(({ field, comment }) => {
            const node = form.fields.get(field) ?? form.byProperty.get(field);
            const question = node ? text(node.def.short ?? node.def.label) : field;
            return (
              <li key={`${field} ${comment}`}>
                {node && onGo ? (
                  <button
                    type="button"
                    className={`${classes.go} am-pad-y-2 am-action am-strong am-underlined`}
                    onClick={() => onGo(node.name)}
                  >
                    {question}
                  </button>
                ) : (
                  <b>{question}</b>
                )}
                : <bdi>{comment}</bdi>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
