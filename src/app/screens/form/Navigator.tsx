/** Where one is: the sections with how much of each is answered and how much is to correct. */
import { memo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { localDigits } from '../../../core/text/digits.ts';
import { useSay, useWidgets } from '../../widgets/environment.tsx';
import { useFormHost } from '../../widgets/host.tsx';
import type { FormStore } from '../../widgets/store.ts';

/** `3/8/1 …` for all sections: a string is its own identity. */
function summary(store: FormStore): string {
  return store.form.sections
    .map(({ id }) => {
      const { answered, total, errors } = store.progress(id);
      return `${answered}/${total}/${errors}`;
    })
    .join(' ');
}

export const Navigator = memo(function Navigator({ onGo }: { onGo: (section: string) => void }) {
  const { form, store } = useFormHost()!;
  const { language } = useWidgets();
  const { t } = useTranslation('form');
  const say = useSay();
  const state = useSyncExternalStore(store.subscribe, () => summary(store)).split(' ');
  const entries = form.sections.flatMap((section, index) => {
    const [answered = 0, total = 0, errors = 0] = (state[index] ?? '').split('/').map(Number);
    return total > 0 ? [{ section, answered, total, errors }] : [];
  });
  const digits = (n: number) => localDigits(n, language);
  if (entries.length < 2) return null;
  return (
    <nav className="am-navigator" aria-label={t('screen.sections')}>
      <ol>
        {entries.map(({ section, answered, total, errors }) => (
          <li key={section.id} data-done={answered === total || undefined}>
            <button type="button" onClick={() => onGo(section.id)}>
              <span className="am-navigator-title">{say(section.def.title)}</span>
              <span className="am-navigator-count">
                {errors > 0 ? (
                  <strong className="am-error-count">
                    {t('screen.errors', { count: errors, replace: { count: digits(errors) } })}
                  </strong>
                ) : (
                  t('screen.progress', { answered: digits(answered), total: digits(total) })
                )}
              </span>
              <span className="am-navigator-bar">
                <span style={{ inlineSize: `${(answered / total) * 100}%` }} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
});
