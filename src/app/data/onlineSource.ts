/** The online data source: all API requests that several screens use. Refusals are thrown as ApiError. */

import type {
  AttachmentsResponse,
  ChoicesResponse,
  Common,
  CreateResponse,
  DefinitionView,
  DigestSetting,
  FiguresResponse,
  Filter,
  FindResponse,
  FormEntry,
  FormsResponse,
  FoundPlacesResponse,
  FoundRecordsResponse,
  HistoryResponse,
  HomeView,
  ListQuery,
  LoginResponse,
  MatrixView,
  MessageResponse,
  NewsView,
  OfferedOptionsResponse,
  OptionSearchBody,
  OverviewResponse,
  OwnSessionsResponse,
  PlacesResponse,
  PlaceView,
  PositionsResponse,
  ProblemsResponse,
  RatesResponse,
  RecordView,
  Refs,
  ReviewResponse,
  SavedViewsResponse,
  SessionView,
  TotalsResponse,
  TransitionAllBody,
  TransitionBody,
  TransitionResponse,
  UniqueResponse,
} from '../../core/generated/api.ts';
import { getOwn } from '../../core/json.ts';
import { pageParams, queryText, WITHOUT_SELECTS } from '../../core/paths/calls.ts';
import { type Language, toWireLanguage } from '../../core/text/languages.ts';
import { ApiError } from './errors.ts';
import { downloadWithRowCount, uploadAnswerFile } from './files.ts';
import { call, download, type OnProgress } from './http.ts';
import { loadEveryPage } from './list/everyPage.ts';
import { type ListResponseBody, toListView } from './list/listView.ts';
import { preferences } from './preferences.ts';
import { reportCalls } from './reports/online.ts';
import { deviceToken, sessionToken } from './token.ts';
import type {
  DownloadedFile,
  ExportQuery,
  FiguresQuery,
  ListView,
  Named,
  ProblemFilters,
  RecordWithResponse,
  SavedRecord,
} from './types.ts';
import { recordName } from './words.ts';

/** Base path of a form's API (`base`), and the response keys of its records. */
export type FormApi = Pick<FormEntry['api'], 'base'> & Partial<FormEntry['api']>;

interface PlaceQuestion {
  text: string;
  level?: PlaceView['level'];
  /** Ids of provinces or districts that contain the place. */
  within?: string[];
}

interface RecordsQuestion {
  forms: string[];
  text?: string;
  ids?: string[];
  /** For forms of people: only those with one of these roles. */
  roles?: string[];
  /** Id of the province whose records come first. */
  near?: string;
}

const e = encodeURIComponent;
const places = async (path: string) => (await call<PlacesResponse>(path)).data;
const fileLanguage = () => toWireLanguage(preferences().language);

function figureParams({ filters, calendar }: FiguresQuery) {
  return { filters: filters?.length ? JSON.stringify(filters) : undefined, calendar };
}

function problemParams(filters: ProblemFilters) {
  const given = Object.entries(filters).filter(([, value]) => value);
  return { filters: given.length ? JSON.stringify(Object.fromEntries(given)) : undefined };
}

/** Saves answers. With `key` (an Idempotency-Key) the request can be repeated safely. */
async function write(
  api: FormApi,
  path: string,
  method: 'POST' | 'PUT',
  body: Record<string, unknown>,
  key?: string,
): Promise<SavedRecord> {
  const headers = { ...(key && { 'Idempotency-Key': key }) };
  const answer = await call<SavedRecord & Record<string, unknown>>(`${api.base}/${path}`, { method, body, headers });
  return { ...answer, record: (getOwn(answer, api.record ?? 'data') ?? answer.record) as RecordView };
}

