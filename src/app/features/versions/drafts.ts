/** Requests for drafts of definitions. */
import type { TFunction } from 'i18next';
import type { FormDefinition, Navigation } from '../../../core/definitions/types.ts';
import type {
  CommonPartResponse,
  DefinitionDraftEntry,
  DefinitionDraftResponse,
  DefinitionDraftsResponse,
  DefinitionMediaResponse,
  DraftWordsBody,
  DraftWordsResponse,
  DryRunResponse,
  FormVersionsResponse,
  MessageResponse,
  PublishResponse,
  TakenWordsResponse,
  TextState,
  XlsformResponse,
} from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { type PostOptions, postFiles } from '../../data/files.ts';
import { call, download } from '../../data/http.ts';
import { instant, text } from '../../data/words.ts';
import type { ChosenFile } from '../../screens/upload/sheets.ts';

const BASE = 'definitions/drafts';
const at = ({ id }: Pick<DefinitionDraftEntry, 'id'>) => `${BASE}/${encodeURIComponent(id)}`;

export const draftKeys = {
  all: ['definition drafts'] as const,
  list: ['definition drafts', 'list'] as const,
  of: ({ id }: Pick<DefinitionDraftEntry, 'id'>) => ['definition drafts', id] as const,
  written: ({ id }: Pick<DefinitionDraftEntry, 'id'>) => ['definition drafts', id, 'written'] as const,
  words: ({ id }: Pick<DefinitionDraftEntry, 'id'>, language: string) =>
    ['definition drafts', id, 'words', language] as const,
  workbook: ({ id, version }: DefinitionDraftEntry, { name, size, lastModified }: File) =>
    ['definition drafts', id, 'workbook', version, name, size, lastModified] as const,
  preview: (id: string, language: string) => ['definition drafts', id, 'preview', language] as const,
  check: ({ id, version }: DefinitionDraftEntry, language: string) =>
    ['definition drafts', id, 'check', version, language] as const,
};

/** The published versions of a form, newest first. Their differences come in the language of the reader. */
export const versionsQuery = (form: string, language: string) => ({
  queryKey: ['definition', form, 'versions', language],
  queryFn: () => call<FormVersionsResponse>(`definitions/${encodeURIComponent(form)}/versions`),
});

/** Stores a picture or a sound. Returns the hash of its content. */
export async function uploadDraftMedia(name: string, file: File): Promise<string | undefined> {
  const body = new FormData();
  body.append('file', file, name);
  return (await call<DefinitionMediaResponse>('definitions/media', { method: 'POST', body })).data[0]?.hash;
}

