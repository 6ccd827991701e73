/**
 * Shows a record's links and allowed actions. Refused actions are under "Why not?" with the server's reason. The likeliest
 * action comes first. A phone shows two buttons and a menu of the rest, so that the answers begin on the first screen.
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm, Workflow } from '../../../core/definitions/types.ts';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { editPath, fillPath, printPath } from '../../../core/paths/screens.ts';
import { useForms, useHistory } from '../../data/queries.ts';
import { lastTransitionInto } from '../../data/review.ts';
import { text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { useRootAttribute } from '../../theme/useRootAttribute.ts';
import { actionState, stepAfterEdit, type Transition, transitionIcon, transitionsOf } from '../record/actions.ts';
import {
  MoreActions,
  type RecordAction,
  RecordActionButton,
  type RefusedRecordAction,
} from '../record/RecordActions.tsx';
import { useGetOffline } from '../record/useGetOffline.ts';
import type { TransitionDialogState } from '../record/useTransitions.ts';
import classes from './Detail.module.css';
import type { ChildForm } from './useChildForms.ts';

interface Props {
  entry: FormEntry;
  record: RecordView;
  form: CompiledForm;
  workflow: Workflow | undefined;
  transitions: TransitionDialogState;
  /** Forms of which a record can be created under this one; the first is the main action of the screen. */
  below: ChildForm[];
}

const IN_FRONT_ON_A_PHONE = 2;

export function ActionBar(props: Props) {
  const isPhone = useIsNarrowScreen();
  const { possible, refused } = useActions(props);
  if (props.record.deleted_at) return <Restore {...props} />;
  const [main, ...others] = props.below.map(
    ({ child, to }): RecordAction => ({
      key: `new-${child.form}`,
      label: text(child.new) || text(child.title),
      icon: child.icon ?? 'plus',
      variant: 'filled',
      to,
    }),
  );
  const buttons = possible.filter(({ inMenu }) => !inMenu);
  const sorted = buttons.sort((a, b) => likeliness(b, buttons) - likeliness(a, buttons));
  // On a phone, actions of a place that nobody waits for (return, archive) are in the menu, so that its state comes first.
  const isQuiet = isPhone && main && sorted[0]?.variant !== 'filled';
  const front = isQuiet ? [] : sorted.slice(0, isPhone ? IN_FRONT_ON_A_PHONE : undefined);
  const rest = [...others, ...possible.filter((one) => !front.includes(one))];
  const isAlone = !main && front.length === 0;
  const menu = <MoreActions {...{ rest, refused }} isAlone={isAlone} />;
  // At the end of the title's line: no bar for one menu.
  if (isPhone && isAlone) return menu;
  const isSecond = front.some(({ variant }) => variant === 'filled');
  if (!main)
    return (
      <Bar isAtFoot={isPhone}>
        <ActionButtons actions={front} />
        {menu}
      </Bar>
    );
  // The main button stays in sight: at the lower edge of a phone, where the thumb is, else at the upper edge.
  return (
    <>
      {isPhone && front.length > 0 && (
        <div className={`am-flow ${classes.actions} am-after`} data-no-print>
          <ActionButtons actions={front} />
        </div>
      )}
      <Bar isAtFoot={isPhone} isMain>
        <RecordActionButton action={isSecond ? { ...main, variant: 'outline' } : main} />
        {!isPhone && <ActionButtons actions={front} />}
        {menu}
      </Bar>
    </>
  );
}

function Bar({ isAtFoot, isMain, children }: { isAtFoot: boolean; isMain?: true; children: ReactNode }) {
  useRootAttribute('ownBar', isAtFoot);
  const place = isAtFoot
    ? 'am-foot-bar'
    : isMain
      ? `${classes.top} am-sticks am-end am-below-2 am-pad-y-2`
      : `${classes.actions} am-after`;
  return (
    <div className={`am-flow ${place}`} data-main-action={isMain} data-own-bar={isAtFoot || undefined} data-no-print>
      {children}
    </div>
  );
}

function ActionButtons({ actions }: { actions: RecordAction[] }) {
  return actions.map((one) => <RecordActionButton key={one.key} action={one} />);
}

/** Sorts what takes a record back behind the other steps. */
const back = ({ variant }: Transition): number => Number(variant === 'danger' || variant === 'back');

/** Returns how likely the user wants the action. Higher is more likely. What takes something back is never the first. */
function likeliness({ key, variant, back }: RecordAction, buttons: readonly RecordAction[]): number {
  if (variant === 'filled') return 2;
  if (key === 'edit') return 1;
  if (!back) return 0;
  const isSecond = buttons.some((one) => one.variant === 'filled' || one.key === 'edit');
  return key !== 'delete' && isSecond ? 1 : -1;
}

