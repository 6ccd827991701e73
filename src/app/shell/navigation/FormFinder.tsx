/** Finds a form by its name and links to its list. Enter opens the first result. */
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useCommon, useForms } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './FormFinder.module.css';
import { findForms } from './findForms.ts';
import { departmentName } from './menu.ts';

interface Props {
  /** Lists forms before anything is typed. */
  eager?: boolean;
  onGo: () => void;
}

const SHOWN = 12;

export function FormFinder({ eager, onGo }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const forms = useForms().data ?? [];
  const departments = useCommon().data?.navigation.departments ?? [];
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const found = typed.trim() || eager ? findForms(typed, forms, departments).slice(0, SHOWN) : [];
  const walk = (event: KeyboardEvent) => {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
    } else if (event.key === 'Enter' && at === 0 && found[0]) {
      event.preventDefault();
      navigate(found[0].entry.paths.list);
      onGo();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the links in it, which are reached by Tab as well
    <div className={classes.finder} ref={box} onKeyDown={walk}>
      <div className={classes.box}>
        <Icon name="search" size={18} />
        <input
          type="search"
          data-autofocus={eager || undefined}
          aria-label={t('nav.findForm')}
          placeholder={t('nav.findForm')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {typed.trim() !== '' && found.length === 0 && (
        <p className={classes.none} role="status">
          {t('nav.noForm')}
        </p>
      )}
      {found.length > 0 && (
        <ul>
          {found.map(({ entry, department }) => (
            <li key={entry.form}>
              <Link to={entry.paths.list} onClick={onGo}>
                <Icon name={entry.icon ?? 'file'} size={18} />
                <span>
                  {text(entry.plural)}
                  {department && <small>{departmentName(department)}</small>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
