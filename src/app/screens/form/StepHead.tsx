/** Says which step of how many is shown, and switches between steps and one page. */
import { localDigits } from '../../../core/text/digits.ts';
import { useWidgets, useWords } from '../../widgets/environment.tsx';
import type { Steps } from './useSteps.ts';

export function StepHead({ current, index, count, choose }: Steps) {
  const { language } = useWidgets();
  const { t, fill } = useWords();
  return (
    <p className="am-step-head am-cluster am-meta">
      <span role="status">
        {current && fill('step.now', { number: localDigits(index + 1, language), total: localDigits(count, language) })}
      </span>
      <button type="button" className="am-link" onClick={() => choose(current ? 'page' : 'steps')}>
        {t(current ? 'step.onePage' : 'step.oneByOne')}
      </button>
    </p>
  );
}
