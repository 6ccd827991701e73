/** Answers of the data source, as screens read them (provider API shapes). */
import type {
  Constants,
  FormDefinition,
  JsonSchema,
  Navigation,
  Permissions,
  RecordData,
  Text,
  Workflow,
} from '../../core/definitions/types.ts';
import type { Operator } from '../../core/form/operators.ts';
import type { Refs } from '../../core/form/types/fieldType.ts';
import type { Grant } from '../../core/records/types.ts';

export type { Refs };

/** Anything with names in three languages. */
export interface Named {
  id: string;
  name?: string | null;
  name_en?: string | null;
  name_fa?: string | null;
  name_ps?: string | null;
  code?: string | null;
}

export interface SessionUser {
  id: string;
  username: string;
  name: string;
  language?: string;
  grants: Grant[];
  must_change_password?: boolean;
  /** Record of the person this account speaks for. */
  person_id?: string | null;
}

export interface SessionView {
  user: SessionUser;
  grants: Grant[];
  roles: { id: string; label: Text | string }[];
  /** Engine actions: accounts, choices, definitions, export … */
  may: Record<string, boolean>;
}

export interface LoginAnswer {
  access_token: string;
  /** To be sent at the next login on this device; absent when the server has no room to remember it. */
  device_token?: string;
  user: SessionUser;
  siteUsers: unknown[];
}

/** One of the logins of one's own account. */
export interface OwnSession {
  id: string;
  /** Browser and system, as `Chrome · Android`. */
  device: string | null;
  created_at: string;
  last_used_at: string;
  current: boolean;
}

export interface Common {
  constants: Constants;
  navigation: Navigation;
  workflows: Record<string, Workflow>;
  roles: Permissions['roles'];
  revision: number;
}

/** One form as menus and paths need it. */
export interface FormEntry {
  form: string;
  version: number;
  programme: string;
  kind: FormDefinition['kind'];
  title: Text;
  plural: Text;
  new?: Text | null;
  icon?: string | null;
  paths: FormDefinition['paths'];
  parent?: FormDefinition['parent'] | null;
  api: { base: string; record?: string | null };
  workflow: string;
  /** Where its records may be made from a spreadsheet. */
  import?: { path: string };
  hash: string;
  /** Allowed actions only. */
  may: { create?: true; view?: true; export?: true };
}

export interface DefinitionView {
  form: string;
  version: number;
  schema: JsonSchema;
  definition: FormDefinition;
  /** Documented name to stored name; groups nest. */
  aliases: Record<string, unknown>;
  hash: string;
}

export interface StateView {
  id: string;
  name: string;
  label: Text;
  variant: Workflow['states'][number]['variant'];
  icon: string;
}

export type DenialReasons = Record<string, { code: string; message: string }>;

/** A record in any answer. */
export interface RecordView {
  id: string;
  version: number;
  form: string;
  form_version: number;
  code: string | null;
  name?: string | null;
  current_state: StateView;
  recordScope: Record<string, true>;
  why_not: DenialReasons;
  created_at: string;
  created_by: { id: string; name: string } | null;
  updated_at: string;
  updated_by: { id: string; name: string } | null;
  /** Only of a deleted record. */
  deleted_at?: string | null;
  province: Named | null;
  district: Named | null;
  village: Named | null;
  organization: Named | null;
  parent: { id: string; form: string; name: string; code: string | null } | null;
  /** Values of list columns that are not in the record itself, by source. */
  columns: Record<string, unknown>;
  data: RecordData;
}

export interface ListQuery {
  page?: number;
  per_page?: number;
  filters?: Filter[];
  sort?: string;
  text?: string;
  /** Every answer of the rows, not only what lists show. */
  fields?: 'all';
  /** With `meta.counts`: how many records belong to each row. */
  counts?: boolean;
  /** The deleted records instead of the living ones. */
  deleted?: boolean;
}

export interface Filter {
  field: string;
  op: Operator;
  value?: unknown;
}

export interface FigureQuery {
  filters?: Filter[];
  calendar?: 'solar' | 'gregorian';
}

/** Records of one kind within a figure, with the filters of exactly these. */
export interface FigureGroup {
  id: string;
  name: string;
  total: number;
  late?: true;
  variant?: string;
  filters: Filter[];
}

export interface FigureView {
  id: string;
  total: number;
  value: number | null;
  groups: FigureGroup[];
  filters: Filter[];
}

