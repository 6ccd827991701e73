/**
 * `/api/definitions/drafts`: form versions that somebody still writes, for those who may publish. A save names the version it
 * saw; if somebody has saved since, the response is 417 with both sides. `check` tells what `POST /api/definitions?dry_run=1`
 * tells, `publish` publishes and removes the draft.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { shareCodes } from '../../../../core/definitions/sharedCodes.ts';
import { draftText, languagesOf } from '../../../../core/definitions/texts.ts';
import type { CompiledForm, FormDefinition, Text } from '../../../../core/definitions/types.ts';
import { lacksNote, nextVersion, withNote } from '../../../../core/definitions/versions/newVersion.ts';
import { withdrawalMigration } from '../../../../core/definitions/versions/takeBack.ts';
import { type UnfinishedWords, unfinishedWords, withWaiver } from '../../../../core/definitions/words/unfinished.ts';
import { Failure } from '../../../../core/errors/failure.ts';
import type {
  DefinitionDraftEntry,
  DefinitionDraftResponse,
  DefinitionDraftsResponse,
  MessageResponse,
  NewDefinitionDraftBody,
  PublishDraftBody,
} from '../../../../core/generated/api.ts';
import { isObject } from '../../../../core/json.ts';
import { LANGUAGES, type Language } from '../../../../core/text/languages.ts';
import {
  addDefinitionDraft,
  type DefinitionDraft,
  type DefinitionDraftInput,
  draftSource,
  draftWritersOf,
  formNameOfDraft,
  listDefinitionDrafts,
  removeDefinitionDraft,
  saveDefinitionDraft,
  withWordsSetting,
} from '../../../definitions/drafts.ts';
import { publishedSince } from '../../../definitions/store.ts';
import { translationStatesOf } from '../../../definitions/textStates.ts';
import { checkedBodyOf } from '../../../http/bodies.ts';
import { issuesFailure } from '../../../http/issues.ts';
import type { Services } from '../../../http/services.ts';
import { words } from '../../../http/words.ts';
import {
  type CheckedFormSource,
  checkFormSource,
  mustBePublisher,
  NOTE_PLACEHOLDER,
  publishDryRun,
  publishForm,
  readFormSource,
  readStartDay,
  refuseOwnDraft,
} from '../publication.ts';
import { readNote } from '../reasonInput.ts';
import { type DraftKind, type DraftParams, draftConflict, draftLines, openDraft } from './draft.ts';

const KEEPS_TEXT = { config: { keepsText: true } };

export function registerDraftRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const now = () => services.now().toISOString();

  app.get('/api/definitions/drafts', async (request): Promise<DefinitionDraftsResponse> => {
    await mustBePublisher(request, services);
    return { data: await entries(services, await listDefinitionDrafts(database.read)) };
  });

  app.post('/api/definitions/drafts', KEEPS_TEXT, async (request): Promise<DefinitionDraftResponse> => {
    const actor = await mustBePublisher(request, services);
    const input = newInput(services, request);
    const before = services.registry.form(formNameOfDraft(input) ?? '')?.definition;
    const draft = await addDefinitionDraft(database, input, actor.id, now(), { before });
    return whole(services, draft);
  });

  app.get<DraftParams>('/api/definitions/drafts/:draft', async (request): Promise<DefinitionDraftResponse> => {
    const { draft } = await openDraft(services, request, FORM_DRAFTS);
    return whole(services, draft);
  });

  app.put<DraftParams>(
    '/api/definitions/drafts/:draft',
    KEEPS_TEXT,
    async (request): Promise<DefinitionDraftResponse> => {
      const { actor, draft } = await openDraft(services, request, FORM_DRAFTS, true);
      const saved = await saveDefinitionDraft(database, draft, readDraft(services, request), actor.id, now());
      if (!saved) throw await draftConflict(services, request, FORM_DRAFTS, draft.version);
      return whole(services, saved);
    },
  );

  app.delete<DraftParams>('/api/definitions/drafts/:draft', async (request): Promise<MessageResponse> => {
    const { actor, draft } = await openDraft(services, request, FORM_DRAFTS);
    if (!(await removeDefinitionDraft(database, draft, actor.id, now())))
      throw await draftConflict(services, request, FORM_DRAFTS, draft.version);
    return { message: words(request.language, 'server:definition_draft_deleted') };
  });

  app.post<DraftParams>('/api/definitions/drafts/:draft/check', async (request) => {
    const { actor, draft } = await openDraft(services, request, FORM_DRAFTS);
    const unfinished = await unfinishedIn(services, draft);
    const note = isUnsaid(draft) ? NOTE_PLACEHOLDER : null;
    const found = await checkedDraft(services, draft, request.language, { note, unfinished, waiver: NOTE_PLACEHOLDER });
    return publishDryRun(services, found, actor, request.language, { writers: draftWritersOf(draft), unfinished });
  });

  app.post<DraftParams>('/api/definitions/drafts/:draft/publish', async (request) => {
    const { actor, draft } = await openDraft(services, request, FORM_DRAFTS, true);
    const writers = draftWritersOf(draft);
    refuseOwnDraft(services, draftSource(draft), actor, writers);
    const unfinished = await unfinishedIn(services, draft);
    const body = checkedBodyOf<PublishDraftBody>(request);
    const { note, waiver } = readSaid(body);
    if (unfinished.length > 0 && waiver === null) throw new Failure('words_unfinished', { detail: { unfinished } });
    const found = await checkedDraft(services, draft, request.language, { note, unfinished, waiver });
    const from = readStartDay(services, found.source, body);
    const published = await publishForm(services, found, actor, request.language, { writers, from });
    // What somebody saved in the meantime is not what was published, so it stays.
    await removeDefinitionDraft(database, draft, actor.id, now());
    return published;
  });
}

function readSaid(body: PublishDraftBody): Said {
  return { ...readNote(body), waiver: readNote({ note: body.waiver }).note };
}

/** Returns the languages in which the words of a strict draft are not finished. One that has not the shape of a form says nothing. */
async function unfinishedIn({ registry, database }: Services, draft: DefinitionDraft): Promise<UnfinishedWords[]> {
  const { definition } = draftSource(draft);
  if (!isObject(definition.changes) || !isObject(definition.fields)) return [];
  const states = await translationStatesOf(database.read, formNameOfDraft(draft), definition);
  return unfinishedWords(definition, registry.form(definition.form)?.definition, states.of);
}

