/** Unfinished forms kept on this device, and the way back into each. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useForms, useSession } from '../../data/queries.ts';
import { instant, text } from '../../data/words.ts';
import classes from './Dashboard.module.css';
import { Panel } from './Panel.tsx';

export function LocalDrafts() {
  const { t } = useTranslation();
  const user = useSession().data?.user.id;
  const forms = useForms().data ?? [];
  const drafts = useQuery({
    queryKey: ['drafts', user],
    // The local database is only loaded here and on forms.
    queryFn: async () => (await import('../../data/drafts.ts')).listDrafts(user as string),
    enabled: user !== undefined,
    staleTime: 0,
    refetchOnMount: 'always',
  });
  if (!drafts.data) return null;
  return (
    <Panel icon="device-floppy" title={t('dashboard.drafts')} count={drafts.data.length}>
      {drafts.data.length === 0 ? (
        <p className={classes.none}>{t('dashboard.noDrafts')}</p>
      ) : (
        <ul className={classes.rows}>
          {drafts.data.map((draft) => (
            <li key={draft.key}>
              <Link to={draft.path}>
                <span className={classes.main}>
                  <b>{text(forms.find((one) => one.form === draft.form)?.title) || draft.form}</b>
                  <small>
                    {draft.label && (
                      <>
                        <bdi>{draft.label}</bdi> ·{' '}
                      </>
                    )}
                    {t(draft.record_id ? 'dashboard.draftEdit' : 'dashboard.draftNew')}
                  </small>
                </span>
                <span className={classes.side}>
                  <small>{instant(draft.at)}</small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
