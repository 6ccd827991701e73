/** Types that the app builds from the API's types. */
import type {
  Filter,
  ListQuery,
  PageMeta,
  RecordView,
  Refs,
  SaveResponse,
  ListMeta as SentListMeta,
} from '../../core/generated/api.ts';
import type { Calendar } from '../../core/text/dates.ts';

/** Anything with names in the three languages. */
export interface Named {
  id: string;
  name?: string | null;
  name_en?: string | null;
  name_fa?: string | null;
  name_ps?: string | null;
  code?: string | null;
}

export interface FiguresQuery {
  filters?: Filter[];
  calendar?: 'solar' | 'gregorian';
}

/** Meta of a list, as far as it applies to records. The denial reasons are in the rows. */
export type ListMeta = PageMeta & Partial<Omit<SentListMeta, keyof PageMeta | 'refusals'>>;

export interface ListView {
  data: RecordView[];
  meta: ListMeta;
}

/** One record with names, counts of child forms and the whole response. */
export interface RecordWithResponse {
  record: RecordView;
  refs: Refs;
  formsCount: Record<string, number>;
  /** The whole response, with its documented keys. */
  answer: Record<string, unknown>;
  /** Version of the form in which the record is changed, if it can no longer be sent in its own. */
  movesTo?: number;
}

/** A saved record, whatever response key its form documents. */
export type SavedRecord = Pick<SaveResponse, 'id' | 'code' | 'version' | 'newest_version' | 'message'> & {
  record: RecordView;
};

/** Filters for the problems of a site. */
export interface ProblemFilters {
  from_date?: string;
  to_date?: string;
  status?: string;
  /** Words in the code, name or description. */
  text?: string;
}

/** What an export holds and how it is written. The keys are those of the call. */
export interface ExportQuery {
  /** Filters, search text and order of the list. */
  list: ListQuery;
  format: 'xlsx' | 'csv' | 'zip' | 'ndjson' | 'geojson' | 'parquet';
  /** Ids or sources, with commas between them. */
  ids?: string;
  columns?: string;
  all?: 1;
  names?: 0 | 1;
  labels: 'one' | 'all' | 'codes';
  localSuffix: string;
  split?: 1;
  calendar?: 'both' | Calendar;
  tables?: 1;
  transitions?: 1;
  header?: 'names';
  codebook?: 1;
}

export interface DownloadedFile {
  blob: Blob;
  name: string | null;
}
