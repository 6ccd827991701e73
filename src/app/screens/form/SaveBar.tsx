/** The bar that is always visible: Save, Cancel, the state of the draft, and why saving failed. */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyComponent } from '../../data/onDemand.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { useIsTask } from '../../shell/TaskBar.tsx';
import { fetchToasts } from '../../shell/toasts/toast.tsx';
import { useRootAttribute } from '../../theme/useRootAttribute.ts';
import { useWidgetTexts } from '../../widgets/environment.tsx';
import type { FormStore } from '../../widgets/store.ts';
import type { Transition } from '../record/actions.ts';
import type { DraftState } from './draft/useAutosave.ts';
import { focusConflict } from './focus.ts';
import { runWhenIdle } from './idle.ts';
import type { SaveOutcome } from './save.ts';
import { isLastStep, StepButtons } from './steps/StepButtons.tsx';
import type { FormSteps } from './steps/useSteps.ts';

const loadQuestions = () => import('./asking/questions.tsx');
const loadProblems = () => import('./asking/AskProblems.tsx');
export const AskLeaving = lazyComponent(async () => ({ default: (await loadQuestions()).AskLeaving }));
export const AskDuplicate = lazyComponent(async () => ({ default: (await loadQuestions()).AskDuplicate }));
export const AskUnvisited = lazyComponent(async () => ({ default: (await loadQuestions()).AskUnvisited }));
export const AskLost = lazyComponent(async () => ({ default: (await loadQuestions()).AskLostAnswers }));
export const AskProblems = lazyComponent(async () => ({ default: (await loadProblems()).AskProblems }));
export const AskUnanswered = lazyComponent(async () => ({ default: (await loadQuestions()).AskUnanswered }));

export const OfferOffline = lazyComponent(() => import('./OfferOffline.tsx'), { words: ['offline'] });

interface SaveBarProps {
  store: FormStore;
  draft: DraftState;
  isBusy: boolean;
  /** True until the user has resolved a conflict with somebody else's changes. */
  isHeld: boolean;
  /** True until the user has chosen between the answers of two devices. */
  isOther: boolean;
  steps: FormSteps;
  /** Words of the button that saves, and of the one that only saves where the first also takes a step. */
  act: { main: string; only: string };
  outcome: SaveOutcome | undefined;
  /** The step that the main button takes together with the save. */
  afterEdit?: Transition | undefined;
  onSaveOnly: () => void;
  backTo: string;
  /** What can be done about a record that was locked meanwhile. */
  late: ReactNode;
}

export function SaveBar(props: SaveBarProps) {
  const { store, draft, isBusy, isHeld, isOther, steps, act, outcome, afterEdit, onSaveOnly, backTo, late } = props;
  const { t } = useWidgetTexts();
  const navigate = useNavigate();
  const changed = useSyncExternalStore(store.subscribe, () => store.changed);
  const isLast = isLastStep(steps);
  const isTask = useIsTask();
  useRootAttribute('saveBar');
  // Load dialogs and messages while the connection likely still works, so that they can be shown at once later.
  useEffect(() => (changed ? runWhenIdle(fetchAhead) : undefined), [changed]);
  return (
    <div className="am-save-bar am-end-bar" data-no-print>
      <Trouble outcome={outcome} isKept={draft !== 'failed'} />
      {late}
      {isOther && <OtherDevice />}
      <div className="am-save-buttons am-gap-3 am-row-gap-2 am-cluster">
        <StepButtons steps={steps}>
          {(isLast || !store.isNew) && (
            <>
              <button
                type="submit"
                className={isLast || isTask ? 'am-button am-primary' : 'am-button'}
                aria-disabled={isBusy || undefined}
                disabled={isHeld}
              >
                {isBusy ? t('screen.saving') : act.main}
              </button>
              {afterEdit && !isTask && (
                <button
                  type="button"
                  className="am-button"
                  aria-disabled={isBusy || undefined}
                  disabled={isHeld}
                  onClick={onSaveOnly}
                >
                  {act.only}
                </button>
              )}
            </>
          )}
        </StepButtons>
        {steps.index === 0 && !isTask && (
          <button type="button" className="am-button" data-action="leave" onClick={() => navigate(backTo)}>
            {t('screen.cancel')}
          </button>
        )}
        <span className={isTask && draft !== 'failed' ? 'am-visually-hidden' : 'am-meta'} role="status">
          {draft === 'failed'
            ? outcome?.kind !== 'refused' && t('draft.failed')
            : changed && draft === 'kept'
              ? t('draft.kept')
              : ''}
        </span>
      </div>
    </div>
  );
}

function fetchAhead(): void {
  void OfferOffline.preload();
  Promise.all([loadQuestions(), loadProblems(), fetchToasts()]).catch(later);
}

/** Ignores the failure: both are requested again when they are needed. */
function later(error: unknown): void {
  console.warn('questions and messages were not fetched ahead', error);
}

/** Says why nothing can be saved, and leads to the answers to choose from. */
function OtherDevice() {
  const { t } = useWidgetTexts();
  return (
    <p className="am-warning" role="alert">
      {t('draft.other')}{' '}
      <button type="button" className="am-link" onClick={focusConflict}>
        {t('draft.choose')}
      </button>
    </p>
  );
}

/** `isKept`: the draft has the answers. */
function Trouble({ outcome, isKept }: Pick<SaveBarProps, 'outcome'> & { isKept: boolean }) {
  const { t } = useWidgetTexts();
  if (outcome?.kind === 'refused') {
    return (
      <>
        <FailureNote error={outcome.error} />
        <p className="am-aside">{t(isKept ? 'screen.failed' : 'screen.failedNoDraft')}</p>
      </>
    );
  }
  if (outcome?.kind !== 'files' && outcome?.kind !== 'offline') return null;
  return (
    <p className="am-warning" role="alert">
      {t(outcome.kind === 'files' ? 'screen.files' : 'screen.offline')}
    </p>
  );
}
