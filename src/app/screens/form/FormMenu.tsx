/** The end of a task's bar on phones: a tick once the answers are on the device, and what a form does seldom. */
import { useTranslation } from 'react-i18next';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { printPath } from '../../../core/paths/screens.ts';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { InTaskBar } from '../../shell/TaskBar.tsx';
import { Icon } from '../../theme/Icon.tsx';
import type { DraftKeeping } from './draft/useDraft.ts';
import type { Steps } from './useSteps.ts';

interface Props {
  entry: FormEntry;
  record: RecordView | undefined;
  steps: Steps;
  keeping: DraftKeeping;
  /** Words of the button that saves without the step that the main button takes. */
  only: string | undefined;
  isHeld: boolean;
  onSaveOnly: () => void;
  /** Absent where no draft was restored. */
  onStartOver: (() => void) | undefined;
}

export function FormMenu({ entry, record, steps, keeping, only, isHeld, onSaveOnly, onStartOver }: Props) {
  const { t } = useTranslation(['form', 'app']);
  return (
    <InTaskBar>
      {keeping.state === 'kept' && (
        <span className="am-kept-mark" aria-hidden="true">
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
        {only && (
          <DropItem icon="device-floppy" action="save-only" refused={isHeld} onSelect={onSaveOnly}>
            {only}
          </DropItem>
        )}
        {steps.count > 2 && (
          <DropItem icon="list-details" action="layout" onSelect={() => steps.choose(steps.current ? 'page' : 'steps')}>
            {t(steps.current ? 'step.onePage' : 'step.oneByOne')}
          </DropItem>
        )}
        {!record && (
          <DropItem icon="printer" to={printPath(entry)}>
            {t('app:print.do')}
          </DropItem>
        )}
        {onStartOver && (
          <DropItem icon="refresh" action="start-over" onSelect={onStartOver}>
            {t('draft.startOver')}
          </DropItem>
        )}
      </DropMenu>
    </InTaskBar>
  );
}
