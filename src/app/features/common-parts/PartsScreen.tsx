/** Lists what all forms share, with where it comes from: its file, or what somebody published. */
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { foldText } from '../../../core/text/letters.ts';
import { useSession } from '../../data/queries.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { SearchField } from '../../shell/SearchBox.tsx';
import { commonPartKeys, commonPartName, commonPartsApi, originText } from './api.ts';

export default function CommonPartsScreen() {
  const { t } = useTranslation('admin');
  const session = useSession();
  const isAllowed = session.data?.may.definitions;
  const parts = useQuery({ queryKey: commonPartKeys.list, queryFn: commonPartsApi.list, enabled: isAllowed === true });
  const [searched, setSearched] = useState('');
  if (session.data && !isAllowed) return <ForbiddenScreen />;
  const error = session.error ?? parts.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([session.refetch(), parts.refetch()])} />;
  const title = t('commonParts.title');
  // Reports have a screen of their own.
  const shown = (parts.data ?? [])
    .filter(({ report }) => report === undefined)
    .map((one) => ({ one, name: commonPartName(one, t) }))
    .filter(({ one, name }) => foldText(`${name} ${one.part}`).includes(foldText(searched)))
    .sort((a, b) => Number(a.one.title !== null) - Number(b.one.title !== null) || a.name.localeCompare(b.name));
  return (
    <Screen
      name="common-parts"
      title={title}
      crumbs={[{ label: t('versions.title'), to: '/admin/forms' }, { label: title }]}
      buttons={
        <Button component={Link} to="/admin/forms/common/new-list" data-action="new-list">
          {t('newList.title')}
        </Button>
      }
    >
      <p className="am-after am-dimmed">{t('commonParts.lead')}</p>
      <SearchField words={searched} onType={setSearched} label={t('commonParts.search')} />
      {!parts.data && <Skeleton height={240} radius="lg" />}
      {parts.data && shown.length === 0 && <p className="am-after am-dimmed">{t('commonParts.nothingFound')}</p>}
      <ul className="am-surface am-above-4 am-entries">
        {shown.map(({ one, name }) => (
          <li key={one.part} className="am-between" data-part={one.part}>
            <Link to={`/admin/forms/common/${one.part}`} className="am-target am-words">
              {name}
            </Link>
            {one.published && (
              <span className="am-hint" data-replaced={one.replaced || undefined}>
                {originText(one, t)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Screen>
  );
}
