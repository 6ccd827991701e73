/** What can be done with the selected records of a list. Stays in sight while the list is scrolled. */
import { ActionIcon } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { number, text } from '../../data/words.ts';
import { claimBackPress } from '../../shell/backPress.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { useRootAttribute } from '../../theme/useRootAttribute.ts';
import { transitionIcon } from '../record/actions.ts';
import { MoreActions, type RecordAction, RecordActionButton } from '../record/RecordActions.tsx';
import classes from './List.module.css';
import { useRecordListContext } from './RecordListContext.ts';
import { useGetListOffline } from './useGetListOffline.tsx';
import type { RecordListResult } from './useRecords.ts';
import { ROWS_WIDTH } from './widths.ts';

export default function SelectionBar({ records }: { records: RecordListResult }) {
  const { t } = useTranslation();
  const isPhone = useIsNarrowScreen();
  const isRows = useIsNarrowScreen(ROWS_WIDTH);
  useRootAttribute('ownBar', isPhone);
  const { marked } = useRecordListContext();
  const { actions, dialog } = useMarkedActions(records);
  const total = Object.keys(marked).length;
  const end = t(total > 0 ? 'list.unmark' : 'cancel');
  const front = isPhone ? actions.slice(0, 1) : actions;
  return (
    <div
      className={
        isPhone ? 'am-foot-bar am-flow' : `${classes.marked} am-box am-pad-y-2 am-pad-x-3 am-cluster am-above-2`
      }
      data-selection
      data-own-bar={isPhone || undefined}
      data-no-print
    >
      {isRows && <BackEndsMarking unmark={records.unmark} />}
      {isPhone && (
        <ActionIcon className="am-whole" aria-label={end} title={end} onClick={records.unmark}>
          <Icon name="x" />
        </ActionIcon>
      )}
      <p className="am-strong am-whole" role="status">
        {t('list.markedCount', { shown: number(total) })}
      </p>
      {!isPhone && (
        <button type="button" className="am-target am-pad-x-2 am-action" onClick={records.unmark}>
          {end}
        </button>
      )}
      {front.map((one) => (
        <RecordActionButton key={one.key} action={one} />
      ))}
      <MoreActions rest={actions.slice(front.length)} refused={[]} isAlone={false} />
      {dialog}
    </div>
  );
}

/** Returns what can be done with the selected records, the likeliest first, and the dialog of one of the actions. */
function useMarkedActions(records: RecordListResult) {
  const { t } = useTranslation();
  const isRows = useIsNarrowScreen(ROWS_WIDTH);
  const { marked, onMark, rows, transitions, workflow } = useRecordListContext();
  const { steps, mayRemove } = records.ofMarked;
  const { ask, dialog } = useGetListOffline(records);
  const ids = Object.keys(marked);
  const labelled = (label: string) => ({
    label,
    name: t('list.stepMarked', { step: label, shown: number(ids.length) }),
    variant: 'outline' as const,
  });
  const ofMarked: RecordAction[] = steps.map((transition) => ({
    ...labelled(text(transition.label)),
    key: transition.action,
    icon: transition.bulk ? 'checks' : transitionIcon(workflow, transition),
    act: () => transitions.ask({ kind: 'many', transition, ids }),
  }));
  if (records.mayTake)
    ofMarked.push({ ...labelled(t('list.getOffline')), key: 'get-offline', icon: 'wifi-off', act: () => void ask() });
  // A table has it as a checkbox in its head.
  const all: RecordAction[] =
    isRows && rows.some(({ id }) => !Object.hasOwn(marked, id))
      ? [
          {
            key: 'mark-all',
            label: t('list.markAll'),
            icon: 'check',
            variant: 'outline',
            act: () => onMark?.({ ...marked, ...Object.fromEntries(rows.map(({ id }) => [id, true as const])) }),
          },
        ]
      : [];
  const remove: RecordAction = {
    ...labelled(t('remove.do')),
    key: 'delete',
    icon: 'trash',
    danger: true,
    act: () => transitions.ask({ kind: 'removeMany', ids }),
  };
  return { actions: ids.length > 0 ? [...ofMarked, ...all, ...(mayRemove ? [remove] : [])] : all, dialog };
}

/** On a phone, Back ends the selection first, as in other apps. */
function BackEndsMarking({ unmark }: Pick<RecordListResult, 'unmark'>) {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP');
  useEffect(() => claimBackPress(unmark), [unmark]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a blocked step ends it
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    unmark();
  }, [blocker.state]);
  return null;
}
