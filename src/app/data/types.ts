/** What is made here of the shapes that travel. */
import type {
  Filter,
  PageMeta,
  RecordView,
  Refs,
  SaveResponse,
  ListMeta as SentListMeta,
} from '../../core/generated/api.ts';

/** Anything with names in three languages. */
export interface Named {
  id: string;
  name?: string | null;
  name_en?: string | null;
  name_fa?: string | null;
  name_ps?: string | null;
  code?: string | null;
}

export interface FigureQuery {
  filters?: Filter[];
  calendar?: 'solar' | 'gregorian';
}

/** What a list says of itself, as far as it is one of records; its refusals stand in the rows. */
export type ListMeta = PageMeta & Partial<Omit<SentListMeta, keyof PageMeta | 'refusals'>>;

export interface ListView {
  data: RecordView[];
  meta: ListMeta;
}

/** One record with what stands around it. */
export interface ShownRecord {
  record: RecordView;
  refs: Refs;
  formsCount: Record<string, number>;
  /** The whole response, with its documented keys. */
  answer: Record<string, unknown>;
}

/** A stored record, whatever key its form documents. */
export type SavedRecord = Pick<SaveResponse, 'id' | 'code' | 'version' | 'message'> & { record: RecordView };

/** What the problems of a site may be narrowed by. */
export interface ProblemFilters {
  from_date?: string;
  to_date?: string;
  status?: string;
}

export interface Downloaded {
  blob: Blob;
  name: string | null;
}
