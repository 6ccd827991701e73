/**
 * What a person may do with a form as a whole, from what the server said about them (`FormEntry.may`). Menus, lists and the
 * search offer exactly this; a test compares it with what the server then allows.
 */
import type { FormEntry } from '../../core/generated/api.ts';
import { createPath, reviewPath, uploadPath } from '../../core/paths/screens.ts';

export interface FormLinks {
  /** Path of the list. */
  list?: string;
  /** Path of the empty form. Absent too for a form that is only opened below another record. */
  create?: string;
  /** Path for making records from a spreadsheet, and for correcting those of an export. */
  upload?: string;
  /** Path for checking records one by one. */
  review?: string;
  /** Transitions of many records at once. */
  bulk: readonly string[];
  export: boolean;
}

export function formLinks(entry: Pick<FormEntry, 'form' | 'paths' | 'may' | 'import'>): FormLinks {
  const { may, paths } = entry;
  const create = may.create ? createPath(entry) : null;
  const bulk = may.view ? (may.bulk ?? []) : [];
  return {
    ...(may.view && { list: paths.list }),
    ...(create && { create }),
    ...(((may.create && entry.import) || (may.correct && may.export)) && { upload: uploadPath(entry) }),
    ...(bulk.length > 0 && { review: reviewPath(paths) }),
    bulk,
    export: may.view === true && may.export === true,
  };
}
