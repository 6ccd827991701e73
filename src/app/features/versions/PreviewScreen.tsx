/** `/preview/:draft`: the form of a draft, to try it before it is published, below what its check finds. */

import { Alert, Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { Text } from '../../../core/definitions/types.ts';
import { getOwn } from '../../../core/json.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useCommon, useSession } from '../../data/queries.ts';
import { instant, number } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { evaluationContextOf } from '../../screens/form/evaluationContext.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { DefinitionText } from '../../theme/DefinitionText.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { DraftMedia } from './DraftMedia.tsx';
import { definitionDraftName } from './drafts.ts';
import { FindingList } from './Findings.tsx';
import { PreviewForm } from './PreviewForm.tsx';
import { usePreview } from './usePreview.ts';

export default function FormPreviewScreen() {
  const { draft: id = '' } = useParams();
  const { t } = useTranslation('admin');
  const session = useSession();
  const common = useCommon().data;
  const isAllowed = session.data?.may.definitions;
  const { preview, validator, retry } = usePreview(id, isAllowed === true);
  if (session.data && !isAllowed) return <ForbiddenScreen />;
  const error = session.error ?? preview.error ?? validator.error;
  if (error) return <Failed error={error} onRetry={retry} />;
  if (!preview.data || !session.data || !common || (preview.data.validator && !validator.data)) return <Loading />;
  const { data, issues, form: view } = preview.data;
  const title = definitionDraftName(data, t);
  const { programme, workflow } = view?.definition ?? {};
  // The viewer makes a new record.
  const moment = evaluationContextOf(session.data.user, programme, getOwn(common.workflows, workflow ?? '')?.initial);
  const by = { name: isolateName(data.changed_by.name ?? '–'), at: instant(data.changed_at) };
  return (
    <Screen
      name="preview"
      {...(data.form && { form: data.form })}
      title={title}
      badge={
        data.form_version !== null && (
          <Badge variant="light">{t('versions.version', { version: number(data.form_version) })}</Badge>
        )
      }
      crumbs={[{ label: t('versions.title'), to: '/admin/forms' }, { label: t('preview.title') }]}
    >
      <Alert
        color="saffron"
        variant="light"
        icon={<Icon name="eye" />}
        mb="md"
        role="status"
        title={t('preview.title')}
      >
        {t('preview.text')} {t('definitionDrafts.changedBy', by)}
        {data.note && (
          <p>
            <bdi>{data.note}</bdi>
          </p>
        )}
      </Alert>
      {issues.length > 0 && <FindingList issues={issues} />}
      <DraftMedia draft={data} />
      {view && validator.data ? (
        <>
          <Lead of={view.definition.description} />
          <PreviewForm
            key={`${id} ${data.version}`}
            {...{ view, moment }}
            validator={validator.data}
            constants={common.constants}
          />
        </>
      ) : (
        <p className="am-help">{t('preview.notDrawn')}</p>
      )}
    </Screen>
  );
}

function Lead({ of }: { of: Text | undefined }) {
  return of ? (
    <p className="am-help">
      <DefinitionText of={of} />
    </p>
  ) : null;
}
