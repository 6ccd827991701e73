/** Loads the rules and a draft, then opens the editor. Later refetches do not change what the form opened with. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { v7 } from 'uuid';
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { printPath, recordPath } from '../../../core/paths/screens.ts';
import { type DraftVersionAnswers, draftKey } from '../../data/drafts/drafts.ts';
import { syncBeforeOpening } from '../../data/drafts/follow.ts';
import { protectOpenDraft } from '../../data/drafts/openForms.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { useSession } from '../../data/queries.ts';
import { useValidator } from '../../data/validator.ts';
import { nameOf, recordName, text } from '../../data/words.ts';
import { Loading } from '../../shell/Loading.tsx';
import { useFormCrumbs } from '../../shell/navigation/crumbs.ts';
import { Screen } from '../../shell/Screen.tsx';
import { useIsTask } from '../../shell/TaskBar.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { DefinitionText } from '../../theme/DefinitionText.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import { recordCrumb, recordTitle } from '../record/title.ts';
import type { SiteBeginning } from './beginning.ts';
import { type RestoredDraft, restoreDraft } from './draft/restoredDraft.ts';
import { FormEditor, type FormEditorProps } from './Editor.tsx';
import { NotPrepared } from './NotOpened.tsx';

const MatrixPanel = lazyComponent(() => import('../figures/MatrixPanel.tsx'), { words: ['figures'] });

interface OpeningProps extends Omit<FormEditorProps, 'validator' | 'draft' | 'found' | 'onSite' | 'help'> {
  screen: 'create' | 'edit' | 'quick';
  title?: string | undefined;
  /** Query string that a new record was opened with. It tells drafts of different links apart. */
  link?: string | undefined;
  /** The answers of a record that moved here from another version of its form. */
  moved?: Moved | undefined;
}

type Moved = Pick<RestoredDraft, 'lost'> & DraftVersionAnswers;

export function FormLoader({ screen, title, around, link, moved, ...props }: OpeningProps) {
  const { t } = useTranslation(['form', 'app']);
  const { entry, form, record, parent, comments } = props;
  const user = useSession().data?.user.id;
  const [fixed] = useState(props);
  /** What the site brings that was chosen in the form. */
  const [site, setSite] = useState<SiteBeginning>();
  const [client_id] = useState(() => v7());
  const { pathname, search } = useLocation();
  const key = draftKey(user ?? '', entry.form, record?.id, parent ?? link);
  const validator = useValidator(entry, form.version);
  const crumbs = useFormCrumbs(entry);
  const draft = useFoundDraft({ key, user, form, opened: props.opened });
  if (validator.error) {
    return (
      <Screen name="error" form={entry.form} title={t('screen.noValidator')}>
        <Button onClick={() => void validator.refetch()}>{t('retry')}</Button>
      </Screen>
    );
  }
  if (draft.error) return <NotPrepared error={draft.error} onRetry={() => void draft.refetch()} />;
  if (!validator.data || draft.isPending || user === undefined) return <Loading />;
  const there = site ? site.around : around;
  const name = there ? nameOf({ id: there.id, name: there.name, code: there.code }) : recordName(record?.parent?.name);
  const heading = title ?? t(screen === 'edit' ? 'screen.edit' : 'screen.create', { title: text(entry.title) });
  const label = record ? recordTitle(record) : name;
  const { quick, description, matrix } = form.definition;
  const help = screen === 'quick' ? quick?.description : description;
  const here = record && { ...recordCrumb(record), to: recordPath(entry, record.id) };
  const about = {
    ...{ key, user, client_id },
    form: entry.form,
    form_version: form.version,
    path: pathname + search,
    ...(record && { record_id: record.id, record_version: record.version }),
    ...(parent && { parent_id: parent }),
    ...(label && { label }),
  };
  const found =
    draft.data ?? (moved && record && { ...about, ...moved, at: record.updated_at, isRecord: true as const });
  return (
    <Screen
      name={screen}
      form={entry.form}
      title={heading}
      crumbs={[...crumbs, ...(here ? [here] : []), { label: heading }]}
      task={{ subject: label, backTo: props.backTo }}
      buttons={
        !record && (
          <BarLink to={printPath(entry)} icon="printer">
            {t('app:print.do')}
          </BarLink>
        )
      }
    >
      {name && <Subject name={name} />}
      <OnlineWidgets>
        <FormEditor
          {...fixed}
          {...{ entry, comments, parent, around }}
          onSite={setSite}
          validator={validator.data}
          {...(found && { found })}
          help={help && <DefinitionText of={help} />}
          draft={about}
        />
      </OnlineWidgets>
      {screen === 'quick' && entry.may.view && matrix && (
        <>
          <h2>{text(matrix.title)}</h2>
          <MatrixPanel entry={entry} form={form} />
        </>
      )}
    </Screen>
  );
}

/** The bar of a phone says it already. */
function Subject({ name }: { name: string }) {
  return useIsTask() ? null : <p className="am-after am-dimmed">{name}</p>;
}

interface DraftQuestion {
  key: string;
  user: string | undefined;
  form: CompiledForm;
  opened: RecordData;
}

function useFoundDraft({ key, user, form, opened }: DraftQuestion) {
  return useQuery({
    queryKey: ['draft', key],
    queryFn: async () => {
      await syncBeforeOpening(user as string);
      protectOpenDraft(key);
      return restoreDraft(key, form, opened);
    },
    enabled: user !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  });
}
