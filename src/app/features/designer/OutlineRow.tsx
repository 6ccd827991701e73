/**
 * A row of the outline: what stands there, and what is to be known of it. A long form has hundreds of rows, so that one is drawn
 * again only if what it says has changed; clicks and keys are those of the tree around it.
 */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutlineRow } from '../../../core/edit/outline.ts';
import { isRequired } from '../../../core/edit/questions.ts';
import type { DefinitionIssue } from '../../../core/generated/api.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { type Designer, FORM_KEY } from './context.ts';
import layout from './Designer.module.css';
import outline from './Outline.module.css';
import { useDragged } from './OutlineDrag.tsx';
import { fieldTypeIcon, outlineRowTitle } from './titles.ts';

/** What a row says, in values that can be compared. */
export interface OutlineRowContent {
  place: string;
  kind: OutlineRow['place']['kind'];
  depth: number;
  title: string;
  /** Icon of a question. */
  icon: string | undefined;
  /** Questions of a section or group. */
  count: number | undefined;
  isTree: boolean;
  isFolded: boolean;
  isChosen: boolean;
  /** The row to which Tab leads. */
  isStop: boolean;
  isNew: boolean;
  hasCondition: boolean;
  isRequired: boolean;
  found: number;
}

/** `issues`: those of the form's own file that stop it. */
export function outlineRowContent(
  row: OutlineRow,
  { draft, chosen, published }: Designer,
  issues: readonly DefinitionIssue[],
  isFolded: boolean,
  isFirst: boolean,
): OutlineRowContent {
  const { key, field, place, depth, count } = row;
  const isTree = place.kind !== 'question' || field?.columns !== undefined;
  return {
    place: key,
    kind: place.kind,
    depth,
    title: outlineRowTitle(row),
    icon: field && fieldTypeIcon(field),
    count: field ? undefined : count,
    isTree,
    isFolded,
    isChosen: chosen === key,
    isStop: chosen === key || (isFirst && chosen === FORM_KEY),
    isNew: field !== undefined && !published.has(field.id),
    hasCondition: field?.visibleWhen !== undefined,
    isRequired: place.kind === 'question' && isRequired(draft, place.path),
    found: foundAt(row, issues, isTree && !isFolded),
  };
}

/** Counts the findings of a row. What stands under an open one has rows of its own. */
function foundAt({ field, place, pointer }: OutlineRow, issues: readonly DefinitionIssue[], isOpen: boolean): number {
  const found = issues.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));
  if (!isOpen) return found.length;
  if (field) return found.filter((one) => !one.pointer.startsWith(`${pointer}/columns/`)).length;
  return found.filter((one) => place.kind !== 'section' || !one.pointer.includes('/fields/')).length;
}

export const OutlineRowView = memo((said: OutlineRowContent) => {
  const { t } = useTranslation('designer');
  const dragged = useDragged(said.place);
  return (
    <div
      role="treeitem"
      tabIndex={said.isStop ? 0 : -1}
      aria-level={said.depth + 1}
      aria-selected={said.isChosen}
      aria-expanded={said.isTree ? !said.isFolded : undefined}
      className={`am-hovers am-full am-round ${outline.row} am-holds am-pad-x-2 am-inline`}
      data-row={said.place}
      data-kind={said.kind}
      {...dragged}
      style={{ paddingInlineStart: `${said.depth * 16 + 8}px` }}
    >
      {said.isTree && said.icon === undefined && (
        <span className={outline.fold} data-fold>
          <Icon name={said.isFolded ? 'chevron-right' : 'chevron-down'} size={16} />
        </span>
      )}
      {said.icon && <Icon name={said.icon} size={16} />}
      <span className="am-grow am-cut">
        <bdi>{said.title}</bdi>
      </span>
      {said.isNew && (
        <span className="am-toned am-small am-strong" data-tone="green">
          {t('outline.new')}
        </span>
      )}
      {said.hasCondition && <Icon name="filter" size={14} label={t('outline.condition')} />}
      {said.isRequired && (
        <span title={t('answer.required')} className="am-dimmed">
          *
        </span>
      )}
      {said.found > 0 && (
        <span
          className={`${layout.dot} am-dot`}
          role="img"
          aria-label={t('outline.findings', { count: said.found, number: number(said.found) })}
        />
      )}
      {said.count !== undefined && <span className="am-dimmed am-light">{number(said.count)}</span>}
    </div>
  );
});
