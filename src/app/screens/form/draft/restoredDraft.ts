/**
 * Reads the draft of an open form. A draft of another form version is read as the open one. What that one has no place for stays
 * in the draft, and comes back in a version that asks it.
 */
import { compileForm } from '../../../../core/definitions/compile.ts';
import type { CompiledForm, FieldNode, RecordData } from '../../../../core/definitions/types.ts';
import { lostQuestions, migrateAnswers } from '../../../../core/definitions/versions/migrate.ts';
import { hasConflict, mergedAnswers, mergeRecord, type RecordMerge } from '../../../../core/sync/merge.ts';
import { isBlank } from '../../../../core/text/letters.ts';
import { type Draft, type DraftVersionAnswers, readLocalDraft, writeDraft } from '../../../data/drafts/drafts.ts';
import { scheduleDraftUpload } from '../../../data/drafts/sending.ts';
import { isApiError } from '../../../data/errors.ts';
import { source } from '../../../data/source.ts';

export interface RestoredDraft extends Draft {
  /** Answers that the open version has no place for. */
  lost: LostAnswer[];
  /** Answers of another device were added that did not contradict those here. */
  wasMerged?: true;
  /** These are the answers of the record itself, moved from another version of the form. */
  isRecord?: true;
}

export interface LostAnswer {
  node: FieldNode;
  data: RecordData;
}

type ReadPart = DraftVersionAnswers & { lost: LostAnswer[] };

/**
 * Throws if the other version cannot be loaded, because opening the form would then replace the draft. `opened` are the answers
 * that the form opens with before any draft.
 */
export async function restoreDraft(
  key: string,
  form: CompiledForm,
  opened: RecordData = {},
): Promise<RestoredDraft | null> {
  const draft = await readLocalDraft(key).catch(noDraft);
  if (!draft) return null;
  const { earlier = [], form_version, data, other, ...rest } = draft;
  const parts = await Promise.all([...earlier, { form_version, data }].map((part) => convertAnswers(form, part)));
  const mine: RecordData = Object.assign({}, ...parts.map((part) => part.data));
  const found = {
    ...rest,
    form_version,
    data: mine,
    earlier: answersWithoutPlace(parts),
    lost: parts.flatMap(({ lost }) => lost),
  };
  if (!other) return found;
  const there = await convertAnswers(form, other);
  const both = {
    ...found,
    earlier: [...found.earlier, ...answersWithoutPlace([there])],
    lost: [...found.lost, ...there.lost],
  };
  const merge = mergeDraftAnswers(form, opened, mine, there.data);
  if (hasConflict(merge)) return { ...both, other: { ...other, form_version: form.version, data: there.data } };
  const { lost: _, ...merged } = { ...both, form_version: form.version, data: mergedAnswers(merge) };
  await writeDraft({ ...merged, at: new Date().toISOString() });
  scheduleDraftUpload(key);
  return { ...both, data: merged.data, wasMerged: true };
}

/** Both sides are read as the open form. What equals the answers that it opens with counts as not answered. */
export function mergeDraftAnswers(
  form: CompiledForm,
  base: RecordData,
  mine: RecordData,
  theirs: RecordData,
): RecordMerge {
  const of = (data: RecordData) => ({ form_version: form.version, data });
  return mergeRecord([form], { base: of(base), mine: of(mine), theirs: of(theirs) });
}

/** Returns the answers that the open version has no place for, under the names of their own. */
export function answersWithoutPlace(parts: readonly ReadPart[]): DraftVersionAnswers[] {
  return parts
    .map(({ form_version, lost }) => ({ form_version, data: Object.assign({}, ...lost.map((one) => one.data)) }))
    .filter(({ data }) => Object.keys(data).length > 0);
}

/** Returns the answers as the open version reads them, and those it has no place for under their own names. */
export async function convertAnswers(form: CompiledForm, part: DraftVersionAnswers): Promise<ReadPart> {
  const { form_version: from, data } = part;
  if (from === form.version) return { ...part, lost: [] };
  const versions = from < form.version ? await versionsFrom(from, form) : await backFrom(from, form);
  const [began] = versions;
  // A store that was set back no longer has the version of the draft. What it does not ask is left out then.
  if (!began) return { ...part, data: askedIn(form, data), lost: [] };
  const read = migrateAnswers(data, versions, from, Number.POSITIVE_INFINITY);
  const lost = [...lostQuestions(began, read)].map((node) => ({ node, data: answersOf(node, data) }));
  return { ...part, data: read.data, lost: lost.filter((one) => Object.keys(one.data).length > 0) };
}

function answersOf({ properties }: FieldNode, data: RecordData): RecordData {
  return Object.fromEntries(properties.flatMap((name) => (isBlank(data[name]) ? [] : [[name, data[name]]])));
}

async function versionsFrom(from: number, form: CompiledForm): Promise<CompiledForm[]> {
  const older = Array.from({ length: form.version - from }, (_none, at) => source.definition(form.form, from + at));
  return [...(await Promise.all(older)).map(compileForm), form];
}

/** After a version was withdrawn, its draft is read as an earlier version: by question, as no migration goes back. */
async function backFrom(from: number, form: CompiledForm): Promise<CompiledForm[]> {
  const began = await source.definition(form.form, from).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return undefined;
    throw error;
  });
  const { migrate: _forward, ...definition } = form.definition;
  return began ? [compileForm(began), { ...form, definition, version: from + 1 }] : [];
}

function askedIn(form: CompiledForm, data: RecordData): RecordData {
  return Object.fromEntries(Object.entries(data).filter(([name]) => form.byProperty.has(name)));
}

/** An unreadable local database counts as no draft. Writing a draft will then show the failure. */
function noDraft(error: unknown): undefined {
  console.warn('drafts cannot be read', error);
  return undefined;
}
