/** An open form without what happens to its answers: navigator, errors, sections. The editor and the preview put it together. */
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { useIsTask } from '../../shell/TaskBar.tsx';
import { useFormHost } from '../../widgets/host.tsx';
import type { FormStore } from '../../widgets/store.ts';
import { LoadProblemTypes } from './asides.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FormLanguages } from './FormLanguages.tsx';
import { focusPointer, focusSection, useFirstFocus } from './focus.ts';
import { FormSections } from './Sections.tsx';
import { SectionNavigator } from './steps/Navigator.tsx';
import { StepHead } from './steps/StepButtons.tsx';
import { StepLine } from './steps/StepLine.tsx';
import { swipeHandlers } from './steps/swipe.ts';
import { type FormSteps, useFormSteps } from './steps/useSteps.ts';
import './form.css';

interface Jump {
  steps: FormSteps;
  /** True once all sections are mounted. */
  isAll: boolean;
  goSection: (id: string) => void;
  goPointer: (pointer: string) => void;
  /** Scrolls to a question without taking the focus. */
  show: (name: string) => void;
}

interface Props {
  help?: ReactNode;
  jump: Jump;
  /** Draws all questions anew when it changes. */
  round?: number;
  onSubmit: () => void;
  bar: ReactNode;
  /** What stands above the questions. */
  children?: ReactNode;
}

export function FormFrame({
  jump: { steps, isAll, goSection, goPointer },
  round,
  help,
  onSubmit,
  bar,
  children,
}: Props) {
  const { form, store } = useFormHost()!;
  const isShort = form.sections.length < 2 || undefined;
  const isLine = useIsTask() && steps.sections > 1;
  useFirstFocus();
  const move = useRef(steps.move);
  move.current = steps.move;
  const swipe = useMemo(() => swipeHandlers((by) => move.current(by)), []);
  return (
    <>
      <form className="am-form am-gap-4 am-stack" data-short={isShort} noValidate {...handlersOf(store, onSubmit)}>
        <div className="am-form-side am-shrinks">
          {isLine ? (
            <StepLine {...{ steps, help }} onGo={goSection} />
          ) : (
            <SectionNavigator onGo={goSection} current={steps.current} />
          )}
        </div>
        <div className="am-form-main am-shrinks" data-steps={steps.shown && ''} {...swipe}>
          {!isLine && help && <p className="am-help">{help}</p>}
          {!isLine && steps.count > 1 && <StepHead {...steps} />}
          <FormLanguages form={form} />
          {children}
          <ErrorSummary onGo={goPointer} />
          <FormSections key={round} all={isAll || steps.isWithin} only={steps.shown} />
          {bar}
        </div>
      </form>
      {form.definition.problems?.types && <LoadProblemTypes store={store} />}
    </>
  );
}

/** Scrolls to a section or question. Its step, or all sections of the page, are mounted first. */
export function useJump(form: CompiledForm, store: FormStore, step?: string): Jump {
  const [isAll, setAll] = useState(false);
  const steps = useFormSteps(form, store, step, focusSection);
  const { current, go } = steps;
  const goTo = useCallback(
    (section: string, act: () => void) => {
      setAll(true);
      go(section, act);
    },
    [go],
  );
  const goSection = useCallback((id: string) => goTo(id, () => focusSection(id)), [goTo]);
  const goPointer = useCallback(
    (pointer: string) => {
      const node = form.byProperty.get(pointer.split('/')[1] ?? '');
      const section = form.sections.find(({ fields }) => node && fields.includes(node));
      goTo(section?.id ?? current ?? '', () => focusPointer(form, pointer));
    },
    [goTo, form, current],
  );
  const show = useCallback(
    (name: string) => {
      const section = form.sections.find(({ fields }) => fields.some((node) => node.name === name));
      if (section) goTo(section.id, () => requestAnimationFrame(() => scrollToQuestion(name)));
    },
    [goTo, form],
  );
  return { steps, isAll, goSection, goPointer, show };
}

function scrollToQuestion(name: string): void {
  document.querySelector(`[data-question="${CSS.escape(name)}"]`)?.scrollIntoView({ block: 'center' });
}

function handlersOf(store: FormStore, submit: () => void) {
  return {
    onBlur(event: FocusEvent<HTMLFormElement>) {
      // One listener for all questions. Leaving a question shows its errors at once.
      const from = event.target.closest<HTMLElement>('[data-question]');
      if (from && !from.contains(event.relatedTarget)) store.leave(from.dataset.question!);
    },
    onSubmit(event: FormEvent) {
      event.preventDefault();
      submit();
    },
    onKeyDown(event: KeyboardEvent) {
      const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
      // Pressing Enter in a field of a long form is usually a mistake and must not submit.
      const isSlip = event.key === 'Enter' && event.target instanceof HTMLInputElement;
      if (isSave || isSlip) event.preventDefault();
      if (isSave) submit();
    },
  };
}
