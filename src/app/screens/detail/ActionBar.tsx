/**
 * What may be done with the record, with other ways to look at it; what may not, under "Why not?" with the server's reason.
 * On a phone the two likeliest are buttons and the rest one menu, so that the answers begin on the first screen.
 */
import { ActionIcon, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CompiledForm, Workflow } from '../../../core/definitions/types.ts';
import { editPath, fill } from '../../data/paths.ts';
import { useForms } from '../../data/queries.ts';
import type { FormEntry, RecordView } from '../../data/types.ts';
import { text } from '../../data/words.ts';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { usePhone } from '../../shell/usePhone.ts';
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

/** A button or an item of the menu: it leads somewhere or does something. */
interface Action {
  key: string;
  label: string;
  icon?: string;
  variant: 'filled' | 'outline' | 'subtle';
  danger?: boolean;
  to?: string;
  act?: () => void;
}

const IN_FRONT_ON_A_PHONE = 2;

export function ActionBar({ entry, record, form, workflow, steps }: Props) {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  const isPhone = usePhone();
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
  const stepActions = possible.map(
    ({ step }): Action => ({
      key: step.action,
      label: text(step.label),
      icon: STEP_ICONS[step.variant ?? 'default'],
      variant: step.variant === 'primary' ? 'filled' : 'outline',
      danger: step.variant === 'danger',
      act: () => steps.ask({ kind: 'one', step, record, form }),
    }),
  );
  const linkActions = links.map(
    ({ to, title, icon }): Action => ({
      key: to,
      label: text(title),
      ...(icon && { icon }),
      variant: 'outline',
      to: fill(to, { id: record.id }),
    }),
  );
  const editAction: Action = {
    key: 'edit',
    label: t('edit'),
    icon: 'pencil',
    variant: stepActions.some(({ variant }) => variant === 'filled') ? 'outline' : 'filled',
    to: fill(editPath(entry.paths), { id: record.id }),
  };
  const removeAction: Action = {
    key: 'delete',
    label: t('remove.do'),
    icon: 'trash',
    variant: 'subtle',
    danger: true,
    act: () => steps.ask({ kind: 'remove', record }),
  };
  const actions = [
    ...stepActions,
    ...linkActions,
    ...(edit.allowed ? [editAction] : []),
    ...(remove.allowed ? [removeAction] : []),
  ];
  const likeliest = (one: Action) =>
    one.variant === 'filled' ? 0 : one === editAction || (one.danger && one !== removeAction) ? 1 : 2;
  const front = isPhone
    ? [...actions].sort((a, b) => likeliest(a) - likeliest(b)).slice(0, IN_FRONT_ON_A_PHONE)
    : actions;
  const rest = actions.filter((one) => !front.includes(one));
  const menu = t(rest.length > 0 ? 'detail.otherActions' : 'detail.whyNot');
  return (
    <div className={classes.actions}>
      {front.map((one) => (
        <ActionButton key={one.key} action={one} />
      ))}
      {rest.length + refused.length > 0 && (
        <DropMenu
          width={320}
          label={menu}
          align={isPhone ? 'end' : 'start'}
          trigger={(props) =>
            rest.length > 0 ? (
              <ActionIcon {...props} aria-label={menu} title={menu} className={classes.more} data-more>
                <Icon name="dots" />
              </ActionIcon>
            ) : (
              <Button {...props} variant="subtle" color="gray" leftSection={<Icon name="info-circle" />} data-more>
                {menu}
              </Button>
            )
          }
        >
          {rest.map(({ key, label, icon, danger, to, act }) => (
            <DropItem
              key={key}
              action={key}
              {...(icon && { icon })}
              {...(to && { to })}
              {...(danger && { danger })}
              {...(act && { onSelect: act })}
            >
              {label}
            </DropItem>
          ))}
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

function ActionButton({ action: { key, label, icon, variant, danger, to, act } }: { action: Action }) {
  const shared = {
    variant,
    'data-action': key,
    ...(danger && { color: 'red' }),
    ...(icon && { leftSection: <Icon name={icon} /> }),
  };
  return to ? (
    <Button component={Link} to={to} {...shared}>
      {label}
    </Button>
  ) : (
    <Button onClick={act} {...shared}>
      {label}
    </Button>
  );
}
