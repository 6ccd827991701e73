/** Lists all forms and drafts by department: their state, how many records they have, and who changed them last. */

import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { FormsResponse } from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';
import { queryKeys, useCommon, useSession } from '../../data/queries.ts';
import { number } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { SearchField } from '../../shell/SearchBox.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { useQueryParams } from '../../shell/useQueryParams.ts';
import { definitionDraftName, draftKeys, draftsApi } from './drafts.ts';
import { DraftLine, FormLine } from './FormLines.tsx';
import classes from './FormsList.module.css';
import { FORM_STATES, type FormsGroup, formGroupsOf, matchingGroups } from './formsList.ts';
import { NewFormButton } from './NewFormButton.tsx';
import { UnservedVersions } from './UnservedVersions.tsx';
import { UploadFailure, useDraftUpload } from './UploadDraft.tsx';
import { DropArea } from './workbook/DropArea.tsx';
import { WORKBOOK_PATH } from './workbook/path.ts';

export default function FormsScreen() {
  const { t } = useTranslation(['admin', 'app']);
  const session = useSession();
  const isAllowed = session.data?.may.definitions === true;
  const found = useGroups(isAllowed);
  const asked = useQueryParams({ replace: true });
  const [words, setWords] = useState('');
  const upload = useDraftUpload();
  const navigate = useNavigate();
  if (session.data && !isAllowed) return <ForbiddenScreen />;
  const error = session.error ?? found.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([session.refetch(), found.refetch()])} />;
  const title = t('versions.title');
  const { groups } = found;
  const state = asked.read('state');
  const shown = groups && matchingGroups(groups, words, state);
  /** A draft is taken as it is; of a workbook it is shown first what it becomes. */
  const drop = (files: File[]) => {
    const [only] = files;
    if (only && files.length === 1 && /\.json$/i.test(only.name)) upload.take(only);
    else navigate(WORKBOOK_PATH, { state: { files } });
  };
  return (
    <Screen
      name="forms"
      title={title}
      crumbs={[{ label: title }]}
      buttons={
        <>
          <NewFormButton />
          {upload.input}
          <DropMenu
            align="end"
            width={300}
            label={t('app:list.more')}
            trigger={(props) => (
              <ActionButton {...props} icon="dots" variant="outline" size="sm" loading={upload.isPending} action="more">
                {t('app:list.more')}
              </ActionButton>
            )}
          >
            <DropItem to={WORKBOOK_PATH} action="workbook">
              {t('versions.newFromWorkbook')}
            </DropItem>
            <DropItem action="upload" why={t('definitionDrafts.uploadHint')} onSelect={upload.choose}>
              {t('definitionDrafts.upload')}
            </DropItem>
            <DropItem to="/admin/forms/common" action="common">
              {t('commonParts.title')}
            </DropItem>
          </DropMenu>
        </>
      }
    >
      <DropArea onDrop={drop}>
        <UnservedVersions />
        {upload.error && <UploadFailure error={upload.error} />}
        <div className="am-after am-flow">
          <SearchField words={words} onType={setWords} label={t('versions.search')} />
          <SelectWithAny
            aria-label={t('versions.state')}
            any={t('versions.anyState')}
            options={FORM_STATES.map((value) => ({ value, label: t(`versions.states.${value}`) }))}
            value={state}
            onChange={(state) => asked.put({ state })}
          />
        </div>
        {!shown && <Skeleton height={320} radius="lg" />}
        {shown?.length === 0 && (
          <p className="am-dimmed">{t(groups?.length === 0 ? 'versions.none' : 'versions.nothingFound')}</p>
        )}
        {shown?.map((group) => (
          <FormGroup key={group.key} group={group} isOpen={words !== '' || state !== ''} />
        ))}
      </DropArea>
    </Screen>
  );
}

/** Returns the forms and drafts by department once they are there. */
function useGroups(isAllowed: boolean) {
  const { t } = useTranslation('admin');
  const common = useCommon();
  const forms = useQuery({
    queryKey: [...queryKeys.forms, 'details'],
    queryFn: () => call<FormsResponse>('definitions', { query: { details: 1 } }),
    enabled: isAllowed,
  });
  const drafts = useQuery({
    queryKey: draftKeys.list,
    queryFn: draftsApi.list,
    enabled: isAllowed,
    // Somebody may have begun or saved one.
    staleTime: 0,
  });
  const asking = [common, forms, drafts];
  const groups =
    forms.data && drafts.data && common.data
      ? formGroupsOf({
          forms: forms.data.data,
          drafts: drafts.data,
          departments: common.data.navigation.departments,
          examples: common.data.constants.examples ?? [],
          nameOf: (draft) => definitionDraftName(draft, t),
        })
      : undefined;
  return {
    groups,
    error: asking.find((one) => one.error)?.error ?? null,
    refetch: () => Promise.all(asking.map((one) => one.refetch())),
  };
}

function FormGroup({ group: { key, title, isExamples, rows }, isOpen }: { group: FormsGroup; isOpen: boolean }) {
  const { t } = useTranslation('admin');
  const list = (
    <ul className={`am-surface ${classes.list} am-clipped am-rows`}>
      {rows.map((row) =>
        row.draft ? <DraftLine key={row.draft.id} row={row} /> : <FormLine key={row.entry.form} row={row} />,
      )}
    </ul>
  );
  const count = <span className="am-dimmed">{number(rows.length)}</span>;
  if (isExamples)
    return (
      <details className={`${classes.group} am-after`} open={isOpen} data-group={key}>
        <summary className="am-opener am-gap-1">
          {t('versions.examples')} {count}
        </summary>
        {list}
      </details>
    );
  return (
    <section className={`${classes.group} am-after`} aria-labelledby={`group-${key}`} data-group={key}>
      <h2 id={`group-${key}`}>
        <bdi>{title ?? t('versions.noProgramme')}</bdi> {count}
      </h2>
      {list}
    </section>
  );
}
