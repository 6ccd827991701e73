/** What may be done with one row: open and edit at hand, the rest in a menu; what is not allowed says why. */
import { ActionIcon, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Workflow } from '../../../core/definitions/types.ts';
import { editPath, fill, recordPath } from '../../data/paths.ts';
import type { FormEntry, RecordView } from '../../data/types.ts';
import { text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { actionState, steps } from '../record/actions.ts';
import { recordTitle } from '../record/title.ts';
import type { Steps } from '../record/useSteps.tsx';
import classes from './RowActions.module.css';

const STEP_ICONS = { primary: 'check', danger: 'arrow-back-up', default: 'chevron-right' } as const;

export function RowActions({
  entry,
  record,
  workflow,
  onAsk,
}: {
  entry: FormEntry;
  record: RecordView;
  workflow: Workflow | undefined;
  onAsk: Steps['ask'];
}) {
  const { t } = useTranslation();
  const name = recordTitle(record);
  const edit = actionState(record, 'edit');
  const remove = actionState(record, 'delete');
  const editTo = fill(editPath(entry.paths), { id: record.id });
  return (
    <div className={classes.actions}>
      {edit.allowed && (
        <ActionIcon component={Link} to={editTo} aria-label={t('list.editNamed', { name })} title={t('edit')}>
          <Icon name="pencil" />
        </ActionIcon>
      )}
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <ActionIcon aria-label={t('list.actionsOf', { name })} title={t('list.actions')}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={recordPath(entry, record.id)} leftSection={<Icon name="eye" />}>
            {t('view')}
          </Menu.Item>
          {edit.allowed ? (
            <Menu.Item component={Link} to={editTo} leftSection={<Icon name="pencil" />}>
              {t('edit')}
            </Menu.Item>
          ) : (
            <Refused icon="pencil" label={t('edit')} why={edit.why} />
          )}
          {steps(workflow, record).map(({ step, state }) =>
            state.allowed ? (
              <Menu.Item
                key={step.action}
                leftSection={<Icon name={STEP_ICONS[step.variant ?? 'default']} />}
                onClick={() => onAsk({ kind: 'one', step, record })}
              >
                {text(step.label)}
              </Menu.Item>
            ) : (
              <Refused
                key={step.action}
                icon={STEP_ICONS[step.variant ?? 'default']}
                label={text(step.label)}
                why={state.why}
              />
            ),
          )}
          {remove.allowed ? (
            <Menu.Item
              color="red"
              leftSection={<Icon name="trash" />}
              onClick={() => onAsk({ kind: 'remove', record })}
            >
              {t('remove.do')}
            </Menu.Item>
          ) : (
            <Refused icon="trash" label={t('remove.do')} why={remove.why} />
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** Stays reachable by keyboard and readable, but does nothing. */
function Refused({ icon, label, why }: { icon: string; label: string; why?: string | undefined }) {
  return (
    <Menu.Item
      aria-disabled="true"
      closeMenuOnClick={false}
      className={classes.refused}
      leftSection={<Icon name={icon} />}
    >
      {label}
      {why && <span className={classes.why}>{why}</span>}
    </Menu.Item>
  );
}
