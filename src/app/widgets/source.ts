/** Data that inputs may request. Screens get it from the API; the field examples (`/test`) have data of their own. */
import type { FileResponse } from '../../core/generated/api.ts';
import type { FileQuestion } from '../data/files.ts';
import type { Named } from '../data/types.ts';

/** One item of a picker. It has names in the three languages if the server has them. */
export interface PickItem extends Named {
  name: string;
  category?: string | null;
  /** Other spellings, used by the search. */
  aliases?: string[] | null;
  latitude?: number | null;
  longitude?: number | null;
  parent_id?: string | null;
  /** Text of a second line: role, province. */
  detail?: string | null;
}

export interface RecordQuestion {
  forms: string[];
  text: string;
  /** Only people with one of these roles. */
  roles?: string[];
  /** Only records with these answers. */
  where?: Record<string, string>;
  /** Id of a province whose people or records come first. */
  province?: string;
}

export interface WidgetSource {
  provinces(): Promise<PickItem[]>;
  districts(province: string): Promise<PickItem[]>;
  villages(district: string): Promise<PickItem[]>;
  /** Names and coordinates of places, by their ids. */
  places(ids: string[]): Promise<PickItem[]>;
  /** Items of an open choice list. */
  choices(list: string): Promise<PickItem[]>;
  /** Items that a lookup of the API (`{base}/{lookup}`) returns for a record. */
  lookup(path: string, id: string): Promise<PickItem[]>;
  /** Matching records that the user may see: at most 20, but more if asked by role or province. */
  records(question: RecordQuestion): Promise<PickItem[]>;
  /** Position of a record: its form's first geopoint field. Absent if the source has no records. */
  position?(form: string, id: string): Promise<PickItem | undefined>;
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
