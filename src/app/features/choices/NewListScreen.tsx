/** Begins a choice list: its name, title and first entries. It is checked and published as the other shared parts are. */

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { getOwn } from '../../../core/json.ts';
import { useCommon, useSession } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { AskLeavingEditor, SAVED_STATE } from '../common-parts/AskLeaving.tsx';
import type { CommonPartChange } from '../common-parts/api.ts';
import { PublishPartDialog } from '../common-parts/PublishPartDialog.tsx';
import { choiceListKeys, choiceListsApi } from './api.ts';
import { ChoiceListHead } from './ListHead.tsx';
import { ListAttributes, ListItems } from './ListParts.tsx';
import { EMPTY_LIST, type ListDraft, listErrors, listOfDraft, listPartName } from './listDraft.ts';

export default function NewListScreen() {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const session = useSession();
  const common = useCommon();
  const tables = useQuery({ queryKey: choiceListKeys.tables, queryFn: choiceListsApi.tables });
  const [draft, setDraft] = useState(EMPTY_LIST);
  const [isTried, setTried] = useState(false);
  const [asked, setAsked] = useState<CommonPartChange>();
  if (session.data && !session.data.may.definitions) return <ForbiddenScreen />;
  const error = session.error ?? tables.error ?? common.error;
  const again = () => void Promise.all([session.refetch(), tables.refetch(), common.refetch()]);
  if (error) return <Failed error={error} onRetry={again} />;
  const lists = tables.data ?? [];
  const found = listErrors(
    draft,
    lists.map(({ list }) => list),
  );
  const errorOf = (pointer: string) => {
    const words = isTried && getOwn(found, pointer);
    return words ? t(words) : undefined;
  };
  const change = (patch: Partial<ListDraft>) => setDraft((now) => ({ ...now, ...patch }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const { currentTarget: form } = event;
    if (Object.keys(found).length === 0) setAsked({ given: { content: { ...listOfDraft(draft) } }, hash: null });
    else setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  const title = t('newList.title');
  return (
    <Screen
      name="new-list"
      title={title}
      crumbs={[{ label: t('tables.title'), to: '/admin/master-tables' }, { label: title }]}
    >
      <p className="am-after am-dimmed">{t('newList.lead')}</p>
      <form onSubmit={submit} noValidate>
        <ChoiceListHead
          {...{ draft, lists, errorOf }}
          departments={common.data?.navigation.departments ?? []}
          onChange={change}
        />
        <ListItems {...{ draft, errorOf }} onChange={change} />
        <ListAttributes {...{ draft, errorOf }} onChange={change} />
        <div className="am-above-4 am-end am-cluster">
          <Button type="submit" data-action="check">
            {t('definitionDrafts.check')}
          </Button>
        </div>
      </form>
      <AskLeavingEditor isEdited={draft !== EMPTY_LIST} />
      {asked && (
        <PublishPartDialog
          part={listPartName(draft.list)}
          name={text(draft.title)}
          asked={asked}
          onDone={() =>
            navigate(`/admin/master-tables/${encodeURIComponent(draft.list)}`, { replace: true, state: SAVED_STATE })
          }
          onClose={() => setAsked(undefined)}
        />
      )}
    </Screen>
  );
}
