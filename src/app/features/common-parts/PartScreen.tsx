/** Shows one part that all forms share as it is served, with an editor for its text and everything that was published. */
import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useSession } from '../../data/queries.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from '../versions/Versions.module.css';
import { type Asked, originText, partKeys, partName, partsApi } from './api.ts';
import { PartEditor } from './PartEditor.tsx';
import { PartHistory } from './PartHistory.tsx';
import { PublishPartDialog } from './PublishPartDialog.tsx';

export default function PartScreen() {
  const { part = '' } = useParams();
  const { t, i18n } = useTranslation('admin');
  const session = useSession();
  const isAllowed = session.data?.may.definitions;
  const found = useQuery({
    queryKey: partKeys.one(part, i18n.language),
    queryFn: () => partsApi.get(part),
    enabled: isAllowed === true,
  });
  const [asked, setAsked] = useState<Asked>();
  /** Counts publications: the editor then begins with what is served. */
  const [edition, setEdition] = useState(0);
  if (session.data && !isAllowed) return <ForbiddenScreen />;
  const error = session.error ?? found.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([session.refetch(), found.refetch()])} />;
  const served = found.data?.data;
  const title = served ? partName(served, t) : t('commonParts.title');
  return (
    <Screen
      name="common-part"
      title={title}
      crumbs={[
        { label: t('versions.title'), to: '/admin/forms' },
        { label: t('commonParts.title'), to: '/admin/forms/common' },
        { label: title },
      ]}
    >
      {!found.data && <Skeleton height={320} radius="lg" />}
      {found.data && served && (
        <>
          {served.replaced ? (
            <Alert color="yellow" variant="light" icon={<Icon name="alert-triangle" />} mb="md" data-replaced>
              {originText(served, t)} {t('commonParts.hidden')}
            </Alert>
          ) : (
            <p className={classes.lead}>{originText(served, t)}</p>
          )}
          <p className="am-hint">
            {t('commonParts.hash')} <code dir="ltr">{served.hash.slice(0, 12)}</code>
          </p>
          <PartEditor key={edition} found={found.data} onAsk={setAsked} />
          <PartHistory found={found.data} onAsk={setAsked} />
        </>
      )}
      {asked && (
        <PublishPartDialog
          part={part}
          name={title}
          asked={asked}
          onDone={() => setEdition(edition + 1)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Screen>
  );
}