/** Returns the actions of the menu that every record has. */
function useQuietActions(entry: FormEntry, record: RecordView): RecordAction[] {
  const { t } = useTranslation();
  const getOffline = useGetOffline(entry, record.id);
  const quiet = { variant: 'subtle', inMenu: true } as const;
  return [
    { ...quiet, key: 'print', label: t('print.do'), icon: 'printer', to: printPath(entry, record.id) },
    ...(getOffline
      ? [{ ...quiet, key: 'get-offline', label: t('list.getOffline'), icon: 'download', act: getOffline }]
      : []),
  ];
}

/** Returns the possible actions in the order of the buttons, and the refused actions. */
function useActions({ entry, record, form, workflow, transitions, below }: Props) {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  const edit = actionState(record, 'edit');
  const quiet = useQuietActions(entry, record);
  const remove = actionState(record, 'delete');
  const all = transitionsOf(workflow, record);
  const isUncorrected = useIsUncorrected(entry, record, stepAfterEdit(workflow, record));
  const links = (form.definition.detail?.links ?? []).filter(
    ({ creates }) => creates === undefined || forms.some((one) => one.form === creates && one.may.create),
  );
  const offered = all.flatMap(({ transition, state }) => (state.allowed ? [transition] : []));
  const isTogether = form.definition.detail?.transitions === 'dialog' && offered.length > 0;
  const choose: RecordAction = {
    key: 'transitions',
    label: t('step.choose'),
    icon: 'chevron-right',
    variant: 'outline',
    act: () =>
      transitions.ask({
        kind: 'choose',
        choices: [...offered].sort((a, b) => back(a) - back(b)),
        workflow,
        record,
        form,
      }),
  };
  const changes = offered.map(
    (transition): RecordAction => ({
      key: transition.action,
      label: text(transition.label),
      icon: transitionIcon(workflow, transition),
      variant: transition.variant === 'primary' && !(isUncorrected && transition.after_edit) ? 'filled' : 'outline',
      danger: transition.variant === 'danger',
      back: back(transition) > 0,
      act: () => transitions.ask({ kind: 'one', transition, record, form }),
    }),
  );
  const possible: RecordAction[] = [
    ...(isTogether ? [choose] : changes),
    ...quiet,
    ...links.map(
      ({ to, title, icon }): RecordAction => ({
        key: to,
        label: text(title),
        ...(icon && { icon }),
        variant: 'outline',
        to: fillPath(to, { id: record.id }),
      }),
    ),
  ];
  const refused: RefusedRecordAction[] = all
    .filter(({ state }) => !state.allowed)
    .map(({ transition, state }) => ({ label: text(transition.label), why: state.why }));
  if (edit.allowed)
    possible[isUncorrected ? 'unshift' : 'push']({
      key: 'edit',
      label: t('edit'),
      icon: 'pencil',
      variant:
        !isUncorrected && (below.length > 0 || changes.some((one) => one.variant === 'filled')) ? 'outline' : 'filled',
      to: fillPath(editPath(entry.paths), { id: record.id }),
    });
  else refused.unshift({ label: t('edit'), why: edit.why });
  if (remove.allowed)
    possible.push({
      key: 'delete',
      label: t('remove.do'),
      icon: 'trash',
      variant: 'subtle',
      danger: true,
      back: true,
      act: () => transitions.ask({ kind: 'remove', record }),
    });
  else refused.push({ label: t('remove.do'), why: remove.why });
  return { possible, refused: refused.filter((one) => one.why) };
}

/** Returns true if nobody changed the answers since the record came into a state that asks for a correction. */
function useIsUncorrected({ api }: FormEntry, { id, version, current_state }: RecordView, step?: Transition): boolean {
  const history = useHistory(api, id, step !== undefined);
  const into = lastTransitionInto(current_state.id, history.data?.data ?? []);
  return step !== undefined && into?.seq === version;
}

function Restore({ record, transitions: { restore } }: Props) {
  const { t } = useTranslation();
  if (!record.recordScope.restore) return null;
  return (
    <div className={`am-flow ${classes.actions} am-after`} data-no-print>
      <Button
        data-action="restore"
        leftSection={<Icon name="restore" />}
        loading={restore.isPending && restore.variables.id === record.id}
        onClick={() => restore.mutate(record)}
      >
        {t('detail.restore')}
      </Button>
    </div>
  );
}
