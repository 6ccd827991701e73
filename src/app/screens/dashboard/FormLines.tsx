/** One line for each form: how many of its records wait in which state, each number with the word of the state. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormLine } from '../../../core/generated/api.ts';
import { narrowedList } from '../../data/listState.ts';
import { useForms } from '../../data/queries.ts';
import { number, text } from '../../data/words.ts';
import classes from './Dashboard.module.css';
import { Panel } from './Panel.tsx';

interface Props {
  lines: FormLine[];
  title?: string;
  /** Limits the lines to the forms of one programme. */
  programme?: string;
}

export function FormLines({ lines, title, programme }: Props) {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  const shown = lines.flatMap((line) => {
    const entry = forms.find(({ form }) => form === line.form);
    return entry && (!programme || entry.programme === programme) ? [{ line, entry }] : [];
  });
  if (shown.length === 0) return null;
  const sum = shown.reduce((all, { line }) => all + line.states.reduce((own, { count }) => own + count, 0), 0);
  return (
    <Panel icon="clipboard-check" title={title ?? t('dashboard.forms')} count={sum}>
      <ul className={classes.lines}>
        {shown.map(({ line, entry }) => (
          <li key={entry.form} data-line={entry.form}>
            <b>{text(entry.plural)}</b>
            <span className={classes.states}>
              {line.states.map(({ state, count }) => (
                <Link
                  key={state.id}
                  to={narrowedList(entry, [{ field: 'status', op: 'in', value: [state.id] }])}
                  data-variant={state.variant}
                >
                  {text(state.label)}: <b>{number(count)}</b>
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
