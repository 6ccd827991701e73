/** What defaults of a form read of other records: answers of the parent, and of the last record of the form below it. */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { type DefaultSources, defaultSourceNames } from '../form/defaults.ts';

/** Returns only answers that the form reads. `last` is called only if it reads any of the last record. */
export async function readDefaultSources(
  form: CompiledForm,
  parent: RecordData | undefined,
  last: () => Promise<RecordData | undefined>,
): Promise<DefaultSources> {
  const [ofParent, ofLast] = [defaultSourceNames(form, 'parent'), defaultSourceNames(form, 'last')];
  const before = ofLast.length > 0 && (await last());
  return {
    ...(parent && ofParent.length > 0 && { parent: only(parent, ofParent) }),
    ...(before && { last: only(before, ofLast) }),
  };
}

function only(data: RecordData, names: readonly string[]): RecordData {
  return Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])));
}
