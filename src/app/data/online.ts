/** The data source that asks the API. */
import { toWireLanguage } from '../../core/text/languages.ts';
import { onlineAccounts } from './accounts.ts';
import { ApiError } from './errors.ts';
import { sendFile } from './files.ts';
import { call, download, queryText } from './http.ts';
import { type ListAnswer, listView } from './listView.ts';
import { onlinePermissions } from './permissions.ts';
import { preferences } from './preferences.ts';
import { onlineSheets } from './sheets.ts';
import type { Api, DataSource, FoundRecord, RateView } from './source.ts';
import { deviceToken, token } from './token.ts';
import type {
  AttachmentView,
  ChangeView,
  Common,
  CreateResponse,
  DashboardView,
  DefinitionView,
  FigureQuery,
  FigureView,
  FormEntry,
  ListQuery,
  LoginResponse,
  MatrixView,
  Named,
  OwnSession,
  PlaceView,
  ProblemFilters,
  ProblemsResponse,
  RecordView,
  Refs,
  SavedRecord,
  SessionView,
  TransitionResponse,
} from './types.ts';

const e = encodeURIComponent;
const rows = async <T>(path: string): Promise<T[]> => (await call<{ data: T[] }>(path)).data;

export function listParams({ page, per_page, filters, sort, text, fields, counts, deleted }: ListQuery) {
  return {
    page,
    per_page,
    sort,
    text,
    fields,
    counts: counts ? 1 : undefined,
    filters: filters?.length ? JSON.stringify(filters) : undefined,
    deleted: deleted ? 1 : undefined,
  };
}

function figureParams({ filters, calendar }: FigureQuery) {
  return { filters: filters?.length ? JSON.stringify(filters) : undefined, calendar };
}

function saved(answer: SavedRecord & Record<string, unknown>, api: Api): SavedRecord {
  return { ...answer, record: (answer[api.record ?? 'data'] ?? answer.record) as RecordView };
}

