/** Opens a new record with initial answers from the server, the link's query and the form's defaults. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sectionOf } from '../../../core/definitions/compile.ts';
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { newRecord } from '../../../core/form/index.ts';
import type { ChosenParent, CreateResponse, FormEntry, SessionView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { useForm } from '../../data/definitions.ts';
import { recordPath } from '../../data/paths.ts';
import { useCommon, useForms, useSession } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { useValidator } from '../../data/validator.ts';
import { nameOf, text } from '../../data/words.ts';
import { Loading } from '../../shell/Loading.tsx';
import { today } from '../../widgets/environment.tsx';
import { momentOf } from './moment.ts';
import { NotPrepared, Refused } from './NotOpened.tsx';
import { Opening } from './Opening.tsx';

export function CreateScreen({ entry, parent, quick }: { entry: FormEntry; parent?: string; quick: boolean }) {
  const common = useCommon().data;
  const forms = useForms().data ?? [];
  const user = useSession().data?.user;
  const params: Record<string, string> = parent
    ? { [entry.parent?.param ?? entry.parent?.field ?? 'parent_id']: parent }
    : {};
  // The link may carry answers in its query.
  const [search] = useSearchParams();
  const link = search.toString();
  const created = useQuery<CreateResponse>({
    queryKey: ['records', entry.api.base, 'create', params, link],
    queryFn: () => source.createForm(entry.api, { ...Object.fromEntries(search), ...params }),
    // Problems, defaults and permissions must be current, so the response is never cached.
    staleTime: 0,
    gcTime: 0,
  });
  // Starts loading before the create response is here: on a slow connection, requests one after another would take long.
  // A version that is published meanwhile does not replace the one on the screen.
  const [opened, setOpened] = useState<number>();
  if (created.data && opened === undefined) setOpened(created.data.definition.version);
  const version = opened ?? entry.version;
  const form = useForm(entry.form, version);
  useValidator(entry, version);
  if (created.error) return <NotPrepared error={created.error} onRetry={() => void created.refetch()} />;
  if (!created.data || !form.data || !common || !user)
    return form.error ? <NotPrepared error={form.error} onRetry={() => void form.refetch()} /> : <Loading />;
  const { recordScope, why_not, defaults, known, parent: around, refs } = created.data;
  const title = entry.new ? text(entry.new) : undefined;
  const back = around ? parentPath(entry, around, forms) : entry.paths.list;
  if (!recordScope?.create) return <Refused entry={entry} screen="create" why={why_not?.create?.message} back={back} />;
  const base = newRecord(form.data, {
    today: today(),
    constants: common.constants,
    parent: parent ? { id: parent } : null,
  });
  const workflow = getOwn(common.workflows, form.data.definition.workflow ?? '');
  const status = workflow?.initial;
  const short = quick ? form.data.definition.quick : undefined;
  return (
    <Opening
      entry={entry}
      screen={short ? 'quick' : 'create'}
      form={short ? shortForm(form.data) : form.data}
      title={short?.title ? text(short.title) : title}
      around={around ?? undefined}
      province={around?.province?.id}
      moment={{ ...momentOf(user, entry.programme, status, around?.province?.id), ...known }}
      opened={{ ...onlyProvince(form.data, entry, user), ...base, ...defaults, ...carried(form.data, created.data) }}
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
      save={workflow?.save && text(workflow.save)}
      backTo={back}
    />
  );
}

const NO_COMMENTS = {};

/** Caches the short form: a new object would redraw the whole form. */
const shortForms = new WeakMap<CompiledForm, CompiledForm>();

/** Returns the form with the questions of its short entry as its only section. The rest is as in the whole form. */
function shortForm(form: CompiledForm): CompiledForm {
  let short = shortForms.get(form);
  const { quick } = form.definition;
  if (!short && quick) {
    const { title } = form.definition;
    const fields = quick.fields.flatMap((name) => form.fields.get(name) ?? []);
    short = { ...form, sections: [sectionOf({ id: 'quick', title, fields: quick.fields, columns: 1 }, fields)] };
    shortForms.set(form, short);
  }
  return short ?? form;
}

/** Returns the province of somebody who works in no other one, as the answer of the form's place. */
function onlyProvince(form: CompiledForm, entry: FormEntry, { grants }: SessionView['user']): RecordData {
  const name = form.fields.get(form.definition.place ?? '')?.parts.province;
  const here = grants.filter(({ programme }) => programme === null || programme === entry.programme);
  const [province, ...others] = new Set(here.map(({ province_id }) => province_id));
  return name && province && others.length === 0 ? { [name]: province } : {};
}

/** Returns the site's ongoing problems, from the key of `api.create`, with only the properties a visit stores. */
function carried(form: CompiledForm, answer: CreateResponse): RecordData {
  const field = form.definition.problems?.field;
  const key = Object.entries(form.definition.api.create ?? {}).find(([, source]) => source === 'problems:ongoing')?.[0];
  if (!field || !key) return {};
  const rows = key
    .split('.')
    .reduce<unknown>((at, name) => getOwn(at as Record<string, unknown> | undefined, name), answer);
  if (!Array.isArray(rows) || rows.length === 0) return {};
  const items = (form.fields.get(field)?.schema.items ?? {}) as { properties?: Record<string, unknown> };
  const stored = new Set(Object.keys(items.properties ?? {}));
  const keep = (row: RecordData) =>
    Object.fromEntries(
      Object.entries(row).filter(([name, value]) => stored.has(name) && value !== null && value !== ''),
    );
  return { [field]: rows.map((row) => keep(row as RecordData)) };
}

/** Returns the path of the parent record, or of the list if the user does not have the parent's form. */
function parentPath(entry: FormEntry, around: ChosenParent, forms: FormEntry[]): string {
  const home = forms.find((one) => one.form === around.form);
  return home ? recordPath(home, around.id) : entry.paths.list;
}
