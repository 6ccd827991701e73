/** What may be done with the record, as buttons, with other ways to look at it; what may not, under "Why not?" with the server's reason. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CompiledForm, Workflow } from '../../../core/definitions/types.ts';
import { editPath, fill } from '../../data/paths.ts';
import { useForms } from '../../data/queries.ts';
import type { FormEntry, RecordView } from '../../data/types.ts';
import { text } from '../../data/words.ts';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { actionState, STEP_ICONS, steps as stepsOf } from '../record/actions.ts';
import type { Steps } from '../record/useSteps.tsx';
import classes from './Detail.module.css';

interface Props {
  entry: FormEntry;
  record: RecordView;
  form: CompiledForm;
  workflow: Workflow | undefined;
  steps: Steps;
}

export function ActionBar({ entry, record, form, workflow, steps }: Props) {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  if (record.deleted_at) {
    return record.recordScope.restore ? (
      <div className={classes.actions}>
        <Button
          data-action="restore"
          leftSection={<Icon name="restore" />}
          loading={steps.restoring === record.id}
          onClick={() => steps.restore(record)}
        >
          {t('detail.restore')}
        </Button>
      </div>
    ) : null;
  }
  const links = (form.definition.detail?.links ?? []).filter(
    ({ creates }) => creates === undefined || forms.some((one) => one.form === creates && one.may.create),
  );
  const edit = actionState(record, 'edit');
  const remove = actionState(record, 'delete');
  const all = stepsOf(workflow, record);
  const possible = all.filter(({ state }) => state.allowed);
  const refused = [
    ...(edit.allowed ? [] : [{ label: t('edit'), why: edit.why }]),
    ...all
      .filter(({ state }) => !state.allowed)
      .map(({ step, state }) => ({ label: text(step.label), why: state.why })),
    ...(remove.allowed ? [] : [{ label: t('remove.do'), why: remove.why }]),
  ].filter((one) => one.why);
  return (
    <div className={classes.actions}>
      {possible.map(({ step }) => (
        <Button
          key={step.action}
          data-action={step.action}
          variant={step.variant === 'primary' ? 'filled' : 'outline'}
          {...(step.variant === 'danger' && { color: 'red' })}
          leftSection={<Icon name={STEP_ICONS[step.variant ?? 'default']} />}
          onClick={() => steps.ask({ kind: 'one', step, record, form })}
        >
          {text(step.label)}
        </Button>
      ))}
      {links.map(({ to, title, icon }) => (
        <Button
          key={to}
          component={Link}
          to={fill(to, { id: record.id })}
          variant="outline"
          {...(icon && { leftSection: <Icon name={icon} /> })}
        >
          {text(title)}
        </Button>
      ))}
      {edit.allowed && (
        <Button
          component={Link}
          to={fill(editPath(entry.paths), { id: record.id })}
          data-action="edit"
          variant={possible.some(({ step }) => step.variant === 'primary') ? 'outline' : 'filled'}
          leftSection={<Icon name="pencil" />}
        >
          {t('edit')}
        </Button>
      )}
      {remove.allowed && (
        <Button
          data-action="delete"
          variant="subtle"
          color="red"
          leftSection={<Icon name="trash" />}
          onClick={() => steps.ask({ kind: 'remove', record })}
        >
          {t('remove.do')}
        </Button>
      )}
      {refused.length > 0 && (
        <DropMenu
          width={320}
          label={t('detail.whyNot')}
          trigger={(props) => (
            <Button {...props} variant="subtle" color="gray" leftSection={<Icon name="info-circle" />}>
              {t('detail.whyNot')}
            </Button>
          )}
        >
          {refused.map((one) => (
            <DropItem key={one.label} refused why={one.why}>
              <b>{one.label}</b>
            </DropItem>
          ))}
        </DropMenu>
      )}
    </div>
  );
}
