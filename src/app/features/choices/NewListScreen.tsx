/** Begins a choice list: its name, title and first entries. It is checked and published as the other shared parts are. */
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCommon, useSession } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { AnySelect } from '../../shell/AnySelect.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { AskLeaving } from '../common-parts/AskLeaving.tsx';
import type { Asked } from '../common-parts/api.ts';
import { PublishPartDialog } from '../common-parts/PublishPartDialog.tsx';
import { tableKeys, tablesApi } from './api.ts';
import { ListAttributes, ListItems } from './ListParts.tsx';
import { EMPTY_LIST, type ListDraft, listErrors, listOfDraft, partOf } from './listDraft.ts';
import classes from './MasterTables.module.css';
import { TextInputs } from './TextInputs.tsx';

export default function NewListScreen() {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const session = useSession();
  const common = useCommon();
  const tables = useQuery({ queryKey: tableKeys.tables, queryFn: tablesApi.tables });
  const [draft, setDraft] = useState(EMPTY_LIST);
  const [isTried, setTried] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const [made, setMade] = useState<string>();
  if (session.data && !session.data.may.definitions) return <ForbiddenScreen />;
  const error = session.error ?? tables.error ?? common.error;
  const again = () => void Promise.all([session.refetch(), tables.refetch(), common.refetch()]);
  if (error) return <Failed error={error} onRetry={again} />;
  const lists = tables.data ?? [];
  const found = listErrors(
    draft,
    lists.map(({ list }) => list),
  );
  const errorOf = (pointer: string) => (isTried && found[pointer] ? t(found[pointer]) : undefined);
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
      <p className={classes.lead}>{t('newList.lead')}</p>
      <form onSubmit={submit} noValidate>
        <TextInputs
          name="title"
          label={(language) => t('newList.titleIn', { language })}
          value={draft.title}
          errorOf={(one) => errorOf(`/title/${one}`)}
          onChange={(next) => change({ title: next })}
        />
        <div className={classes.days}>
          <TextInput
            required
            name="list"
            label={t('newList.name')}
            description={t('newList.nameHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            dir="ltr"
            maxLength={64}
            autoComplete="off"
            value={draft.list}
            error={errorOf('/list')}
            onChange={(event) => change({ list: event.currentTarget.value })}
          />
          <AnySelect
            name="programme"
            label={t('newList.programme')}
            any={t('tables.shared')}
            options={(common.data?.navigation.departments ?? []).map((one) => ({
              value: one.id,
              label: text(one.title),
            }))}
            value={draft.programme}
            onChange={(programme) => change({ programme })}
          />
          <AnySelect
            name="parentList"
            label={t('newList.parentList')}
            any={t('newList.noParent')}
            options={lists.map((one) => ({ value: one.list, label: text(one.title) || one.list }))}
            value={draft.parentList}
            onChange={(parentList) =>
              change({ parentList, items: draft.items.map((item) => ({ ...item, parent: null })) })
            }
          />
        </div>
        <ListItems {...{ draft, errorOf }} onChange={change} />
        <ListAttributes {...{ draft, errorOf }} onChange={change} />
        <div className={classes.foot}>
          <Button type="submit" data-action="check">
            {t('definitionDrafts.check')}
          </Button>
        </div>
      </form>
      <AskLeaving isEdited={draft !== EMPTY_LIST && made === undefined} />
      {asked && (
        <PublishPartDialog
          part={partOf(draft.list)}
          name={text(draft.title)}
          asked={asked}
          onDone={() => {
            setMade(draft.list);
            setTimeout(() => navigate(`/admin/master-tables/${encodeURIComponent(draft.list)}`, { replace: true }));
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Screen>
  );
}
