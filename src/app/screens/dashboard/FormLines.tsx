/** One line for each form: how many of its records wait in which state, each number with the word of the state. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormLine } from '../../../core/generated/api.ts';
import { filteredListPath } from '../../../core/paths/listState.ts';
import { useForms } from '../../data/queries.ts';
import { number, text } from '../../data/words.ts';
import classes from './Dashboard.module.css';
import { HomePanel } from './Panel.tsx';

/** Number of forms shown before the person asks for more. */
const SHOWN = 8;

interface Props {
  lines: FormLine[];
  title?: string;
  /** Limits the lines to the forms of one programme. */
  programme?: string;
}

export function FormCountsPanel({ lines, title, programme }: Props) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const forms = useForms().data ?? [];
  const shown = lines.flatMap((line) => {
    const entry = forms.find(({ form }) => form === line.form);
    return entry && (!programme || entry.programme === programme) ? [{ line, entry }] : [];
  });
  if (shown.length === 0) return null;
  const totalOf = ({ states }: FormLine) => states.reduce((sum, { count }) => sum + count, 0);
  const sum = shown.reduce((total, { line }) => total + totalOf(line), 0);
  shown.sort((a, b) => totalOf(b.line) - totalOf(a.line));
  return (
    <HomePanel icon="clipboard-check" title={title ?? t('dashboard.forms')} count={sum}>
      <ul className="am-entries">
        {shown.slice(0, all ? undefined : SHOWN).map(({ line, entry }) => (
          <li key={entry.form} className="am-between" data-line={entry.form}>
            <b>{text(entry.plural)}</b>
            <span className="am-flow am-gap-4 am-row-gap-0">
              {line.states.map(({ state, count }) => (
                <Link
                  key={state.id}
                  className="am-target am-gap-1"
                  to={filteredListPath(entry, [{ field: 'status', op: 'in', value: [state.id] }])}
                  data-variant={state.variant}
                >
                  {text(state.label)}: <b>{number(count)}</b>
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {shown.length > SHOWN && !all && (
        <ul className={`${classes.chips} am-flow am-pad-y-2 am-pad-x-4 am-line-above`}>
          <li>
            <button type="button" className="am-chip am-hovers" onClick={() => setAll(true)}>
              {t('dashboard.more', { shown: number(shown.length - SHOWN) })}
            </button>
          </li>
        </ul>
      )}
    </HomePanel>
  );
}
