/** A draft as the report that it will be: the same screen and calls, over the records that this person sees. */
import { Alert } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router-dom';
import { useSession } from '../../data/queries.ts';
import { useReport } from '../../data/reports/reports.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import ReportScreen from '../../screens/report/ReportScreen.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { builderApi, builderKeys, reportDraftPath, reportPreviewPath } from './api.ts';

export default function ReportPreviewScreen() {
  const { draft: id = '' } = useParams();
  const session = useSession();
  const found = useQuery({
    queryKey: [...builderKeys.draft(id), 'preview'],
    queryFn: () => builderApi.draft(id),
    staleTime: 0,
    gcTime: 0,
  });
  if (session.data && !session.data.may.definitions) return <ForbiddenScreen />;
  const error = session.error ?? found.error;
  if (error) return <Failed error={error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Loading />;
  return <Preview key={found.data.data.version} id={id} name={found.data.data.preview} />;
}

function Preview({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('reportBuilder');
  const isResult = useLocation().pathname.endsWith('/show');
  const client = useQueryClient();
  // Numbers of an earlier state of the draft are not shown.
  useEffect(() => () => client.removeQueries({ queryKey: ['reports', name] }), [client, name]);
  const view = useReport(name);
  if (view.error) return <Failed error={view.error} onRetry={() => void view.refetch()} />;
  if (!view.data) return <Loading />;
  const { programme, kind, title, description } = view.data;
  const entry = { report: name, programme, kind, title, description, path: reportPreviewPath(id) };
  return (
    <ReportScreen
      entry={entry}
      isResult={isResult}
      notice={
        <Alert color="blue" variant="light" icon={<Icon name="eye" />} mb="md" data-preview>
          {t('previewNotice')} <Link to={reportDraftPath(id)}>{t('backToDraft')}</Link>
        </Alert>
      }
    />
  );
}
