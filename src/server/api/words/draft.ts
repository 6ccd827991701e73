/**
 * `/api/definitions/drafts/{draft}/words`: the words of a draft as a table and as a workbook. Cells come back one by one, from the
 * screen (PUT) or in a workbook (POST, with `dry_run=1` only told); a text that somebody changed meanwhile is named and not taken. As
 * every save, one that did not see the present draft is answered with 417.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { placeInWords } from '../../../core/definitions/place.ts';
import { draftText, languagesOf } from '../../../core/definitions/texts.ts';
import { GIVEN_STATES } from '../../../core/definitions/words/status.ts';
import { type TranslationRow, translationTable } from '../../../core/definitions/words/table.ts';
import {
  type AppliedTranslations,
  applyTranslations,
  type RefusedCell,
  type TranslationCell,
} from '../../../core/definitions/words/take.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { DraftWordsBody, DraftWordsResponse, TakenWordsResponse, WordsText } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { languageName } from '../../../core/text/languageNames.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import { type DefinitionDraft, formNameOfDraft, saveDefinitionDraft } from '../../definitions/drafts.ts';
import { type FormTranslationStates, translationStatesOf } from '../../definitions/textStates.ts';
import { checkedBodyOf, checkedQueryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { sheetWords, words } from '../../http/words.ts';
import { draftEntry, FORM_DRAFTS } from '../admin/drafts/definitionDrafts.ts';
import { type DraftParams, draftConflict, openDraft } from '../admin/drafts/draft.ts';
import { sendWorkbook } from '../files/download.ts';
import { readOneFile } from '../files/multipart.ts';
import { SHEET_FILE_LIMIT } from '../sheets/readFile.ts';
import { draftTranslationCells } from '../wordsInput.ts';
import { readTranslations, translationWorkbook } from './workbook.ts';

const PATH = '/api/definitions/drafts/:draft/words';

export function registerDraftTextRoutes(app: FastifyInstance, services: Services): void {
  app.get<DraftParams>(PATH, async (request): Promise<DraftWordsResponse> => {
    const { draft } = await openDraft(services, request, FORM_DRAFTS);
    const states = await statesIn(services, draft);
    const { state: only } = checkedQueryOf<{ state?: string }>(request);
    const rows = translationTable(draft.definition, states.of);
    return {
      data: await draftEntry(services, draft),
      languages: [...languagesOf(draft.definition)],
      states: [...GIVEN_STATES, 'stale' as const, 'missing' as const].map((state) => ({
        state,
        name: sheetWords(request.language).states[state],
        is_given: state !== 'stale' && state !== 'missing',
      })),
      texts: rows
        .filter((row) => only === undefined || Object.values(row.states).some(({ state }) => state === only))
        .map((row) => shown(row, states, request.language)),
    };
  });

  app.get<DraftParams>(`${PATH}.xlsx`, async (request, reply): Promise<FastifyReply> => {
    const { draft } = await openDraft(services, request, FORM_DRAFTS);
    const { of: stateOf } = await statesIn(services, draft);
    const title = draftText(draft.definition.title);
    const form = title ? pickText(title, request.language) : (formNameOfDraft(draft) ?? '');
    const file = `${words(request.language, 'definitions:words.file', { form })}.xlsx`;
    return sendWorkbook(
      reply,
      file,
      translationWorkbook([{ definition: draft.definition, stateOf }], request.language),
    );
  });

  app.put<DraftParams>(PATH, async (request): Promise<TakenWordsResponse> => {
    const { actor, draft } = await openDraft(services, request, FORM_DRAFTS, true);
    const result = await taken(services, draft, {
      cells: draftTranslationCells(checkedBodyOf<DraftWordsBody>(request)),
    });
    return save(services, request, { draft, result, by: actor.id });
  });

  app.post<DraftParams>(PATH, async (request): Promise<TakenWordsResponse> => {
    const { actor, draft } = await openDraft(services, request, FORM_DRAFTS);
    const { bytes, name, fields } = await readOneFile(request, SHEET_FILE_LIMIT);
    const version = Number(fields.version);
    if (version !== draft.version) throw await draftConflict(services, request, FORM_DRAFTS, version);
    const form = formNameOfDraft(draft) ?? '';
    const read = (await readTranslations(bytes, name)).find((one) => one.form === form);
    if (!read) throw new Failure('sheet_heading');
    const result = await taken(services, draft, read);
    if (checkedQueryOf(request).dry_run === '1')
      return told(services, request.language, { draft, before: draft, result });
    return save(services, request, { draft, result, by: actor.id });
  });
}

type Result = AppliedTranslations<Record<string, unknown>> & { states: FormTranslationStates; unmatched: string[] };

function statesIn({ database }: Services, draft: DefinitionDraft): Promise<FormTranslationStates> {
  return translationStatesOf(database.read, formNameOfDraft(draft), draft.definition);
}

async function taken(
  services: Services,
  draft: DefinitionDraft,
  { cells, refused = [], unmatched = [] }: { cells: TranslationCell[]; refused?: RefusedCell[]; unmatched?: string[] },
): Promise<Result> {
  const states = await statesIn(services, draft);
  const result = applyTranslations(draft.definition, cells, states.of);
  return { ...result, refused: [...refused, ...result.refused], states, unmatched };
}

async function save(
  services: Services,
  request: FastifyRequest<DraftParams>,
  { draft, result, by }: { draft: DefinitionDraft; result: Result; by: string },
): Promise<TakenWordsResponse> {
  const { language } = request;
  if (result.taken.length === 0) return told(services, language, { draft, before: draft, result });
  const given = new Map(result.taken.map(({ pointer, language: tag, state }) => [`${tag} ${pointer}`, state]));
  const { schema, note } = draft;
  const saved = await saveDefinitionDraft(
    services.database,
    draft,
    { definition: result.definition, schema, note },
    by,
    services.now().toISOString(),
    (pointer, tag) => given.get(`${tag} ${pointer}`),
  );
  if (!saved) throw await draftConflict(services, request, FORM_DRAFTS, draft.version);
  return told(services, language, { draft: saved, before: draft, result });
}

interface Told {
  draft: DefinitionDraft;
  /** The draft in which texts that are gone still stand. */
  before: DefinitionDraft;
  result: Result;
}

