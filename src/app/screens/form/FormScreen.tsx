/** Create and edit for every form: asks for what the open form needs, then hands over to the editor. */
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { v7 } from 'uuid';
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { newRecord } from '../../../core/form/index.ts';
import { type Draft, draftKey, readDraft } from '../../data/drafts.ts';
import { onDemand } from '../../data/onDemand.tsx';
import { recordPath } from '../../data/paths.ts';
import { useCommon, useForm, useForms, useRecord, useSession } from '../../data/queries.ts';
import { stepInto } from '../../data/review.ts';
import { useSource } from '../../data/source.ts';
import type { ChangeView, ChosenParent, CreateResponse, FormEntry, RecordView, Refs } from '../../data/types.ts';
import { useValidator } from '../../data/validator.ts';
import { nameOf, text } from '../../data/words.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { today } from '../../widgets/environment.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import { Editor, type EditorProps } from './Editor.tsx';
import '../../widgets/widgets.css';
import { useFormCrumbs } from '../../shell/navigation/useFormCrumbs.ts';

const MatrixPanel = onDemand(() => import('../figures/MatrixPanel.tsx'), { words: ['figures'] });

interface FormScreenProps {
  entry: FormEntry;
  /** quick: a new record with the few questions of the definition's short entry. */
  mode: 'create' | 'edit' | 'quick';
  id?: string;
  parent?: string;
}

export default function FormScreen({ entry, mode, id, parent }: FormScreenProps) {
  return mode === 'edit' && id ? (
    <EditScreen entry={entry} id={id} />
  ) : (
    <CreateScreen entry={entry} quick={mode === 'quick'} {...(parent && { parent })} />
  );
}

function NotPrepared({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return <Failed title={t('error.notPrepared')} error={error} onRetry={onRetry} />;
}

function CreateScreen({ entry, parent, quick }: { entry: FormEntry; parent?: string; quick: boolean }) {
  const source = useSource();
  const common = useCommon().data;
  const forms = useForms().data ?? [];
  const params: Record<string, string> = parent
    ? { [entry.parent?.param ?? entry.parent?.field ?? 'parent_id']: parent }
    : {};
  // Answers that the link brings along.
  const [search] = useSearchParams();
  const link = search.toString();
  const created = useQuery<CreateResponse>({
    queryKey: ['records', entry.api.base, 'create', params, link],
    queryFn: () => source.createForm(entry.api, { ...Object.fromEntries(search), ...params }),
    // Problems, defaults and rights of this moment: never an older answer.
    staleTime: 0,
    gcTime: 0,
  });
  // Asked for at once: on a slow line one wait after the other is what opening a form takes.
  const version = created.data?.definition.version ?? entry.version;
  const form = useForm(entry.form, version);
  useValidator(entry, version);
  if (created.error) return <NotPrepared error={created.error} onRetry={() => void created.refetch()} />;
  if (!created.data || !form.data || !common)
    return form.error ? <NotPrepared error={form.error} onRetry={() => void form.refetch()} /> : <Loading />;
  const { recordScope, why_not, defaults, parent: around, refs } = created.data;
  const title = entry.new ? text(entry.new) : undefined;
  const back = around ? parentPath(entry, around, forms) : entry.paths.list;
  if (!recordScope?.create) return <Refused entry={entry} screen="create" why={why_not?.create?.message} back={back} />;
  const base = newRecord(form.data, {
    today: today(),
    constants: common.constants,
    parent: parent ? { id: parent } : null,
  });
  const short = quick ? form.data.definition.quick : undefined;
  return (
    <Opening
      entry={entry}
      screen={short ? 'quick' : 'create'}
      form={short ? shortForm(form.data) : form.data}
      title={short?.title ? text(short.title) : title}
      around={around ?? undefined}
      province={around?.province?.id}
      opened={{ ...base, ...defaults, ...carried(form.data, created.data) }}
      refs={{
        ...refs,
        ...(around && {
          [around.id]: { name: nameOf({ id: around.id, name: around.name, code: around.code }) },
        }),
      }}
      params={params}
      parent={parent}
      link={link || undefined}
      comments={NO_COMMENTS}
      backTo={back}
    />
  );
}

const NO_COMMENTS = {};

/** The same object at every drawing, or the whole form would be drawn anew. */
const shortForms = new WeakMap<CompiledForm, CompiledForm>();

/** The same form, drawn with the questions of its short entry only; everything else holds as in the whole one. */
function shortForm(form: CompiledForm): CompiledForm {
  let short = shortForms.get(form);
  const { quick } = form.definition;
  if (!short && quick) {
    const [first] = form.sections;
    const { title } = form.definition;
    const fields = quick.fields.flatMap((name) => form.fields.get(name) ?? []);
    const def = { id: 'quick', title, fields: quick.fields, columns: 1 as const };
    short = { ...form, sections: [{ id: 'quick', def, fields, schema: first?.schema ?? {} }] };
    shortForms.set(form, short);
  }
  return short ?? form;
}

/** Ongoing problems of the site, under the documented key the form names for them; only what a sheet stores of each. */
function carried(form: CompiledForm, answer: CreateResponse): RecordData {
  const field = form.definition.problems?.field;
  const key = Object.entries(form.definition.api.create ?? {}).find(([, source]) => source === 'problems:ongoing')?.[0];
  if (!field || !key) return {};
  const rows = key
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], answer);
  if (!Array.isArray(rows) || rows.length === 0) return {};
  const items = (form.fields.get(field)?.schema.items ?? {}) as { properties?: Record<string, unknown> };
  const stored = new Set(Object.keys(items.properties ?? {}));
  const keep = (row: RecordData) =>
    Object.fromEntries(
      Object.entries(row).filter(([name, value]) => stored.has(name) && value !== null && value !== ''),
    );
  return { [field]: rows.map((row) => keep(row as RecordData)) };
}

