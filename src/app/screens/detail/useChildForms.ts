/** The forms for which the user can create a record under this one, the most used first. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { createPath } from '../../../core/paths/screens.ts';
import { useForms } from '../../data/queries.ts';

export interface ChildForm {
  child: FormEntry;
  /** Path of its create screen. */
  to: string;
}

/** Tabs are declared in the order of use, so the form of the first tab comes first. */
export function useChildForms(entry: FormEntry, form: CompiledForm, record: RecordView): ChildForm[] {
  const forms = useForms().data ?? [];
  const { api, detail } = form.definition;
  const types = Object.values(api.formTypes ?? {});
  const inTabs = (detail?.tabs ?? []).flatMap(({ type }) => (type && getOwn(api.formTypes, type)?.form) || []);
  const place = ({ form: name }: FormEntry) => (inTabs.includes(name) ? inTabs.indexOf(name) : inTabs.length);
  // A deleted record gets no new children.
  const found = (record.deleted_at ? [] : forms).flatMap((child) => {
    const by = types.find((type) => type.form === child.form)?.by;
    if (!(by || child.parent?.forms.includes(entry.form)) || !child.may.create) return [];
    const to = createPath(child, record.id, entry.paths.list, by);
    return to ? [{ child, to }] : [];
  });
  return found.sort((a, b) => place(a.child) - place(b.child));
}