export interface MatrixView {
  data: { row: string; column: string; total: number }[];
  total: number;
  filters: Filter[];
}

export interface ListMeta {
  per_page: number;
  current_page: number;
  last_page: number;
  total: number;
  capped?: boolean;
  provinces?: Named[];
  organizations?: Named[];
  status?: (Named & { label?: Text; variant?: string })[];
  refs?: Refs;
  next_cursor?: string | null;
  /** Record id to form type to number, when it was asked for; what has none is left out. */
  counts?: Record<string, Record<string, number>>;
}

export interface ListView {
  data: RecordView[];
  meta: ListMeta;
}

/** One record with what stands around it. */
export interface RecordAnswer {
  record: RecordView;
  refs: Refs;
  formsCount: Record<string, number>;
  /** The whole answer, with its documented keys. */
  answer: Record<string, unknown>;
}

export interface CreateAnswer {
  recordScope: Record<string, true>;
  why_not?: DenialReasons;
  definition: { form: string; version: number };
  defaults?: RecordData;
  parent?: RecordView | null;
  refs?: Refs;
  [documented: string]: unknown;
}

export interface SaveAnswer {
  id: string;
  code: string | null;
  version: number;
  message: string;
  record: RecordView;
}

export interface ChangeView {
  seq: number;
  action: string;
  at: string;
  by: { id: string; name: string };
  device_id: string | null;
  from_state: string | null;
  to_state: string | null;
  comment: string | null;
  /** `erased`: what it was changed to is no longer kept. */
  changes: { field: string; before: unknown; after: unknown; erased?: boolean }[];
  fields?: { field: string; comment: string }[];
  version: number;
}

export interface AttachmentView {
  id: string;
  name: string;
  media_type: string;
  size: number;
  field: string | null;
  created_at: string;
  by: { id: string; name: string } | null;
}

export interface FileAnswer {
  id: string;
  name: string;
  media_type: string;
  size: number;
  url: string;
  width?: number;
  height?: number;
}

export interface TransitionBody {
  record_id: string | string[];
  action: string;
  comment?: string;
  version?: number;
  fields?: { field: string; comment: string }[];
}

export interface TransitionAnswer {
  message: string;
  changes_record_status?: boolean;
  record?: RecordView;
  changed?: number | string[];
  refused?: Refused[];
  /** Of a step for all: records looked at in this call, and where to go on. */
  looked?: number;
  next_cursor?: string | null;
}

/** A record a step for many did not change, and why. */
export interface Refused {
  id: string;
  code: string;
  message: string;
  name?: string;
  record_code?: string | null;
}

/** What the problems of a site may be narrowed by. */
export interface ProblemFilters {
  from_date?: string;
  to_date?: string;
  problem_status_id?: string;
}

export interface ProblemView extends Named {
  number?: number;
  category?: string | null;
  category_title?: Text | null;
  trouble_shooter?: Named | null;
  problem_status?: { id: string; name: string; label?: Text; open?: boolean };
  identified_by?: Named[];
  solved_by?: Named[];
  advocated_by?: Named[];
  problem_type_id: string;
  problem_details?: string | null;
  resolution_steps?: string | null;
  date_identified?: string | null;
  date_solved?: string | null;
  problem_status_id: string;
  identified_by_id?: string[];
  solved_by_id?: string[];
  advocated_by_id?: string[];
  [more: string]: unknown;
}

export interface DashboardRecord {
  form: string;
  id: string;
  code: string | null;
  name: string | null;
  parent_name: string | null;
  state: StateView | null;
  at: string;
  path: string;
}

export interface DashboardView {
  waiting: {
    key: 'to_correct' | 'to_verify';
    total: number;
    /** How many of which form, and the states they wait in. */
    forms?: { form: string; total: number; states: string[] }[];
    data: DashboardRecord[];
  }[];
  activity: {
    at: string;
    by: { id: string; name: string };
    action: string;
    form: string;
    id: string;
    code: string | null;
    name: string | null;
    path: string;
  }[];
  quick: { form: string; path?: string; title?: Text }[];
}

export interface PlaceView extends Named {
  level: 'province' | 'district' | 'village';
  pcode?: string | null;
  parent_id: string | null;
  aliases?: string[];
  latitude?: number | null;
  longitude?: number | null;
}

export interface Downloaded {
  blob: Blob;
  name: string | null;
}
