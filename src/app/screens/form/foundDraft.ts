/**
 * Reads the draft of an open form. A draft of another form version is read as the open one. What that one has no place for stays
 * in the draft, and comes back in a version that asks it.
 */
import { compile } from '../../../core/definitions/compile.ts';
import { lostQuestions, migrate } from '../../../core/definitions/migrate.ts';
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { isBlank } from '../../../core/records/blank.ts';
import { type Draft, type Part, readDraft } from '../../data/drafts.ts';
import { isApiError } from '../../data/errors.ts';
import { source } from '../../data/source.ts';

export interface FoundDraft extends Draft {
  /** Answers that the open version has no place for. */
  lost: LostAnswer[];
}

export interface LostAnswer {
  node: FieldNode;
  data: RecordData;
}

/** Throws if the other version cannot be loaded, because opening the form would then replace the draft. */
export async function foundDraft(key: string, form: CompiledForm): Promise<FoundDraft | null> {
  const draft = await readDraft(key).catch(noDraft);
  if (!draft) return null;
  const { earlier = [], form_version, data } = draft;
  const parts = await Promise.all([...earlier, { form_version, data }].map((part) => readAs(form, part)));
  const left = parts.map(({ lost, ...part }) => ({ ...part, data: Object.assign({}, ...lost.map((one) => one.data)) }));
  return {
    ...draft,
    data: Object.assign({}, ...parts.map((part) => part.data)),
    earlier: left.filter((part) => Object.keys(part.data).length > 0),
    lost: parts.flatMap(({ lost }) => lost),
  };
}

/** Returns the answers as the open version reads them, and those it has no place for under their own names. */
async function readAs(form: CompiledForm, part: Part): Promise<Part & { lost: LostAnswer[] }> {
  const { form_version: from, data } = part;
  if (from === form.version) return { ...part, lost: [] };
  const versions = from < form.version ? await versionsFrom(from, form) : await backFrom(from, form);
  const [began] = versions;
  // A store that was set back no longer has the version of the draft. What it does not ask is left out then.
  if (!began) return { ...part, data: askedIn(form, data), lost: [] };
  const read = migrate(data, versions, from, Number.POSITIVE_INFINITY);
  const lost = [...lostQuestions(began, read)].map((node) => ({ node, data: answersOf(node, data) }));
  return { ...part, data: read.data, lost: lost.filter((one) => Object.keys(one.data).length > 0) };
}

function answersOf({ properties }: FieldNode, data: RecordData): RecordData {
  return Object.fromEntries(properties.flatMap((name) => (isBlank(data[name]) ? [] : [[name, data[name]]])));
}

async function versionsFrom(from: number, form: CompiledForm): Promise<CompiledForm[]> {
  const older = Array.from({ length: form.version - from }, (_none, at) => source.definition(form.form, from + at));
  return [...(await Promise.all(older)).map(compile), form];
}

/** After a version was withdrawn, its draft is read as an earlier version: by question, as no migration goes back. */
async function backFrom(from: number, form: CompiledForm): Promise<CompiledForm[]> {
  const began = await source.definition(form.form, from).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return undefined;
    throw error;
  });
  const { migrate: _forward, ...definition } = form.definition;
  return began ? [compile(began), { ...form, definition, version: from + 1 }] : [];
}

function askedIn(form: CompiledForm, data: RecordData): RecordData {
  return Object.fromEntries(Object.entries(data).filter(([name]) => form.byProperty.has(name)));
}

/** An unreadable local database counts as no draft. Writing a draft will then show the failure. */
function noDraft(error: unknown): undefined {
  console.warn('drafts cannot be read', error);
  return undefined;
}
