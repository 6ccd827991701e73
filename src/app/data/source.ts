/**
 * All that screens may ask. `online.ts` answers through the API; another implementation may answer from this device.
 * Screens cannot tell which one they have. Every refusal is an ApiError.
 */
import { createContext, useContext } from 'react';
import type { Language } from '../../core/text/languages.ts';
import type { AccountsSource } from './accounts.ts';
import type { PermissionsSource } from './permissions.ts';
import type { SheetsSource } from './sheets.ts';
import type {
  AttachmentView,
  ChangeView,
  Common,
  CreateResponse,
  DashboardView,
  DefinitionView,
  Downloaded,
  FigureQuery,
  FigureView,
  FileResponse,
  Filter,
  FormEntry,
  ListQuery,
  ListView,
  LoginResponse,
  MatrixView,
  Named,
  OwnSession,
  PlaceView,
  ProblemFilters,
  ProblemsResponse,
  Refs,
  SavedRecord,
  SessionView,
  ShownRecord,
  TransitionBody,
  TransitionResponse,
} from './types.ts';

/** Where a form's calls go: `api.base` and the key of one record. */
export type Api = Pick<FormEntry['api'], 'base'> & Partial<FormEntry['api']>;

export interface DataSource {
  login(username: string, password: string): Promise<LoginResponse>;
  logout(): Promise<void>;
  session(): Promise<SessionView>;
  savePreferences(preferences: { language?: Language; calendar?: string }): Promise<void>;
  changePassword(body: {
    current_password: string;
    new_password: string;
    confirmation: string;
  }): Promise<{ message: string }>;
  /** Where I am logged in, the last used first. */
  ownSessions(): Promise<OwnSession[]>;
  endOwnSession(id: string): Promise<{ message: string }>;
  endOtherSessions(): Promise<{ message: string }>;

  common(): Promise<Common>;
  forms(): Promise<{ data: FormEntry[]; revision: number }>;
  definition(form: string, version?: number): Promise<DefinitionView>;
  masterTable(list: string): Promise<Named[]>;
  /** Items a form's lookup (`{base}/{lookup}`) knows of a record. */
  lookup(path: string, id: string): Promise<Named[]>;
  provinces(): Promise<PlaceView[]>;
  districts(province: string): Promise<PlaceView[]>;
  villages(district: string): Promise<PlaceView[]>;
  places(ids: string[]): Promise<PlaceView[]>;
  /** A few places whose names, in any spelling, have the words. */
  findPlaces(question: PlaceQuestion): Promise<(PlaceView & { detail?: string | null })[]>;
  /** A few records the person may see: by words, or exactly these ids. */
  findRecords(question: RecordsQuestion): Promise<FoundRecord[]>;

  list(api: Api, query: ListQuery, signal?: AbortSignal): Promise<ListView>;
  /** Numbers of the form's figures and matrix, as the reader may see them; the same as a file. */
  figures(api: Api, query: FigureQuery): Promise<FigureView[]>;
  matrix(api: Api, query: FigureQuery): Promise<MatrixView>;
  figuresFile(
    api: Api,
    which: 'figures' | 'matrix',
    query: FigureQuery & { format: 'xlsx' | 'csv' },
    onProgress?: (share: number | null, bytes: number) => void,
  ): Promise<Downloaded>;
  record(api: Api, id: string): Promise<ShownRecord>;
  createForm(api: Api, params: Record<string, string>): Promise<CreateResponse>;
  /** `key` makes repeating harmless. */
  store(api: Api, body: Record<string, unknown>, key?: string): Promise<SavedRecord>;
  update(api: Api, id: string, body: Record<string, unknown>, key?: string): Promise<SavedRecord>;
  remove(api: Api, id: string, version?: number): Promise<{ message: string }>;
  restore(api: Api, id: string): Promise<{ message: string }>;
  transition(api: Api, body: TransitionBody): Promise<TransitionResponse>;
  transitionAll(
    api: Api,
    /** `limit` records are looked at; `after` goes on behind the call before. */
    body: { action: string; filters: Filter[]; text?: string; comment?: string; limit?: number; after?: string },
  ): Promise<TransitionResponse>;
  isUnique(api: Api, field: string, value: string, exceptId?: string): Promise<boolean>;

  history(api: Api, id: string): Promise<{ data: ChangeView[]; refs: Refs }>;
  attachments(api: Api, id: string): Promise<AttachmentView[]>;
  children(api: Api, id: string, type: string, page: number): Promise<ListView>;
  rates(
    api: Api,
    id: string,
    range: { fromDate?: string; toDate?: string },
  ): Promise<{ rates: RateView[]; sheets: number }>;
  problems(api: Api, id: string, filters: ProblemFilters): Promise<ProblemsResponse>;
  problemsFile(
    api: Api,
    id: string,
    filters: ProblemFilters,
    onProgress?: (share: number | null, bytes: number) => void,
  ): Promise<Downloaded>;
  exportList(
    api: Api,
    query: ListQuery & { format: 'xlsx' | 'csv' },
    onProgress?: (share: number | null, bytes: number) => void,
  ): Promise<Downloaded>;

  /** Progress from 0 to 1. */
  uploadFile(
    file: Blob,
    name: string,
    onProgress?: (share: number) => void,
    signal?: AbortSignal,
  ): Promise<FileResponse>;
  file(id: string, size?: 'thumb'): Promise<Downloaded>;
  dashboard(): Promise<DashboardView>;
  accounts: AccountsSource;
  sheets: SheetsSource;
  permissions: PermissionsSource;
}

export interface PlaceQuestion {
  text: string;
  level?: PlaceView['level'];
  /** Ids of provinces or districts it lies in. */
  within?: string[];
}

export interface RecordsQuestion {
  forms: string[];
  text?: string;
  ids?: string[];
  /** Of forms of people: only those with one of these roles. */
  roles?: string[];
  /** Id of a province whose records come first. */
  near?: string;
}

export interface FoundRecord {
  id: string;
  form: string;
  name: string;
  code: string | null;
  province: Named | null;
}

/** Average of one rated question over the sheets in the range. */
export interface RateView extends Named {
  field: string;
  category: Named;
  average: number | null;
  count: number;
  /** Times each answer was given. */
  distribution: Record<string, number>;
}

export const DataSourceContext = createContext<DataSource | null>(null);

export function useSource(): DataSource {
  const source = useContext(DataSourceContext);
  if (!source) throw new Error('useSource outside DataSourceContext');
  return source;
}
