/**
 * Drafts of definitions: form versions and reports that somebody still writes. A draft may be half-done or wrong, so it is stored as it
 * comes, and only publishing checks it. Every save names the version it saw, so that nobody overwrites somebody else's work.
 */
import { v4 as uuid } from 'uuid';
import type { FormDefinition, FormSource } from '../../core/definitions/types.ts';
import { type GivenStates, stateChanges, type TranslationStateChange } from '../../core/definitions/words/history.ts';
import type { ReportDefinition } from '../../core/generated/report.ts';
import type { Database, Handle } from '../db/database.ts';
import { logEvent } from '../db/events.ts';
import type { DefinitionDraftsTable } from '../db/referenceTables.ts';
import { createEventLoopPause } from '../db/rows.ts';
import { raiseRevision } from '../db/storedSettings.ts';
import { addTranslationStates } from './textStates.ts';

/** What a person sends. The objects need not be a form yet. */
export interface DefinitionDraftInput {
  definition: Record<string, unknown>;
  schema: Record<string, unknown>;
  note: string | null;
}

export interface DefinitionDraft
  extends DefinitionDraftInput,
    Omit<DefinitionDraftsTable, keyof DefinitionDraftInput> {}

type Kind = DefinitionDraft['kind'];

type DraftEvent = 'definition_draft_created' | 'definition_draft_saved' | 'definition_draft_deleted';

/**
 * Returns a definition that was written on a screen with what it says of its words (`words`). Without any, it is as strict as
 * the newest version of its form. A form that is not there yet is imported or begun, and its words are advice until somebody
 * makes them strict: nobody could show such a form to others before its last word is translated.
 */
export function withWordsSetting<T extends Record<string, unknown>>(
  definition: T,
  newest: FormDefinition | undefined,
): T {
  if (definition.words !== undefined || typeof definition.form !== 'string') return definition;
  const words = newest ? newest.words : 'advice';
  return words === undefined ? definition : { ...definition, words };
}

export function draftSource({ definition, schema }: DefinitionDraftInput): FormSource {
  return { definition, schema } as unknown as FormSource;
}

/** Returns every draft of a kind, last changed first. */
export async function listDefinitionDrafts(db: Handle, kind: Kind = 'form'): Promise<DefinitionDraft[]> {
  const rows = await db
    .selectFrom('definition_drafts')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('changed_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(parsed);
}

export async function findDefinitionDraft(
  db: Handle,
  id: string,
  kind: Kind = 'form',
): Promise<DefinitionDraft | undefined> {
  if (id.includes('\0')) return undefined;
  const row = await db
    .selectFrom('definition_drafts')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row && parsed(row);
}

interface Begun {
  /** The definition from which the draft goes on: the newest version of its form. */
  before?: object | undefined;
}

export async function addDefinitionDraft(
  database: Database,
  input: DefinitionDraftInput,
  by: string,
  at: string,
  { kind = 'form', seen_hash = null, before = {} }: Partial<Pick<DefinitionDraft, 'kind' | 'seen_hash'>> & Begun = {},
): Promise<DefinitionDraft> {
  // The id opens the validator of the preview without a login, so it must not be guessable.
  const made = { id: uuid(), version: 1, created_at: at, created_by: by, changed_at: at, changed_by: by };
  const draft: DefinitionDraft = { ...input, ...made, kind, seen_hash, previewed: null, writers: JSON.stringify([by]) };
  const changes = await wordChanges(draft, before);
  await database.transaction(async (trx) => {
    await trx
      .insertInto('definition_drafts')
      .values({ ...draft, ...texts(input) })
      .execute();
    await log(trx, 'definition_draft_created', draft, by, at);
    await addDraftStates(trx, database, draft, changes);
  });
  return draft;
}

/** Returns undefined if the draft is not at this version any more. `given` are states that somebody gave to its translations. */
export async function saveDefinitionDraft(
  database: Database,
  before: DefinitionDraft,
  input: DefinitionDraftInput & Partial<Pick<DefinitionDraft, 'seen_hash'>>,
  by: string,
  at: string,
  given?: GivenStates,
): Promise<DefinitionDraft | undefined> {
  const { seen_hash = before.seen_hash } = input;
  const writers = JSON.stringify([...new Set([...draftWritersOf(before), by])]);
  const after = {
    ...before,
    ...input,
    seen_hash,
    version: before.version + 1,
    changed_at: at,
    changed_by: by,
    writers,
  };
  const changes = await wordChanges(after, before.definition, given);
  return database.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('definition_drafts')
      .set({ ...texts(input), seen_hash, version: after.version, changed_at: at, changed_by: by, writers })
      .where('id', '=', before.id)
      .where('version', '=', before.version)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return undefined;
    await log(trx, 'definition_draft_saved', after, by, at);
    await addDraftStates(trx, database, after, changes);
    return after;
  });
}

