/** Keys and contents of the documents that a device has besides records: what the server says whole. */
import type { CommonSources } from '../definitions/types.ts';

/** Rules that the server applies and screens do not show. */
export interface DeviceRules extends Pick<CommonSources, 'permissions' | 'home' | 'review'> {
  /** Decisions that a version takes no new records, by `form@version`. */
  withdrawn?: Record<string, { at: string; reason: string }>;
  /** First ISO day, in Kabul, of a version's new records, by `form@version`. Absent on devices that were prepared by earlier code. */
  starts?: Record<string, string>;
}

export const DOCUMENTS = {
  /** SessionView. */
  session: 'session',
  /** Common. Its `revision` grows with every change of what the documents below say. */
  common: 'common',
  /** FormsResponse. */
  forms: 'forms',
  rules: 'sync/rules',
  /** string[]: forms of which a newer version arrived since the person last read so. */
  newerForms: 'sync/newer-forms',
  /** PlaceView[] of all provinces. */
  provinces: 'provinces',
  /** PlaceView[] of all districts. */
  districts: 'districts',
  /** SavedViewsResponse. Absent for a form without views. */
  views: (form: string) => `views/${form}`,
  /** DefinitionView. */
  definition: (form: string, version: number) => `definition/${form}/${version}`,
  /** ChoiceItem[] of a choice list. */
  choices: (list: string) => `choices/${list}`,
  /** PlaceView[] of the districts and villages of a province. */
  places: (province: string) => `places/${province}`,
} as const;