export const onlineSource = {
  async login(username: string, password: string): Promise<LoginResponse> {
    const body = { username, password, device_token: deviceToken.get() };
    const answer = await call<LoginResponse>('auth/login', { method: 'POST', body, anonymous: true });
    if (answer.device_token) deviceToken.set(answer.device_token);
    return answer;
  },
  logout: () => call<void>('auth/logout', { method: 'POST', body: { token: sessionToken.get() }, leaving: true }),
  session: () => call<SessionView>('session'),
  savePreferences: (chosen: { language?: Language; calendar?: string }) =>
    call<void>('session', {
      method: 'PUT',
      body: { ...chosen, ...(chosen.language && { language: toWireLanguage(chosen.language) }) },
    }),
  changePassword: (body: { current_password: string; new_password: string; confirmation: string }) =>
    call<MessageResponse>('auth/password', { method: 'POST', body }),
  /** The user's own sessions, the last used first. */
  ownSessions: async () => (await call<OwnSessionsResponse>('auth/sessions')).data,
  endOwnSession: (id: string) => call<MessageResponse>(`auth/sessions/${e(id)}`, { method: 'DELETE' }),
  endOtherSessions: () => call<MessageResponse>('auth/sessions', { method: 'DELETE' }),

  common: () => call<Common>('common'),
  forms: () => call<FormsResponse>('definitions'),
  definition: (form: string, version?: number) =>
    call<DefinitionView>(`definitions/${e(form)}${version ? `/${version}` : ''}`),
  /** Items that a form's lookup (`{base}/{lookup}`) returns for a record. */
  lookup: async (path: string, id: string) => (await call<{ data: Named[] }>(`${path}/${e(id)}`)).data,
  masterTable: async (list: string) => (await call<ChoicesResponse>(`master-tables/${e(list)}`)).data,
  provinces: () => places('provinces'),
  borders: () => call<object>('borders', { quiet: true }),
  districts: (province: string) => places(`province/${e(province)}/districts`),
  villages: (district: string) => places(`district/${e(district)}/villages`),
  places: async (ids: string[]) => (ids.length ? places(`places?ids=${ids.map(e).join(',')}`) : []),
  /** A few places whose names, in any spelling, contain the words. */
  findPlaces: async ({ text, level, within }: PlaceQuestion) => {
    const query = { text, level, within: within?.join() };
    return (await call<FoundPlacesResponse>('lookup/places', { query, quiet: true })).data;
  },
  /** A few records that the user may see: by words, or exactly these ids. */
  findRecords: async ({ forms, text, ids, roles, near }: RecordsQuestion) => {
    const query = { forms: forms.join(), text, ids: ids?.join(), roles: roles?.join(), near };
    const { data } = await call<FoundRecordsResponse>('lookup/records', { query, quiet: true });
    return data.map((record) => ({ ...record, name: recordName(record.name) }));
  },
  /** Records by name and code, places and accounts that the user may see: a few of each. */
  find: (words: string, signal: AbortSignal) =>
    call<FindResponse>('find', { query: { q: words }, quiet: true, saysLoss: true, signal }),
  /** A page of the options of a question, as its filter offers them. */
  searchOptions: (body: OptionSearchBody, signal?: AbortSignal) =>
    call<OfferedOptionsResponse>('lookup/options', { method: 'POST', body, quiet: true, ...(signal && { signal }) }),

  /** Saved views of a form's list, and the columns that the person chose last. */
  views: (form: string) => call<SavedViewsResponse>(`views/${e(form)}`, { quiet: true }),
  list: async (api: FormApi, query: ListQuery, signal?: AbortSignal): Promise<ListView> =>
    toListView(await call<ListResponseBody>(api.base, { query: pageParams(query), ...(signal && { signal }) })),
  /** The records of all pages, or of the first `pages` pages. */
  listAll: (
    api: FormApi,
    query: ListQuery,
    { signal, pages }: { signal?: AbortSignal; pages?: number } = {},
  ): Promise<RecordView[]> => loadEveryPage((asked) => onlineSource.list(api, asked, signal), query, pages),
  /** The sums by currency of the amounts named in `columns`, in everything that the list shows. */
  totals: (api: FormApi, query: ListQuery, signal?: AbortSignal) =>
    call<TotalsResponse>(`${api.base}/totals`, { query: pageParams(query), quiet: true, ...(signal && { signal }) }),
  /** The form's figures and matrix, limited to what the user may see; `figuresFile` gets either as a file. */
  figures: async (api: FormApi, query: FiguresQuery) =>
    (await call<FiguresResponse>(`${api.base}/figures${queryText(figureParams(query))}`)).data,
  matrix: (api: FormApi, query: FiguresQuery) => call<MatrixView>(`${api.base}/matrix`, { query: figureParams(query) }),
  figuresFile: (
    api: FormApi,
    which: 'figures' | 'matrix',
    { format, ...query }: FiguresQuery & { format: 'xlsx' | 'csv' },
    onProgress: OnProgress,
  ) =>
    download(`${api.base}/${which}`, {
      query: { ...figureParams(query), format, localSuffix: fileLanguage() },
      onProgress,
    }),
  async record(api: FormApi, id: string): Promise<RecordWithResponse> {
    const answer = await call<Record<string, unknown>>(`${api.base}/${e(id)}`, { query: WITHOUT_SELECTS });
    const record = getOwn(answer, api.record ?? 'data') as RecordView | undefined;
    // A path of another API call of this form has the same shape, so this response is not a record.
    if (typeof record?.id !== 'string') throw new ApiError(404, { code: 'record_not_found' });
    return {
      record,
      refs: (answer.refs ?? {}) as Refs,
      formsCount: (answer.formsCount ?? {}) as Record<string, number>,
      answer,
    };
  },
  createForm: (api: FormApi, query: Record<string, string>) =>
    call<CreateResponse>(`${api.base}/create`, { query: { ...query, ...WITHOUT_SELECTS } }),
  store: (api: FormApi, body: Record<string, unknown>, key?: string) => write(api, 'store', 'POST', body, key),
  update: (api: FormApi, id: string, body: Record<string, unknown>, key?: string) =>
    write(api, e(id), 'PUT', body, key),
  remove: (api: FormApi, id: string, version?: number) =>
    call<MessageResponse>(`${api.base}/${e(id)}`, { method: 'DELETE', query: { version } }),
  restore: (api: FormApi, id: string) =>
    call<MessageResponse>(`${api.base}/${e(id)}/restore`, { method: 'POST', body: {} }),
  transition: (api: FormApi, body: TransitionBody) =>
    call<TransitionResponse>(`${api.base}/change-record-status`, { method: 'POST', body }),
  transitionAll: (api: FormApi, body: TransitionAllBody & { filters: Filter[] }) =>
    call<TransitionResponse>(`${api.base}/change-record-status/all`, { method: 'POST', body }),
  isUnique: async (api: FormApi, fieldName: string, value: string, id?: string) => {
    const query = { fieldName, value, id };
    return (await call<UniqueResponse>(`${api.base}/validation`, { query, quiet: true })).validate;
  },

  history: (api: FormApi, id: string) => call<HistoryResponse>(`${api.base}/${e(id)}/history`),
  review: (api: FormApi, id: string) => call<ReviewResponse>(`${api.base}/${e(id)}/review`),
  attachments: async (api: FormApi, id: string) =>
    (await call<AttachmentsResponse>(`${api.base}/${e(id)}/attachments`)).data,
  children: async (api: FormApi, id: string, form_type: string, page: number): Promise<ListView> =>
    toListView(await call<ListResponseBody>(`${api.base}/${e(id)}/forms`, { query: { form_type, page } })),
  overview: (api: FormApi, id: string) => call<OverviewResponse>(`${api.base}/${e(id)}/overview`),
  positions: async (api: FormApi, province: string) =>
    (await call<PositionsResponse>(`${api.base}/positions`, { query: { province }, quiet: true })).data,
  rates: (api: FormApi, id: string, query: { fromDate?: string; toDate?: string }) =>
    call<RatesResponse>(`${api.base}/${e(id)}/rates`, { query }),
  problems: (api: FormApi, id: string, filters: ProblemFilters) =>
    call<ProblemsResponse>(`${api.base}/${e(id)}/problems`, { query: problemParams(filters) }),
  problemsFile: (api: FormApi, id: string, filters: ProblemFilters, onProgress: OnProgress) =>
    download(`${api.base}/${e(id)}/problems`, {
      query: { download: 1, localSuffix: fileLanguage(), ...problemParams(filters) },
      onProgress,
    }),
  exportList: (
    api: FormApi,
    { list, ...how }: ExportQuery,
    { onRows, signal }: { onRows: (done: number) => void; signal: AbortSignal },
  ): Promise<DownloadedFile> =>
    downloadWithRowCount(`${api.base}/export`, { query: { ...pageParams(list), ...how }, signal }, onRows),

  uploadFile: uploadAnswerFile,
  file: (id: string, size?: 'thumb') => download(`files/${e(id)}`, { query: { size }, quiet: true }),
  definitionMedia: (hash: string) => download(`definitions/media/${e(hash)}`, { quiet: true }),
  ...reportCalls,
  home: () => call<HomeView>('home'),
  news: () => call<NewsView>('news'),
  seeNews: (until: string) => call<NewsView>('news/seen', { method: 'POST', body: { until } }),
  digest: () => call<DigestSetting>('news/digest'),
  chooseDigest: (every: DigestSetting['every']) =>
    call<DigestSetting>('news/digest', { method: 'PUT', body: { every } }),
};
