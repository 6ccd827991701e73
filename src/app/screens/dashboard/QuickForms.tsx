/** Buttons for the forms that this person fills most. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { createPath } from '../../../core/paths/screens.ts';
import { useForms } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Dashboard.module.css';

export function QuickForms({ names }: { names: string[] }) {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  const entries = names.flatMap((name) => {
    const entry = forms.find((one) => one.form === name);
    const to = entry?.may.create ? createPath(entry) : null;
    // A form that needs a parent links to the parent's list, where the user chooses one.
    const list =
      entry?.may.create && !to && entry.parent ? forms.find((p) => p.form === entry.parent?.forms[0]) : undefined;
    const target = to ?? list?.paths.list;
    return entry && target ? [{ entry, to: target }] : [];
  });
  if (!entries.length) return null;
  return (
    <nav aria-label={t('dashboard.quick')} className={`${classes.quick} am-tiles am-after`}>
      {entries.map(({ entry, to }) => (
        <Link key={entry.form} to={to} className="am-box am-gap-3 am-hovers am-inline am-strong">
          <Icon name={entry.icon ?? 'plus'} size={22} />
          <span className="am-stack am-gap-0 am-shrinks">
            {text(entry.title)}
            <small className="am-light">{text(entry.new)}</small>
          </span>
        </Link>
      ))}
    </nav>
  );
}
