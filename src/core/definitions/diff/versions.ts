/** Compares all versions of forms between two states of the files. */
import { isRowForm } from '../rows.ts';
import type { FormDefinition, FormSource } from '../types.ts';
import { type Difference, diffForms } from './diff.ts';

/** What became of a version: it is new, of a form that was there or not; its words changed under its number; or it is gone. */
export type VersionFate = 'new_form' | 'new_version' | 'changed' | 'removed';

export interface VersionChange {
  fate: VersionFate;
  /** The version as it is, or as it was if it is gone. */
  source: FormSource;
  /** The version that it is compared with. */
  before?: FormSource;
  /** Of a new form: its sections and questions. */
  differences: Difference[];
}

/** Returns the versions that changed, by form and version. Copies under `frozen/` are no change. */
export function changedVersions(before: readonly FormSource[], after: readonly FormSource[]): VersionChange[] {
  const [old, now] = [before, after].map(byKey) as [Map<string, FormSource>, Map<string, FormSource>];
  const found: VersionChange[] = [];
  for (const [key, source] of now) {
    const same = old.get(key);
    const earlier = same ?? earlierOf(source, before) ?? earlierOf(source, after);
    if (!earlier) {
      found.push({ fate: 'new_form', source, differences: partsOfNewForm(source) });
      continue;
    }
    const differences = diffForms(earlier, source);
    if (!same) found.push({ fate: 'new_version', source, before: earlier, differences });
    else if (differences.length > 0) found.push({ fate: 'changed', source, before: earlier, differences });
  }
  for (const [key, source] of old) if (!now.has(key)) found.push({ fate: 'removed', source, differences: [] });
  return found.sort((a, b) => compareSources(a.source, b.source));
}

function byKey(sources: readonly FormSource[]): Map<string, FormSource> {
  return new Map(sources.map((source) => [`${source.definition.form}@${source.definition.version}`, source]));
}

function earlierOf({ definition: { form, version } }: FormSource, sources: readonly FormSource[]) {
  return sources
    .filter(({ definition }) => definition.form === form && definition.version < version)
    .sort(compareSources)
    .at(-1);
}

function compareSources({ definition: a }: FormSource, { definition: b }: FormSource): number {
  return a.form === b.form ? a.version - b.version : a.form < b.form ? -1 : 1;
}

function partsOfNewForm({ definition, schema }: FormSource): Difference[] {
  const { constraints: _rules, mediaFiles: _files, ...rest } = definition;
  const list = isRowForm(definition) ? {} : { list: { ...definition.list, columns: [] } };
  const empty = { ...rest, ...list, sections: [], fields: {} } as unknown as FormDefinition;
  return diffForms({ definition: empty, schema }, { definition, schema }).filter(
    ({ kind }) => kind === 'section_added' || kind === 'question_added',
  );
}
