/** The steps of a form on a phone: one line that says where one is, and opens the list of all. */
import { type CSSProperties, type ReactNode, useCallback, useContext, useRef, useSyncExternalStore } from 'react';
import type { SectionNode } from '../../../../core/definitions/types.ts';
import { localDigits } from '../../../../core/text/letters.ts';
import { Icon } from '../../../theme/Icon.tsx';
import { useWidgets, useWidgetTexts } from '../../../widgets/environment.tsx';
import { useFormHost } from '../../../widgets/host.tsx';
import { TextWithAnswers } from '../../../widgets/WithAnswers.tsx';
import { commentOnQuestion, FormViewContext } from '../formView.ts';
import { SectionNavigator } from './Navigator.tsx';
import type { FormSteps } from './useSteps.ts';

interface Props {
  steps: FormSteps;
  onGo: (section: string) => void;
  /** What the form is for, above the list. */
  help: ReactNode;
}

export function StepLine({ steps: { current, index, count }, onGo, help }: Props) {
  const { form } = useFormHost()!;
  const { language } = useWidgets();
  const { t, fill } = useWidgetTexts();
  const line = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (line.current) line.current.open = false;
  };
  const section = form.sections.find(({ id }) => id === current);
  return (
    <details
      ref={line}
      className="am-step-line"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <summary className="am-inline am-gap-3">
        <strong className="am-cut">
          {section ? <TextWithAnswers of={section.def.title} /> : t('screen.sections')}
        </strong>
        {section && <Answered section={section} />}
        <span role="status" className="am-visually-hidden">
          {current &&
            fill('step.now', { number: localDigits(index + 1, language), total: localDigits(count, language) })}
        </span>
        <span className="am-step-parts am-beside am-gap-1 am-clipped" aria-hidden="true">
          {form.sections.map((one) => (
            <Part key={one.id} section={one} isCurrent={one.id === current} />
          ))}
        </span>
        <Icon name="chevron-down" size={20} />
      </summary>
      <div className="am-step-sheet">
        {help && <p className="am-help">{help}</p>}
        <SectionNavigator
          current={current}
          onGo={(id) => {
            close();
            onGo(id);
          }}
        />
      </div>
    </details>
  );
}

function useProgress({ id }: SectionNode) {
  const { store } = useFormHost()!;
  return useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.progress(id), [store, id]),
  );
}

function Answered({ section }: { section: SectionNode }) {
  const { language } = useWidgets();
  const { fill } = useWidgetTexts();
  const { answered, total } = useProgress(section);
  const words = { answered: localDigits(answered, language), total: localDigits(total, language) };
  return <span className="am-navigator-count am-meta">{fill('screen.progress', words)}</span>;
}

/** One section as a short bar: as full as it is answered, marked if it has an error or a comment. */
function Part({ section, isCurrent }: { section: SectionNode; isCurrent: boolean }) {
  const { answered, total, errors } = useProgress(section);
  const { comments } = useContext(FormViewContext);
  if (total === 0) return null;
  const mark =
    errors > 0 ? 'error' : section.fields.some((node) => commentOnQuestion(node, comments)) ? 'comment' : undefined;
  return (
    <i
      className="am-share"
      data-mark={mark}
      data-current={isCurrent || undefined}
      style={{ '--part': `${(answered / total) * 100}%` } as CSSProperties}
    />
  );
}