/** Returns what a save does to the states of translations. Lets other requests have their turn: a long form has thousands. */
async function wordChanges(
  draft: DefinitionDraft,
  before: object,
  given?: GivenStates,
): Promise<TranslationStateChange[]> {
  // A form without a name has none.
  if (draft.kind !== 'form' || formNameOfDraft(draft) === null) return [];
  await createEventLoopPause()();
  const changes = stateChanges(before, draft.definition, given);
  await createEventLoopPause()();
  return changes;
}

async function addDraftStates(
  trx: Handle,
  { dialect }: Database,
  draft: DefinitionDraft,
  changes: readonly TranslationStateChange[],
): Promise<void> {
  const form = formNameOfDraft(draft);
  if (form === null) return;
  await addTranslationStates(trx, dialect, form, changes, { by: draft.changed_by, at: draft.changed_at });
}

/** Removes the draft as it was seen; one that somebody has saved meanwhile stays. Returns false then. */
export async function removeDefinitionDraft(
  database: Database,
  draft: DefinitionDraft,
  by: string,
  at: string,
): Promise<boolean> {
  return database.transaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('definition_drafts')
      .where('id', '=', draft.id)
      .where('version', '=', draft.version)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) return false;
    await log(trx, 'definition_draft_deleted', draft, by, at);
    return true;
  });
}

/** Keeps a sound report as it is previewed, so that every process fills the columns that it counts. */
export async function storePreviewedReport(database: Database, { id }: DefinitionDraft, report: object): Promise<void> {
  await database.transaction(async (trx) => {
    const previewed = JSON.stringify(report);
    await trx.updateTable('definition_drafts').set({ previewed }).where('id', '=', id).execute();
    await raiseRevision(trx);
  });
}

export async function loadPreviewedReports(db: Handle): Promise<ReportDefinition[]> {
  const rows = await db
    .selectFrom('definition_drafts')
    .select('previewed')
    .where('previewed', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ previewed }) => JSON.parse(previewed as string));
}

/** Returns the ids of those who wrote in the draft. */
export function draftWritersOf({ writers, created_by, changed_by }: DefinitionDraft): string[] {
  return [...new Set([created_by, ...(JSON.parse(writers ?? '[]') as string[]), changed_by])];
}

/** Returns the name of the form, if the draft has one yet. */
export function formNameOfDraft({ definition: { form } }: DefinitionDraftInput): string | null {
  return typeof form === 'string' ? form : null;
}

function log(trx: Handle, action: DraftEvent, draft: DefinitionDraft, user_id: string, at: string): Promise<void> {
  const form = formNameOfDraft(draft);
  return logEvent(trx, {
    at,
    user_id,
    action,
    ...(form && { form }),
    detail: { draft: draft.id, version: draft.version },
  });
}

function texts({ definition, schema, note }: DefinitionDraftInput) {
  return { definition: JSON.stringify(definition), schema: JSON.stringify(schema), note };
}

function parsed(row: DefinitionDraftsTable): DefinitionDraft {
  return { ...row, definition: JSON.parse(row.definition), schema: JSON.parse(row.schema) };
}
