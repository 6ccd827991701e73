/** Reads the draft of an open form. A draft of an older form version is read as the open one. */
import { compile } from '../../../core/definitions/compile.ts';
import { lostQuestions, migrate } from '../../../core/definitions/migrate.ts';
import type { CompiledForm, RecordData, Text } from '../../../core/definitions/types.ts';
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
  // A store that was set back no longer has the version of the draft. What it does not ask is left out then.
  if (from >= form.version) return { ...draft, data: from === form.version ? data : askedIn(form, data), lost: [] };
  const versions = Array.from({ length: form.version - from }, (_none, at) => from + at);
  const older = await Promise.all(
    versions.map(async (version) => compile(await source.definition(form.form, version))),
  );
  const [began] = older as [CompiledForm];
  const read = migrate(data, [...older, form], from, form.version);
  const lost = [...lostQuestions(began, read)].filter((node) => node.properties.some((name) => !isBlank(data[name])));
  return { ...draft, data: read.data, lost: lost.map(({ def }) => def.label) };
}

function askedIn(form: CompiledForm, data: RecordData): RecordData {
  return Object.fromEntries(Object.entries(data).filter(([name]) => form.byProperty.has(name)));
}

/** An unreadable local database counts as no draft. Writing a draft will then show the failure. */
function noDraft(error: unknown): undefined {
  console.warn('drafts cannot be read', error);
  return undefined;
}
