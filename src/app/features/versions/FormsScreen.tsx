/** Lists all forms with their newest version, to find who changed one and when. */

import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fold } from '../../../core/text/fold.ts';
import { isolate } from '../../../core/text/languages.ts';
import { useForms, useSession } from '../../data/queries.ts';
import { date, number, text } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { SearchField } from '../../shell/SearchBox.tsx';
import { Said } from '../../theme/Said.tsx';
import { DraftsPanel } from './DraftsPanel.tsx';
import { NewButton } from './NewButton.tsx';
import { Unserved } from './Unserved.tsx';
import classes from './Versions.module.css';

export default function FormsScreen() {
  const { t } = useTranslation('admin');
  const session = useSession();
  const forms = useForms();
  const [searched, setSearched] = useState('');
  if (session.data && !session.data.may.definitions) return <ForbiddenScreen />;
  const error = session.error ?? forms.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([session.refetch(), forms.refetch()])} />;
  const title = t('versions.title');
  const words = fold(searched);
  const shown = (forms.data ?? [])
    .map((entry) => ({ entry, name: text(entry.plural) }))
    .filter(({ entry, name }) => fold(`${name} ${entry.form}`).includes(words))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <Screen
      name="forms"
      title={title}
      crumbs={[{ label: title }]}
      buttons={
        <>
          <NewButton forms={forms.data ?? []} />
          <Button component={Link} to="/admin/forms/common" variant="outline" size="sm" data-action="common">
            {t('commonParts.title')}
          </Button>
        </>
      }
    >
      <Unserved />
      <DraftsPanel />
      <p className={classes.lead}>{t('versions.lead')}</p>
      <SearchField words={searched} onType={setSearched} label={t('versions.search')} />
      {!forms.data && <Skeleton height={240} radius="lg" />}
      {forms.data && shown.length === 0 && <p className={classes.none}>{t('versions.nothingFound')}</p>}
      <ul className={`am-surface ${classes.list}`}>
        {shown.map(({ entry }) => (
          <li key={entry.form} data-form={entry.form}>
            <Link to={`/admin/forms/${entry.form}`}>
              <Said of={entry.plural} />
            </Link>
            {entry.retired && (
              <span className="am-hint" data-retired>
                {t('versions.retired', { day: isolate(date(entry.retired)) })}
              </span>
            )}
            <span className="am-hint">{t('versions.version', { version: number(entry.version) })}</span>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
