/** What can be done with the selected records of a list. Stays in sight while the list is scrolled. */
import { useTranslation } from 'react-i18next';
import { number, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { transitionIcon } from '../record/actions.ts';
import classes from './List.module.css';
import { useRecordListContext } from './RecordListContext.ts';
import type { RecordListResult } from './useRecords.ts';

export function SelectionBar({
  ofMarked: { steps, mayRemove },
  unmark,
}: Pick<RecordListResult, 'ofMarked' | 'unmark'>) {
  const { t } = useTranslation();
  const { marked, transitions, workflow } = useRecordListContext();
  const ids = Object.keys(marked);
  if (ids.length === 0) return null;
  const shown = number(ids.length);
  return (
    <div className={`${classes.marked} am-cluster am-above-2`} data-no-print>
      <p className="am-words am-strong" role="status">
        {t('list.markedCount', { shown })}{' '}
        <button type="button" className="am-target am-pad-x-2 am-action" onClick={unmark}>
          {t('list.unmark')}
        </button>
      </p>
      {steps.map((transition) => (
        <ActionButton
          key={transition.action}
          icon={transition.bulk ? 'checks' : transitionIcon(workflow, transition)}
          variant="default"
          aria-label={t('list.stepMarked', { step: text(transition.label), shown })}
          onClick={() => transitions.ask({ kind: 'many', transition, ids })}
        >
          {text(transition.label)}
        </ActionButton>
      ))}
      {mayRemove && (
        <ActionButton
          icon="trash"
          variant="default"
          c="var(--mantine-color-error)"
          aria-label={t('list.stepMarked', { step: t('remove.do'), shown })}
          onClick={() => transitions.ask({ kind: 'removeMany', ids })}
        >
          {t('remove.do')}
        </ActionButton>
      )}
    </div>
  );
}
