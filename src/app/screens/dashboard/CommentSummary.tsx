/** What somebody said when they changed a record: the comment, and the first of the comments on single questions. */
import type { Asked } from '../../../core/generated/api.ts';
import { number, text } from '../../data/words.ts';
import classes from './Dashboard.module.css';

type Props = Pick<Asked, 'questions'> & {
  comment: string | null;
  /** Who said it, where no other line names them. */
  by?: string;
};

export function CommentSummary({ comment, questions: [first, ...more], by }: Props) {
  if (!comment && !first) return null;
  return (
    <span className={`${classes.asked} am-stack am-gap-0 am-above-1`} data-asked>
      {comment && <bdi>{comment}</bdi>}
      {first && (
        <span>
          {text(first.label)}: <bdi>{first.comment}</bdi>
          {more.length > 0 && ` (+${number(more.length)})`}
        </span>
      )}
      {by && (
        <small>
          <bdi>{by}</bdi>
        </small>
      )}
    </span>
  );
}