export const online: DataSource = {
  login: async (username, password) => {
    const body = { username, password, device_token: deviceToken.get() };
    const answer = await call<LoginResponse>('auth/login', { method: 'POST', body, anonymous: true });
    if (answer.device_token) deviceToken.set(answer.device_token);
    return answer;
  },
  logout: () => call('auth/logout', { method: 'POST', body: { token: token.get() }, leaving: true }),
  session: () => call<SessionView>('session'),
  savePreferences: (chosen) =>
    call('session', {
      method: 'PUT',
      body: { ...chosen, ...(chosen.language && { language: toWireLanguage(chosen.language) }) },
    }),
  changePassword: (body) => call('auth/password', { method: 'POST', body }),
  ownSessions: async () => (await call<{ data: OwnSession[] }>('auth/sessions')).data,
  endOwnSession: (id) => call(`auth/sessions/${e(id)}`, { method: 'DELETE' }),
  endOtherSessions: () => call('auth/sessions', { method: 'DELETE' }),

  common: () => call<Common>('common'),
  forms: () => call<{ data: FormEntry[]; revision: number }>('definitions'),
  definition: (form, version) => call<DefinitionView>(`definitions/${e(form)}${version ? `/${version}` : ''}`),
  lookup: (path, id) => rows<Named>(`${path}/${e(id)}`),
  masterTable: (list) => rows<Named>(`master-tables/${e(list)}`),
  provinces: () => rows<PlaceView>('provinces'),
  districts: (province) => rows<PlaceView>(`province/${e(province)}/districts`),
  villages: (district) => rows<PlaceView>(`district/${e(district)}/villages`),
  places: (ids) => (ids.length ? rows<PlaceView>(`places?ids=${ids.map(e).join(',')}`) : Promise.resolve([])),

  findPlaces: async ({ text, level, within }) =>
    (
      await call<{ data: (PlaceView & { detail?: string | null })[] }>('lookup/places', {
        query: { text, level, within: within?.join() },
        quiet: true,
      })
    ).data,
  findRecords: async ({ forms, text, ids, roles, near }) =>
    (
      await call<{ data: FoundRecord[] }>('lookup/records', {
        query: { forms: forms.join(), text, ids: ids?.join(), roles: roles?.join(), near },
        quiet: true,
      })
    ).data,

  list: async (api, query, signal) =>
    listView(await call<ListAnswer>(api.base, { query: listParams(query), ...(signal && { signal }) })),
  figures: (api, query) => rows<FigureView>(`${api.base}/figures${queryText(figureParams(query))}`),
  matrix: (api, query) => call<MatrixView>(`${api.base}/matrix`, { query: figureParams(query) }),
  figuresFile: (api, which, { format, ...query }, onProgress) =>
    download(`${api.base}/${which}`, {
      query: { ...figureParams(query), format, localSuffix: toWireLanguage(preferences().language) },
      ...(onProgress && { onProgress }),
    }),
  async record(api, id) {
    const answer = await call<Record<string, unknown>>(`${api.base}/${e(id)}`);
    const record = answer[api.record ?? 'data'] as RecordView | undefined;
    // Another call of the form has this name: what was asked for is no record.
    if (typeof record?.id !== 'string') throw new ApiError(404, { code: 'record_not_found' });
    return {
      record,
      refs: (answer.refs ?? {}) as Refs,
      formsCount: (answer.formsCount ?? {}) as Record<string, number>,
      answer,
    };
  },
  createForm: (api, params) => call<CreateResponse>(`${api.base}/create`, { query: params }),
  store: async (api, body, key) =>
    saved(
      await call(`${api.base}/store`, { method: 'POST', body, ...(key && { headers: { 'Idempotency-Key': key } }) }),
      api,
    ),
  update: async (api, id, body, key) =>
    saved(
      await call(`${api.base}/${e(id)}`, { method: 'PUT', body, ...(key && { headers: { 'Idempotency-Key': key } }) }),
      api,
    ),
  remove: (api, id, version) => call(`${api.base}/${e(id)}`, { method: 'DELETE', query: { version } }),
  restore: (api, id) => call(`${api.base}/${e(id)}/restore`, { method: 'POST', body: {} }),
  transition: (api, body) => call<TransitionResponse>(`${api.base}/change-record-status`, { method: 'POST', body }),
  transitionAll: (api, body) =>
    call<TransitionResponse>(`${api.base}/change-record-status/all`, { method: 'POST', body }),
  async isUnique(api, fieldName, value, id) {
    const answer = await call<{ validate: boolean }>(`${api.base}/validation`, {
      query: { fieldName, value, id },
      quiet: true,
    });
    return answer.validate;
  },

  async history(api, id) {
    const answer = await call<{ data: ChangeView[]; refs?: Refs }>(`${api.base}/${e(id)}/history`);
    return { data: answer.data, refs: answer.refs ?? {} };
  },
  attachments: (api, id) => rows<AttachmentView>(`${api.base}/${e(id)}/attachments`),
  children: async (api, id, form_type, page) =>
    listView(await call<ListAnswer>(`${api.base}/${e(id)}/forms`, { query: { form_type, page } })),
  rates: (api, id, range) =>
    call<{ rates: RateView[]; sheets: number }>(`${api.base}/${e(id)}/rates`, { query: range }),
  problems: (api, id, filters) =>
    call<ProblemsResponse>(`${api.base}/${e(id)}/problems`, { query: { filters: filterText(filters) } }),
  problemsFile: (api, id, filters, onProgress) =>
    download(`${api.base}/${e(id)}/problems`, {
      query: { download: 1, localSuffix: toWireLanguage(preferences().language), filters: filterText(filters) },
      ...(onProgress && { onProgress }),
    }),
  exportList: (api, { format, ...query }, onProgress) =>
    download(`${api.base}/export`, {
      query: { ...listParams(query), format, localSuffix: toWireLanguage(preferences().language) },
      ...(onProgress && { onProgress }),
    }),

  uploadFile: sendFile,
  file: (id, size) => download(`files/${e(id)}`, { query: { size }, quiet: true }),
  dashboard: () => call<DashboardView>('dashboard'),
  accounts: onlineAccounts,
  sheets: onlineSheets,
  permissions: onlinePermissions,
};

function filterText(filters: ProblemFilters): string | undefined {
  const given = Object.entries(filters).filter(([, value]) => value);
  return given.length ? JSON.stringify(Object.fromEntries(given)) : undefined;
}
