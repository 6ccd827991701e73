/** Next and Back of a form that shows one section at a time. */
import type { ReactNode } from 'react';
import { useWords } from '../../widgets/environment.tsx';
import type { Steps } from './useSteps.ts';

/** Returns true on the last step, and if all sections are on one page. */
export function isLastStep({ current, index, count }: Steps): boolean {
  return current === undefined || index === count - 1;
}

/** `children` is the button that saves, which takes the place of Next on the last step. */
export function StepButtons({ steps, children }: { steps: Steps; children: ReactNode }) {
  const { t } = useWords();
  if (!steps.current) return children;
  return (
    <>
      {!isLastStep(steps) && (
        <button type="button" className="am-button am-primary am-next" onClick={() => steps.move(1)}>
          {t('step.next')}
        </button>
      )}
      {children}
      {steps.index > 0 && (
        <button type="button" className="am-button" onClick={() => steps.move(-1)}>
          {t('step.back')}
        </button>
      )}
    </>
  );
}
