/** Reads the draft of an open form. A draft of an older form version is read as the open one. */
import { compile } from '../../../core/definitions/compile.ts';
import { migrate } from '../../../core/definitions/migrate.ts';
import type { CompiledForm, Text } from '../../../core/definitions/types.ts';
import { isBlank } from '../../../core/records/blank.ts';
import { type Draft, readDraft } from '../../data/drafts.ts';
import { source } from '../../data/source.ts';

export interface FoundDraft extends Draft {
  /** Labels of the answered questions that the open version no longer asks. */
  lost: Text[];
}

/** Throws if the older version cannot be loaded, because opening the form would then replace the draft. */
export async function foundDraft(key: string, form: CompiledForm): Promise<FoundDraft | null> {
  const draft = await readDraft(key).catch(noDraft);
  if (!draft) return null;
  const { form_version: from, data } = draft;
  if (from === form.version) return { ...draft, lost: [] };
  const versions = Array.from({ length: Math.max(form.version - from, 1) }, (_none, at) => from + at);
  const older = await Promise.all(
    versions.map(async (version) => compile(await source.definition(form.form, version))),
  );
  const [began] = older;
  const read = from < form.version ? migrate(data, [...older, form], from, form.version) : goingBack(data, form);
  const lost = new Set(
    read.dropped.flatMap((name) => (isBlank(data[name]) ? [] : (began?.byProperty.get(name) ?? []))),
  );
  return { ...draft, data: read.data, lost: [...lost].map(({ def }) => def.label) };
}

/** Keeps what an earlier version also asks, for a draft of a version that is no longer served. */
function goingBack(data: Draft['data'], form: CompiledForm) {
  const [kept, dropped] = [true, false].map((isAsked) =>
    Object.entries(data).filter(([name]) => form.byProperty.has(name) === isAsked),
  ) as [[string, unknown][], [string, unknown][]];
  return { data: Object.fromEntries(kept), dropped: dropped.map(([name]) => name) };
}

/** An unreadable local database counts as no draft. Writing a draft will then show the failure. */
function noDraft(error: unknown): undefined {
  console.warn('drafts cannot be read', error);
  return undefined;
}
