/** Opens a new record with initial answers from the server, the link's query and the form's defaults. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { compileSection } from '../../../core/definitions/compile.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { ChosenParent, FormEntry } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { memoizeByObject } from '../../../core/memoize.ts';
import { siteParams } from '../../../core/paths/calls.ts';
import { captureVersion, recordPath } from '../../../core/paths/screens.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { useCommon, useForms, useSession } from '../../data/queries.ts';
import { useValidator } from '../../data/validator.ts';
import { text } from '../../data/words.ts';
import { Loading } from '../../shell/Loading.tsx';
import { createFormQuery, queryWithoutSite, siteBeginning } from './beginning.ts';
import { FormLoader } from './FormLoader.tsx';
import { FormNotAllowed, NotPrepared } from './NotOpened.tsx';

export function CreateScreen({ entry, parent, quick }: { entry: FormEntry; parent?: string; quick: boolean }) {
  const common = useCommon().data;
  const forms = useForms().data ?? [];
  const user = useSession().data?.user;
  // The link may carry answers in its query.
  const [search] = useSearchParams();
  const link = search.toString();
  const params = siteParams(entry, parent);
  const created = useQuery(createFormQuery(entry, { ...Object.fromEntries(search), ...params }));
  // Starts loading before the create response is here: on a slow connection, requests one after another would take long.
  // A version that is published meanwhile does not replace the one on the screen.
  const [opened, setOpened] = useState<number>();
  if (created.data && opened === undefined) setOpened(created.data.definition.version);
  const version = opened ?? captureVersion(entry);
  const form = useCompiledForm(entry.form, version);
  useValidator(entry, version);
  if (created.error) return <NotPrepared error={created.error} onRetry={() => void created.refetch()} />;
  if (!created.data || !form.data || !common || !user)
    return form.error ? <NotPrepared error={form.error} onRetry={() => void form.refetch()} /> : <Loading />;
  const { recordScope, why_not, parent: around } = created.data;
  const title = entry.new ? text(entry.new) : undefined;
  const back = around ? parentPath(entry, around, forms) : entry.paths.list;
  if (!recordScope?.create)
    return (
      <FormNotAllowed
        entry={entry}
        screen="create"
        title={title ?? text(entry.title)}
        why={why_not?.create?.message}
        back={{ to: back }}
      />
    );
  const workflow = getOwn(common.workflows, form.data.definition.workflow ?? '');
  const short = quick ? form.data.definition.quick : undefined;
  const about = { entry, form: form.data, user, constants: common.constants, status: workflow?.initial };
  const query = { ...Object.fromEntries(search) };
  return (
    <FormLoader
      entry={entry}
      screen={short ? 'quick' : 'create'}
      form={short ? shortForm(form.data) : form.data}
      title={short?.title ? text(short.title) : title}
      {...siteBeginning(about, created.data, parent)}
      elsewhere={{
        query: (site) => createFormQuery(entry, { ...queryWithoutSite(entry, query), ...siteParams(entry, site) }),
        begin: (there, site) => siteBeginning(about, there, site),
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

/**
 * Returns the form with the questions of its short entry as its only section. The rest is as in the whole form. It is the same
 * object each time: a new one would redraw the whole form.
 */
const shortForm = memoizeByObject('short forms', (form: CompiledForm): CompiledForm => {
  const { quick, title } = form.definition;
  if (!quick) return form;
  const fields = quick.fields.flatMap((name) => form.fields.get(name) ?? []);
  return { ...form, sections: [compileSection({ id: 'quick', title, fields: quick.fields, columns: 1 }, fields)] };
});

/** Returns the path of the parent record, or of the list if the user does not have the parent's form. */
function parentPath(entry: FormEntry, around: ChosenParent, forms: FormEntry[]): string {
  const home = forms.find((one) => one.form === around.form);
  return home ? recordPath(home, around.id) : entry.paths.list;
}