export const draftsApi = {
  list: async () => (await call<DefinitionDraftsResponse>(BASE)).data,
  get: (draft: DefinitionDraftEntry) => call<DefinitionDraftResponse>(at(draft)),
  /** Begins the next version as the newest one is, or as an earlier one was. */
  copy: (form: string, version?: number) =>
    call<DefinitionDraftResponse>(BASE, { method: 'POST', body: { from: { form, ...(version && { version }) } } }),
  /** What workbooks of XLSForm become; nothing is stored. */
  readWorkbook(files: readonly ChosenFile[], options: PostOptions) {
    const body = new FormData();
    for (const { name, content } of files) body.append('file', content, name);
    return postFiles<XlsformResponse>(`${BASE}/xlsform`, body, options);
  },
  xlsform: (form: string, version: number) =>
    download(`definitions/${encodeURIComponent(form)}/${version}/xlsform.xlsx`),
  begin: (definition: object, schema: object) =>
    call<DefinitionDraftResponse>(BASE, { method: 'POST', body: { definition, schema } }),
  check: (draft: DefinitionDraftEntry) => call<DryRunResponse>(`${at(draft)}/check`, { method: 'POST', body: {} }),
  /** `waiver`: why unfinished words of a strict form may stay. `from`: first day of its new records, if that is not today. */
  publish: (draft: DefinitionDraftEntry, said: { note: string; waiver?: string; from?: string | undefined }) =>
    call<PublishResponse>(`${at(draft)}/publish`, { method: 'POST', body: { version: draft.version, ...said } }),
  /** Adds a line for a form to the menu of a department. */
  async addToMenu(department: string, form: string): Promise<void> {
    const path = 'definitions/common/navigation';
    const { data, content } = await call<CommonPartResponse & { content: Navigation }>(path);
    const departments = content.departments.map((one) =>
      one.id === department ? { ...one, items: [...one.items, { id: form, form }] } : one,
    );
    await call(path, { method: 'POST', body: { content: { ...content, departments }, hash: data.hash } });
  },
  /** `state`: only the texts that have it in a language. */
  words: (draft: Pick<DefinitionDraftEntry, 'id'>, state?: TextState) =>
    call<DraftWordsResponse>(`${at(draft)}/words`, { query: state ? { state } : {} }),
  saveWords: ({ id, version }: Pick<DefinitionDraftEntry, 'id' | 'version'>, cells: DraftWordsBody['cells']) =>
    call<TakenWordsResponse>(`${at({ id })}/words`, { method: 'PUT', body: { version, cells } }),
  workbook: (draft: DefinitionDraftEntry) => download(`${at(draft)}/words.xlsx`),
  /** `isTrial`: only says what would be taken. */
  takeWorkbook(draft: DefinitionDraftEntry, file: File, isTrial: boolean) {
    const body = new FormData();
    body.append('version', String(draft.version));
    body.append('file', file, file.name);
    const query = isTrial ? { dry_run: 1 } : {};
    return call<TakenWordsResponse>(`${at(draft)}/words`, { method: 'POST', query, body });
  },
  /** Uploads files under the names that a draft gives them, and saves the draft with their hashes. */
  async addMedia({ data, definition, schema }: DefinitionDraftResponse, files: [name: string, file: File][]) {
    const mediaFiles: Record<string, unknown> = { ...(definition as Partial<FormDefinition>).mediaFiles };
    for (const [name, file] of files) mediaFiles[name] = await uploadDraftMedia(name, file);
    const { version, note } = data;
    const body = { version, note, definition: { ...definition, mediaFiles }, schema };
    return call<DefinitionDraftResponse>(at(data), { method: 'PUT', body });
  },
  remove: (draft: DefinitionDraftEntry) => call<MessageResponse>(at(draft), { method: 'DELETE' }),
  /** Sends a file as it was written, since the server also finds keys that stand twice. */
  async upload(file: File, draft?: DefinitionDraftEntry): Promise<DefinitionDraftResponse> {
    const text = await file.text();
    const written = draftIn(text.trim());
    if (!draft) return call<DefinitionDraftResponse>(BASE, { method: 'POST', body: new Blob([written ?? text]) });
    // What is no JSON is sent as it is: the server says line and column.
    const body = new Blob(written === undefined ? [text] : [`{"version":${draft.version},`, written.slice(1)]);
    return call<DefinitionDraftResponse>(at(draft), { method: 'PUT', body });
  },
};

/** A file that is neither a form nor a downloaded draft. */
export class NoDefinitionError extends Error {}

/**
 * Returns the body for a file: a downloaded draft as it is, or the form file alone, whose data contract is then written.
 * Undefined if it is no JSON.
 */
function draftIn(written: string): string | undefined {
  let read: { definition?: unknown; fields?: unknown } | null;
  try {
    read = JSON.parse(written);
  } catch {
    return undefined;
  }
  if (written.startsWith('{') && read?.definition) return written;
  if (written.startsWith('{') && read?.fields) return `{"definition":${written}}`;
  throw new NoDefinitionError();
}

/** Returns the title of a draft's form, or the nearest to it that is there already. */
export function definitionDraftName({ title, form }: DefinitionDraftEntry, t: TFunction<'admin'>): string {
  return text(title) || form || t('definitionDrafts.unnamed');
}

/** Says who saved a draft last, and when. */
export function changedBy({ changed_by, changed_at }: DefinitionDraftEntry, t: TFunction<'admin'>): string {
  return t('definitionDrafts.changedBy', { name: isolateName(changed_by.name ?? '–'), at: instant(changed_at) });
}