function EditScreen({ entry, id }: { entry: FormEntry; id: string }) {
  const source = useSource();
  const found = useRecord(entry.api, id);
  const record = found.data?.record;
  const version = record?.form_version ?? entry.version;
  const form = useForm(entry.form, version);
  useValidator(entry, version);
  const history = useQuery({
    queryKey: ['records', entry.api.base, 'one', id, 'history'],
    queryFn: () => source.history(entry.api, id),
    enabled: record !== undefined,
  });
  if (found.error) return <NotPrepared error={found.error} onRetry={() => void found.refetch()} />;
  if (!record || !form.data || history.isPending) {
    return form.error ? <NotPrepared error={form.error} onRetry={() => void form.refetch()} /> : <Loading />;
  }
  const back = recordPath(entry, id);
  if (!record.recordScope.edit)
    return <Refused entry={entry} screen="edit" why={record.why_not?.edit?.message} back={back} />;
  const review = stepInto(record.current_state.id, history.data?.data ?? []);
  return (
    <Opening
      entry={entry}
      screen="edit"
      form={form.data}
      record={record}
      province={record.province?.id}
      opened={record.data}
      refs={{ ...found.data?.refs, ...(record.parent && { [record.parent.id]: { name: record.parent.name } }) }}
      params={NO_COMMENTS}
      comments={Object.fromEntries((review?.fields ?? []).map(({ field, comment }) => [field, comment]))}
      review={review}
      backTo={back}
    />
  );
}

interface OpeningProps extends Pick<EditorProps, 'entry' | 'form' | 'opened' | 'params' | 'comments' | 'backTo'> {
  screen: 'create' | 'edit' | 'quick';
  title?: string | undefined;
  around?: ChosenParent | undefined;
  record?: RecordView | undefined;
  parent?: string | undefined;
  /** Query of the address a new record was opened with: what it is about. */
  link?: string | undefined;
  province?: string | undefined;
  refs: Refs;
  review?: ChangeView | undefined;
}

