/** Next and Back of a form that shows one step at a time; which step of how many is shown, and the switch between steps and one page. */

import type { ReactNode } from 'react';
import { localDigits } from '../../../../core/text/letters.ts';
import { useIsTask } from '../../../shell/TaskBar.tsx';
import { Icon } from '../../../theme/Icon.tsx';
import { useWidgets, useWidgetTexts } from '../../../widgets/environment.tsx';
import { useFormHost } from '../../../widgets/host.tsx';
import { TextWithAnswers } from '../../../widgets/WithAnswers.tsx';
import type { FormSteps } from './useSteps.ts';

/** Returns true on the last step, and if all sections are on one page. */
export function isLastStep({ shown, index, count }: FormSteps): boolean {
  return shown === undefined || index === count - 1;
}

/** `children` is the button that saves, which takes the place of Next on the last step. */
export function StepButtons({ steps, children }: { steps: FormSteps; children: ReactNode }) {
  const { t } = useWidgetTexts();
  const isTask = useIsTask();
  if (!steps.shown) return children;
  const next = !isLastStep(steps) && <Next steps={steps} isShort={isTask && children !== false} />;
  const back = steps.index > 0 && (
    <button
      type="button"
      className={isTask ? 'am-icon-button' : 'am-button'}
      aria-label={isTask ? t('step.back') : undefined}
      onClick={() => steps.move(-1)}
    >
      {isTask ? <Icon name="chevron-left" size={24} /> : t('step.back')}
    </button>
  );
  // On a phone the thumb finds back before and next behind the main button.
  return isTask ? (
    <>
      {back}
      {children}
      {next}
    </>
  ) : (
    <>
      {next}
      {children}
      {back}
    </>
  );
}

/** `isShort`: an arrow, where another button is the main one. */
function Next({ steps, isShort }: { steps: FormSteps; isShort: boolean }) {
  const { form } = useFormHost()!;
  const { t } = useWidgetTexts();
  const isTask = useIsTask();
  const section = form.sections.find(({ id }) => id === steps.next);
  if (isShort)
    return (
      <button
        type="button"
        className="am-icon-button am-next"
        aria-label={t('step.next')}
        onClick={() => steps.move(1)}
      >
        <Icon name="chevron-right" size={24} />
      </button>
    );
  return (
    <button type="button" className="am-button am-primary am-next" onClick={() => steps.move(1)}>
      {t('step.next')}
      {isTask && section && (
        <>
          {': '}
          <TextWithAnswers of={section.def.title} />
        </>
      )}
    </button>
  );
}

export function StepHead({ current, index, count, choose }: FormSteps) {
  const { language } = useWidgets();
  const { t, fill } = useWidgetTexts();
  return (
    <p className="am-between am-gap-4 am-row-gap-0 am-below-2 am-cluster am-meta">
      <span role="status">
        {current && fill('step.now', { number: localDigits(index + 1, language), total: localDigits(count, language) })}
      </span>
      <button type="button" className="am-link am-tall am-at-end" onClick={() => choose(current ? 'page' : 'steps')}>
        {t(current ? 'step.onePage' : 'step.oneByOne')}
      </button>
    </p>
  );
}
