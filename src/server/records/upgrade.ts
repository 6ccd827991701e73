/**
 * Answers of any version in the words of the newest one, through the declared migrations, with entries of master tables
 * that were merged replaced by those that stand for them. Never on disk.
 */
import { migrate } from '../../core/definitions/migrate.ts';
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { ReadAnswers } from '../db/projections/projector.ts';
import type { Library } from '../definitions/library.ts';

export function upgradeAnswers(library: Library): ReadAnswers {
  return (form, version, data) => {
    const newest = library.form(form);
    if (!newest) return data;
    const read = newest.version <= version ? data : migrate(data, library.versions(form), version, newest.version).data;
    return withStanding(library, newest, read);
  };
}

/** The same object when nothing in it was merged. */
function withStanding(library: Library, form: CompiledForm, data: RecordData): RecordData {
  let changed: RecordData | undefined;
  for (const node of form.fields.values()) {
    const list = node.def.choices;
    if (list === undefined) continue;
    for (const property of node.properties) {
      const answer = data[property];
      const now = standing(library, list, answer);
      if (now === answer) continue;
      changed ??= { ...data };
      changed[property] = now as RecordData[string];
    }
  }
  return changed ?? data;
}

function standing(library: Library, list: string, answer: unknown): unknown {
  if (typeof answer === 'string') return library.standing(list, answer);
  if (!Array.isArray(answer) || answer.every((id) => typeof id !== 'string' || library.standing(list, id) === id))
    return answer;
  return [...new Set(answer.map((id) => (typeof id === 'string' ? library.standing(list, id) : id)))];
}