/** Loads the rules and a draft, then opens the editor; what it opened with stays, whatever is fetched again behind it. */
function Opening({ screen, title, around, review, link, ...props }: OpeningProps) {
  const { t } = useTranslation('form');
  const { entry, form, record, parent } = props;
  const session = useSession().data;
  const user = session?.user.id;
  const [fixed] = useState(props);
  const [client_id] = useState(() => v7());
  const { pathname, search } = useLocation();
  const key = draftKey(user ?? '', entry.form, record?.id, parent ?? link);
  const validator = useValidator(entry, form.version);
  const crumbs = useFormCrumbs(entry);
  const draft = useQuery({
    queryKey: ['draft', key],
    queryFn: async () => (await readDraft(key).catch(noDraft)) ?? null,
    enabled: user !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  });
  if (validator.error) {
    return (
      <Screen name="error" form={entry.form} title={t('screen.noValidator')}>
        <Button onClick={() => void validator.refetch()}>{t('retry')}</Button>
      </Screen>
    );
  }
  if (!validator.data || draft.isPending || user === undefined) return <Loading />;
  const name = around ? nameOf({ id: around.id, name: around.name, code: around.code }) : record?.parent?.name;
  const heading =
    screen !== 'edit'
      ? (title ?? t('screen.create', { title: text(entry.title) }))
      : t('screen.edit', { title: text(entry.title) });
  const label = record?.code ?? record?.name ?? name;
  const about = screen === 'quick' ? form.definition.quick?.description : form.definition.description;
  const found = draft.data ? fitting(draft.data, form) : undefined;
  return (
    <Screen
      name={screen}
      form={entry.form}
      title={heading}
      crumbs={[
        ...crumbs,
        ...(record
          ? [
              {
                label: record.code ?? record.name ?? record.id,
                to: recordPath(entry, record.id),
                code: record.code !== null,
              },
            ]
          : []),
        { label: heading },
      ]}
    >
      {name && <p className="am-form-subject">{name}</p>}
      {about && <p className="am-help">{text(about)}</p>}
      {review?.comment && (
        <Alert color="saffron" variant="light" icon={<Icon name="message" />} title={review.by.name} mt="sm" mb="md">
          <span dir="auto">{review.comment}</span>
        </Alert>
      )}
      <OnlineWidgets>
        <Editor
          entry={entry}
          form={fixed.form}
          validator={validator.data}
          opened={fixed.opened as RecordData}
          refs={fixed.refs}
          params={fixed.params}
          comments={props.comments}
          backTo={fixed.backTo}
          {...(fixed.record && { record: fixed.record })}
          {...(parent && { parent })}
          {...(fixed.province && { province: fixed.province })}
          {...(found && { found })}
          draft={{
            key,
            user,
            form: entry.form,
            form_version: form.version,
            client_id,
            path: pathname + search,
            ...(record && { record_id: record.id, record_version: record.version }),
            ...(parent && { parent_id: parent }),
            ...(label && { label }),
          }}
        />
      </OnlineWidgets>
      {screen === 'quick' && entry.may.view && form.definition.matrix && (
        <>
          <h2>{text(form.definition.matrix.title)}</h2>
          <MatrixPanel entry={entry} form={form} />
        </>
      )}
    </Screen>
  );
}

/** A draft of another version of the form goes on with the answers that this version still asks for. */
function fitting(draft: Draft, form: CompiledForm): Draft {
  if (draft.form_version === form.version) return draft;
  const asked = Object.entries(draft.data).filter(([name]) => form.byProperty.has(name));
  return { ...draft, data: Object.fromEntries(asked) };
}

/** A closed storage means there is no draft; writing one will say so. */
function noDraft(error: unknown): undefined {
  console.warn('drafts cannot be read', error);
  return undefined;
}

/** Back to the parent's own screen; to the list when its form is not known here. */
function parentPath(entry: FormEntry, around: ChosenParent, forms: FormEntry[]): string {
  const home = forms.find((one) => one.form === around.form);
  return home ? recordPath(home, around.id) : entry.paths.list;
}

function Refused({
  entry,
  screen,
  why,
  back,
}: {
  entry: FormEntry;
  screen: string;
  why: string | undefined;
  back: string;
}) {
  const { t } = useTranslation('form');
  return (
    <Screen name={screen} form={entry.form} title={t('screen.notAllowed')}>
      <Alert color="saffron" variant="light" icon={<Icon name="lock" />} mb="md" role="alert">
        {why ?? t('screen.notAllowed')}
      </Alert>
      <Button component={Link} to={back} variant="outline">
        {t('screen.back')}
      </Button>
    </Screen>
  );
}
