/** Answers an update does not speak of and does not take away. */
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { RecordRow } from '../db/records.ts';
import type { FormRegistry } from '../definitions/registry.ts';

/** What the record holds under these names of `form`, also where the version it was captured with names the question otherwise. */
export function keptAnswers(
  registry: Pick<FormRegistry, 'form'>,
  form: CompiledForm,
  record: Pick<RecordRow, 'form' | 'form_version' | 'data'>,
  names: readonly string[] = [],
): RecordData {
  const captured = registry.form(record.form, record.form_version) ?? form;
  return Object.fromEntries(
    names.flatMap((name) => {
      const question = form.byProperty.get(name)?.id;
      const before = (question && captured.byQuestion.get(question)?.properties[0]) ?? name;
      return record.data[before] === undefined ? [] : [[name, record.data[before]]];
    }),
  );
}
