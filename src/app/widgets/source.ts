/** Data that inputs may request. Screens get it from the API; the field examples (`/test`) have data of their own. */
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { RecordData, Text } from '../../core/definitions/types.ts';
import type { FilterOption } from '../../core/form/offered.ts';
import type { FileResponse } from '../../core/generated/api.ts';
import type { FileQuestion } from '../data/files.ts';
import type { Named } from '../data/types.ts';

/** One item of a picker. It has names in the three languages if the server has them. */
export interface PickItem extends Named {
  name: string;
  /** Of an option of the form: its text, which may be in other languages. */
  label?: Text;
  category?: string | null;
  /** Other spellings, used by the search. */
  aliases?: string[] | null;
  latitude?: number | null;
  longitude?: number | null;
  parent_id?: string | null;
  pcode?: string | null;
  level?: string;
  /** Text of a second line: role, province. */
  detail?: string | null;
}

/** Options of one question that are searched on the server. */
export interface OptionSearchQuery {
  form: string;
  version: number;
  /** Path of the field or column. */
  field: string;
  /** What its filter reads. */
  answers: RecordData;
  text?: string;
  /** These options only, whether they are offered or not. */
  ids?: string[];
  /** Id of a province whose records come first. */
  near?: string;
  /** `next` of the page before. */
  after?: string;
}

export interface OptionPage {
  /** `attributes` are what the filter reads of the option. */
  data: (PickItem & { attributes: FilterOption })[];
  /** Null on the last page. */
  next: string | null;
}

/** Borders that an administrator imported, as TopoJSON: its object `areas` has P-codes as ids. */
export type Borders = Partial<Record<'province' | 'district', Topology<{ areas: GeometryCollection }>>>;

export interface WidgetSource {
  provinces(): Promise<PickItem[]>;
  districts(province: string): Promise<PickItem[]>;
  villages(district: string): Promise<PickItem[]>;
  /** Names and coordinates of places, by their ids. */
  places(ids: string[]): Promise<PickItem[]>;
  borders(): Promise<Borders>;
  /** Items of an open choice list. */
  choices(list: string): Promise<PickItem[]>;
  /** A page of the options of a question: of those that its filter offers, if it has one. */
  options(question: OptionSearchQuery, signal?: AbortSignal): Promise<OptionPage>;
  /** Items that a lookup of the API (`{base}/{lookup}`) returns for a record. */
  lookup(path: string, id: string): Promise<PickItem[]>;
  /** Position of a record: its form's first geopoint field. Absent if the source has no records. */
  position?(form: string, id: string): Promise<PickItem | undefined>;
  /** Places of a form in a province, with their positions. Absent if the source has no records. */
  positions?(form: string, province: string): Promise<PickItem[]>;
  /** Uploads a file. Progress goes from 0 to 1. Rejects with an ApiError, or with an AbortError if cancelled. */
  upload(
    file: Blob,
    name: string,
    onProgress?: (part: number) => void,
    signal?: AbortSignal,
    question?: FileQuestion,
  ): Promise<Pick<FileResponse, 'id'>>;
  /** Content of a file, or its thumbnail. */
  fileBlob(id: string, size?: 'thumb'): Promise<Blob>;
  /** A picture or sound of a definition, by the hash of its content and its file name. */
  media(hash: string, name: string): Promise<Blob>;
}