/** What is said when a draft is published: what is new, and why unfinished words may stay. Null for what nobody says. */
interface Said {
  note: string | null;
  waiver: string | null;
}

/** True if nobody has said yet what is new. A draft need not have the shape of a form. */
function isUnsaid(draft: DefinitionDraft): boolean {
  const { definition } = draftSource(draft);
  return isObject(definition.changes?.note) && lacksNote(definition);
}

/**
 * Returns the source with what is said of it and advice. Throws its issues, also if somebody published its number after the
 * draft was last changed.
 */
async function checkedDraft(
  services: Services,
  draft: DefinitionDraft,
  language: Language,
  { note, waiver, unfinished }: Said & { unfinished: readonly UnfinishedWords[] },
): Promise<CheckedFormSource> {
  const given = draftSource(draft);
  const noted =
    note !== null && isObject(given.definition.changes?.note)
      ? withNote(given.definition, note, language)
      : given.definition;
  const definition = isObject(noted.changes)
    ? withWaiver(noted, unfinished.length > 0 ? (waiver ?? undefined) : undefined)
    : noted;
  const found = await checkFormSource(services, { ...given, definition }, language);
  const { source } = found;
  if (!(await publishedSince(services.database.read, source, draft.changed_at))) return found;
  const { form, version } = source.definition;
  const next = (services.registry.form(form)?.version ?? version) + 1;
  throw issuesFailure([{ pointer: '/version', code: 'version_taken', params: { version, next } }], language);
}

export const FORM_DRAFTS: DraftKind = {
  kind: 'form',
  told: (_services, { definition, schema }) => ({ data: { definition, schema } }),
};

/** Reads a new draft: a copy of a published version, what was sent, or nothing yet. */
function newInput(services: Services, request: FastifyRequest): DefinitionDraftInput {
  const { from, definition, schema, note } = checkedBodyOf<NewDefinitionDraftBody>(request);
  if (from !== undefined) return { ...copyOf(services, from), ...readNote({ note }) };
  const isEmpty = definition === undefined && schema === undefined;
  if (!isEmpty && !definition) throw new Failure('bad_body');
  return isEmpty ? { definition: {}, schema: {}, ...readNote({ note }) } : readDraft(services, request);
}

function readDraft({ registry }: Services, request: FastifyRequest): DefinitionDraftInput {
  const { definition, schema, note } = readFormSource(request);
  const newest = typeof definition.form === 'string' ? registry.form(definition.form)?.definition : undefined;
  return { definition: withWordsSetting(definition, newest), schema, ...readNote({ note }) };
}

/** Returns the version under the next number. Throws record_not_found if it was never published. */
function copyOf(
  { registry }: Services,
  from: NonNullable<NewDefinitionDraftBody['from']>,
): Omit<DefinitionDraftInput, 'note'> {
  const newest = registry.form(from.form);
  const copied = from.version === undefined ? newest : registry.form(from.form, from.version);
  if (!newest || !copied) throw new Failure('record_not_found');
  const next: FormDefinition = nextVersion(copied.definition, newest.version);
  const migrate = withdrawalMigration(newest.definition, next, onlyAskedBy(newest));
  const definition = migrate ? { ...next, migrate } : next;
  return { definition: { ...definition }, schema: shareCodes(copied.contract) };
}

/** Says why an answer of a version is not read by the next one, in the languages of the form. */
function onlyAskedBy({ version, definition }: CompiledForm): Text {
  const said = (tag: string) =>
    words(LANGUAGES.find((one) => one === tag) ?? 'en', 'server:only_asked_by', { version });
  return Object.fromEntries(languagesOf(definition).map((tag) => [tag, said(tag)])) as unknown as Text;
}

async function whole(services: Services, draft: DefinitionDraft): Promise<DefinitionDraftResponse> {
  return { data: await draftEntry(services, draft), definition: draft.definition, schema: draft.schema };
}

export async function draftEntry(services: Services, draft: DefinitionDraft): Promise<DefinitionDraftEntry> {
  const [entry] = await entries(services, [draft]);
  return entry as DefinitionDraftEntry;
}

function entries(services: Services, drafts: readonly DefinitionDraft[]): Promise<DefinitionDraftEntry[]> {
  return draftLines(services, drafts, (draft) => {
    const { title, programme, version: number } = draft.definition;
    return {
      form: formNameOfDraft(draft),
      programme: typeof programme === 'string' ? programme : null,
      form_version: Number.isInteger(number) ? (number as number) : null,
      title: draftText(title) ?? null,
      note: draft.note,
    };
  });
}