async function told(
  services: Services,
  language: Language,
  { draft, before, result: { taken: changed, refused, unknown, unmatched, unfollowed, states } }: Told,
): Promise<TakenWordsResponse> {
  const rows = new Map(translationTable(before.definition, states.of).map((row) => [row.pointer, row]));
  const isOwn = new Set(languagesOf(draft.definition));
  const say = (key: string, params = {}) => words(language, `definitions:words.${key}`, params);
  const placeOf = (pointer: string) => {
    const row = rows.get(pointer);
    return {
      pointer,
      place: row ? placeInWords(row.place, language) : '',
      key: row ? sheetWords(language).keys[row.key] : '',
    };
  };
  return {
    data: await draftEntry(services, draft),
    taken: changed.map(({ pointer, language: tag, was, words: text, state }) => ({
      ...placeOf(pointer),
      language: tag,
      was,
      words: text,
      state,
    })),
    refused: refused.map(({ pointer, language: tag, was, words: text, reason, now }) => ({
      ...placeOf(pointer),
      language: tag,
      was,
      words: text,
      now: now ?? null,
      message: say(`refused.${reason}`),
    })),
    unread: [...new Set([...unknown, ...unmatched])].map((tag) =>
      say(isOwn.has(tag) ? 'unmatched' : 'unknown_language', { language: languageName(tag) }),
    ),
    as_before: unfollowed.map(({ pointer, languages }) => ({ ...placeOf(pointer), languages })),
  };
}

function shown(row: TranslationRow, states: FormTranslationStates, language: Language): WordsText {
  return {
    pointer: row.pointer,
    place: placeInWords(row.place, language),
    key: sheetWords(language).keys[row.key],
    note: row.holds.length > 0 ? sheetWords(language).holds(row.holds.join(' ')) : '',
    words: { ...row.text },
    states: Object.fromEntries(
      Object.entries(row.states).map(([tag, { state, by, at }]) => [
        tag,
        {
          state,
          by: by ?? null,
          at: at ?? null,
          history: states.history(row, tag).map((one) => ({
            state: one.state,
            by: one.by ?? null,
            at: one.at ?? null,
            words: one.words === getOwn(row.text, tag) ? null : one.words,
          })),
        },
      ]),
    ),
  };
}
