/** Table of contents: each section with its answered questions and its errors. */
import { type CSSProperties, memo, useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import type { SectionNode } from '../../../../core/definitions/types.ts';
import { localDigits } from '../../../../core/text/letters.ts';
import { useWidgets, useWidgetTexts } from '../../../widgets/environment.tsx';
import { useFormHost } from '../../../widgets/host.tsx';
import { TextWithAnswers } from '../../../widgets/WithAnswers.tsx';
import { commentOnQuestion, FormViewContext } from '../formView.ts';

interface NavigatorProps {
  onGo: (section: string) => void;
  /** The only section that is shown. */
  current: string | undefined;
}

export const SectionNavigator = memo(function Navigator({ onGo, current }: NavigatorProps) {
  const { form, store } = useFormHost()!;
  const { t } = useWidgetTexts();
  const shown = useSyncExternalStore(
    store.subscribe,
    () => form.sections.filter(({ id }) => store.progress(id).total > 0).length,
  );
  if (shown < 2) return null;
  return (
    <nav className="am-navigator" aria-label={t('screen.sections')}>
      <ol>
        {form.sections.map((section) => (
          <Entry key={section.id} section={section} onGo={onGo} isCurrent={section.id === current} />
        ))}
      </ol>
    </nav>
  );
});

interface EntryProps extends Pick<NavigatorProps, 'onGo'> {
  section: SectionNode;
  isCurrent: boolean;
}

const Entry = memo(function Entry({ section, onGo, isCurrent }: EntryProps) {
  const { store } = useFormHost()!;
  const { language } = useWidgets();
  const { t, fill } = useWidgetTexts();
  const { answered, total, errors } = useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.progress(section.id), [store, section]),
  );
  const { comments } = useContext(FormViewContext);
  const isCommented = section.fields.some((node) => commentOnQuestion(node, comments));
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isCurrent]);
  if (total === 0) return null;
  return (
    <li ref={item} className="am-whole" data-done={answered === total || undefined}>
      <button
        type="button"
        className="am-box am-hovers am-full am-tall am-pad-y-1 am-pad-x-3"
        aria-current={isCurrent ? 'step' : undefined}
        onClick={() => onGo(section.id)}
      >
        <span className="am-block am-navigator-title am-strong">
          <TextWithAnswers of={section.def.title} />{' '}
          {isCommented && <span className="am-dot" role="img" aria-label={t('screen.commented')} />}
        </span>
        {errors > 0 ? (
          <strong className="am-navigator-count am-small am-wrong">
            {t('screen.errors', { count: errors, replace: { count: localDigits(errors, language) } })}
          </strong>
        ) : (
          <span className="am-navigator-count am-meta">
            {fill('screen.progress', {
              answered: localDigits(answered, language),
              total: localDigits(total, language),
            })}
          </span>
        )}
        <span
          className="am-navigator-bar am-share am-above-1"
          style={{ '--part': `${(answered / total) * 100}%` } as CSSProperties}
        />
      </button>
    </li>
  );
});
