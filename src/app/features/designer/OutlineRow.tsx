/** A row of the outline: what stands there, and what is to be known of it. */
import { useTranslation } from 'react-i18next';
import type { OutlineRow as Line } from '../../../core/edit/outline.ts';
import { isRequired } from '../../../core/edit/questions.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useFindings } from '../drafting/findings.ts';
import { FORM, useDesigner } from './context.ts';
import classes from './Designer.module.css';
import drag from './Outline.module.css';
import { useDragged } from './OutlineDrag.tsx';
import { iconOf, titleOf } from './titles.ts';

interface Props {
  row: Line;
  isFolded: boolean;
  isFirst: boolean;
  onFold: (isOpen: boolean) => void;
}

export function OutlineRow({ row, isFolded: folded, isFirst, onFold }: Props) {
  const { t } = useTranslation('designer');
  const { draft, chosen, choose, published } = useDesigner();
  const issues = useFindings();
  const dragged = useDragged(row.key);
  const { key, field, place, depth, count, pointer } = row;
  const isChosen = chosen === key;
  const isTree = place.kind !== 'question' || field?.columns !== undefined;
  const found = issues.filter(
    (one) =>
      one.file === undefined && !one.advice && (one.pointer === pointer || one.pointer.startsWith(`${pointer}/`)),
  );
  // A table says what its columns have only while they are folded away.
  const own =
    isTree && !folded && field ? found.filter((one) => !one.pointer.startsWith(`${pointer}/columns/`)) : found;
  const shown = place.kind === 'section' && !folded ? own.filter((one) => !one.pointer.includes('/fields/')) : own;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keys
    <div
      role="treeitem"
      tabIndex={isChosen || (isFirst && chosen === FORM) ? 0 : -1}
      aria-level={depth + 1}
      aria-selected={isChosen}
      aria-expanded={isTree ? !folded : undefined}
      className={`${classes.row} ${drag.row}`}
      data-row={key}
      data-kind={place.kind}
      {...dragged}
      style={{ paddingInlineStart: `${depth * 16 + 8}px` }}
      onClick={() => choose(key)}
    >
      {isTree && !field && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys of the list do the same
        // biome-ignore lint/a11y/noStaticElementInteractions: as above
        <span
          className={classes.fold}
          onClick={(event) => {
            event.stopPropagation();
            onFold(folded);
          }}
        >
          <Icon name={folded ? 'chevron-right' : 'chevron-down'} size={16} />
        </span>
      )}
      {field && <Icon name={iconOf(field)} size={16} />}
      <span className={classes.name}>
        <bdi>{titleOf(row)}</bdi>
      </span>
      {field && !published.has(field.id) && <span className={classes.new}>{t('outline.new')}</span>}
      {field?.visibleWhen && <Icon name="filter" size={14} label={t('outline.condition')} />}
      {field && place.kind === 'question' && isRequired(draft, place.path) && (
        <span title={t('answer.required')} className={classes.mark}>
          *
        </span>
      )}
      {shown.length > 0 && (
        <span
          className={classes.dot}
          role="img"
          aria-label={t('outline.findings', { count: shown.length, number: number(shown.length) })}
        />
      )}
      {!field && <span className={classes.count}>{number(count)}</span>}
    </div>
  );
}
