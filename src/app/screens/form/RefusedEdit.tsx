/** Shown instead of the form of a record that cannot be edited. If its state locks it: the steps that unlock it, and who can take them. */
import { useTranslation } from 'react-i18next';
import type { Workflow } from '../../../core/definitions/types.ts';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { groupBy } from '../../data/groups.ts';
import { comma, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { stepsToUnlock, transitionIcon } from '../record/actions.ts';
import { TransitionDialogs } from '../record/TransitionDialogs.tsx';
import { recordCrumb } from '../record/title.ts';
import { useTransitions } from '../record/useTransitions.ts';
import { FormNotAllowed } from './NotOpened.tsx';

interface Props {
  entry: FormEntry;
  record: RecordView;
  workflow: Workflow;
}

export default function RefusedEditNotice({ entry, record, workflow }: Props) {
  const { t } = useTranslation('form');
  const transitions = useTransitions(entry);
  const steps = stepsToUnlock(workflow, record);
  const refused = groupBy(
    steps.filter(({ state }) => state.why),
    ({ state: { why = '' } }) => why,
  );
  const to = recordPath(entry, record.id);
  return (
    <FormNotAllowed
      entry={entry}
      screen="edit"
      title={t('screen.edit', { title: text(entry.title) })}
      why={record.why_not?.edit?.message}
      back={{ to, label: t('screen.toRecord') }}
      crumbs={[{ ...recordCrumb(record), to }]}
      notes={refused.map((of) => (
        <p key={of[0]?.state.why}>
          <b>{of.map(({ transition }) => text(transition.label)).join(comma())}</b>: {of[0]?.state.why}
        </p>
      ))}
    >
      {steps.map(
        ({ transition, state }, at) =>
          state.allowed && (
            <ActionButton
              key={transition.action}
              icon={transitionIcon(workflow, transition)}
              action={transition.action}
              variant={at === 0 ? 'filled' : 'outline'}
              onClick={() => transitions.ask({ kind: 'one', transition, record })}
            >
              {text(transition.label)}
            </ActionButton>
          ),
      )}
      <TransitionDialogs transitions={transitions} />
    </FormNotAllowed>
  );
}
