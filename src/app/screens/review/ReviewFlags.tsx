/** What the rules found in a record, in words. Each leads to the answer that it is about. */

import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { FormEntry, Refs, ReviewFlag, ReviewResponse } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { comma, date, instant, nameOf, number, recordName, text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated, RecordName } from '../../theme/RecordName.tsx';
import classes from './Review.module.css';

interface Props {
  entry: FormEntry;
  form: CompiledForm;
  compared: ReviewResponse | undefined;
}

export function ReviewFlags({ entry, form, compared }: Props) {
  const { t } = useTranslation();
  const words = useFlagWords(form, compared);
  const flags = compared?.flags ?? [];
  if (flags.length === 0) return null;
  return (
    <details
      className={`am-warning am-fold ${classes.flags} am-below-3`}
      data-flags={flags.map(({ code }) => code).join(' ')}
    >
      <summary>
        <Icon name="alert-triangle" size={18} label={t('record:review.flags')} />
        <span data-closed>{flags[0] && words(flags[0])}</span>
        {flags.length > 1 && <b data-closed>+{number(flags.length - 1)}</b>}
        <span data-opened aria-hidden>
          {t('record:review.flags')}
        </span>
        <Icon name="chevron-down" size={18} />
      </summary>
      <ul>
        {flags.map((flag) => (
          <li key={flag.code}>
            {flag.fields.length > 0 ? (
              <button type="button" className="am-target am-underlined" onClick={() => showAnswer(flag.fields)}>
                {words(flag)}
              </button>
            ) : (
              <span>{words(flag)}</span>
            )}
            {flag.duplicates?.records.map(({ id, code, name, by, at }) => (
              <Link key={id} to={recordPath(entry, id)} target="_blank" rel="noreferrer">
                <DotSeparated
                  parts={[
                    <RecordName key="name" of={recordName(name) || code} />,
                    t('record:review.by', { name: isolateName(by.name ?? ''), when: instant(at) }),
                  ]}
                />
              </Link>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

function useFlagWords(form: CompiledForm, compared: ReviewResponse | undefined) {
  const { t } = useTranslation();
  return ({ code, fields, values }: ReviewFlag): string => {
    const told = Object.entries(values).map(([key, value]) => [key, typeof value === 'number' ? number(value) : value]);
    const labels = fields.flatMap((name) => {
      const def = form.fields.get(name)?.def;
      return def ? isolateName(text(def.short ?? def.label)) : [];
    });
    const refs: Refs = compared?.refs ?? {};
    const parts: Record<string, string> = {
      ...Object.fromEntries(told),
      day: isolateName(date(code === 'future' ? String(values.day) : compared?.previous?.at)),
      district: isolateName(nameOf(refs[String(values.district)])),
      fields: labels.join(comma()),
    };
    const which =
      code === 'outside' ? `outside_${values.from}` : code === 'short' && !fields.length ? 'shortForm' : code;
    return t(`record:review.flag.${which}`, parts);
  };
}

/** Scrolls to the first of these questions that is on the page, and focuses it. */
function showAnswer(fields: readonly string[]): void {
  const answers = fields.flatMap((name) => document.querySelector(`[data-field="${CSS.escape(name)}"]`) ?? []);
  for (let fold = answers[0]?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  answers[0]?.scrollIntoView({ block: 'center' });
  answers[0]?.querySelector('button')?.focus({ preventScroll: true });
}
