/** The end of a task's bar on phones: a tick once the answers are on the device, and what a form does seldom. */
import { useTranslation } from 'react-i18next';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { printPath } from '../../../core/paths/screens.ts';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { InTaskBar } from '../../shell/TaskBar.tsx';
import { Icon } from '../../theme/Icon.tsx';
import type { Transition } from '../record/actions.ts';
import type { RestoredDraft } from './draft/restoredDraft.ts';
import type { DraftSaving } from './draft/useAutosave.ts';
import type { FormSteps } from './steps/useSteps.ts';

interface Props {
  entry: FormEntry;
  record?: RecordView;
  afterEdit?: Transition | undefined;
  steps: FormSteps;
  keeping: DraftSaving;
  saving: { act: { only: string }; isBusy: boolean };
  isHeld: boolean;
  /** Saves without the step that the main button takes, if it takes one (`afterEdit`). */
  onSaveOnly: () => void;
  restored: RestoredDraft | undefined;
  onStartOver: () => void;
}

export function FormMenu({ entry, record, afterEdit, steps, keeping, saving, isHeld, onSaveOnly, ...draft }: Props) {
  const { restored, onStartOver } = draft;
  const { t } = useTranslation(['form', 'app']);
  return (
    <InTaskBar>
      {keeping.state === 'kept' && (
        <span className="am-code am-joined am-toned am-small" data-tone="green" aria-hidden="true">
          <Icon name="check" /> {t('draft.mark')}
        </span>
      )}
      <DropMenu
        align="end"
        width={280}
        label={t('app:detail.otherActions')}
        trigger={(props) => (
          <button type="button" {...props} className="am-icon-button" aria-label={t('app:detail.otherActions')}>
            <Icon name="dots" size={24} />
          </button>
        )}
      >
        {afterEdit && (
          <DropItem icon="device-floppy" action="save-only" refused={isHeld || saving.isBusy} onSelect={onSaveOnly}>
            {saving.act.only}
          </DropItem>
        )}
        {steps.count > 1 && (
          <DropItem icon="list-details" action="layout" onSelect={() => steps.choose(steps.shown ? 'page' : 'steps')}>
            {t(steps.shown ? 'step.onePage' : 'step.oneByOne')}
          </DropItem>
        )}
        {!record && (
          <DropItem icon="printer" to={printPath(entry)}>
            {t('app:print.do')}
          </DropItem>
        )}
        {restored && !restored.isRecord && (
          <DropItem icon="refresh" action="start-over" onSelect={onStartOver}>
            {t('draft.startOver')}
          </DropItem>
        )}
      </DropMenu>
    </InTaskBar>
  );
}
