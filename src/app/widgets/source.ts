/** What inputs may ask for. Screens give one over the API, the page of examples one over its own data: inputs cannot tell. */
import type { FileResponse } from '../../core/generated/api.ts';
import type { FileQuestion } from '../data/files.ts';
import type { Named } from '../data/types.ts';

/** One entry of a picker. Names are in the three languages where the server has them. */
export interface PickItem extends Named {
  name: string;
  category?: string | null;
  /** Other spellings to find it by. */
  aliases?: string[] | null;
  latitude?: number | null;
  longitude?: number | null;
  parent_id?: string | null;
  /** A second line: role, province. */
  detail?: string | null;
}

export interface RecordQuestion {
  forms: string[];
  text: string;
  /** Only people with one of these roles. */
  roles?: string[];
  /** Only records with these answers. */
  where?: Record<string, string>;
  /** Put those of this province first. */
  province?: string;
}

export interface WidgetSource {
  provinces(): Promise<PickItem[]>;
  districts(province: string): Promise<PickItem[]>;
  villages(district: string): Promise<PickItem[]>;
  /** Names and coordinates of places by id. */
  places(ids: string[]): Promise<PickItem[]>;
  /** Items of an open choice list. */
  choices(list: string): Promise<PickItem[]>;
  /** What a lookup of the API knows of a record: `{base}/{lookup}`. */
  lookup(path: string, id: string): Promise<PickItem[]>;
  /** Up to 20 records that match, those the person may see. */
  records(question: RecordQuestion): Promise<PickItem[]>;
  /** Where a record lies, when it says so: the form's first point on the map. Absent where records are not at hand. */
  position?(form: string, id: string): Promise<PickItem | undefined>;
  /** Store a file; progress from 0 to 1. Rejects with a Failure or a network error. */
  upload(
    file: Blob,
    name: string,
    onProgress?: (part: number) => void,
    signal?: AbortSignal,
    question?: FileQuestion,
  ): Promise<Pick<FileResponse, 'id'>>;
  /** The file's content, or a small picture of it. */
  fileBlob(id: string, size?: 'thumb'): Promise<Blob>;
}
