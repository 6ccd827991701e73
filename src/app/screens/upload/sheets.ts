/** Requests of the spreadsheet upload: the template, the preview of a file and its import. */
import type { FormEntry, SheetCorrections, SheetImport, SheetUpload } from '../../../core/generated/api.ts';
import { toWireLanguage } from '../../../core/text/languages.ts';
import { noResponseError } from '../../data/errors.ts';
import { call, callLines, download } from '../../data/http.ts';
import { preferences } from '../../data/preferences.ts';

/** A chosen file, kept in memory so that the imported content is the previewed content. */
export interface ChosenFile {
  name: string;
  content: Blob;
}

/** Progress of an import: rows checked first, then rows written. */
export interface SheetProgress {
  step: 'check' | 'write';
  done: number;
}

/** What somebody decided about the rows or records of a file. */
export interface SheetDecisions {
  /** Numbers of duplicate rows: `keep` are imported all the same, `leaveOut` are not. */
  keep?: readonly number[];
  leaveOut?: readonly number[];
  /** `id:version:choice` of records whose answers somebody else changed too. */
  decided?: readonly string[];
}

export interface SheetImportOptions extends SheetDecisions {
  onProgress: (progress: SheetProgress) => void;
  /** Cancels the import, unless its last row is already written. */
  signal: AbortSignal;
}

/** Returns true if the file was exported from the list and corrects its records. */
export function isCorrections(upload: SheetUpload): upload is SheetCorrections {
  return 'corrections' in upload;
}

function bodyOf({ name, content }: ChosenFile): FormData {
  const body = new FormData();
  body.append('file', content, name);
  return body;
}

export const sheetsApi = {
  template: (api: FormEntry['api']) =>
    download(`${api.base}/upload/template`, { query: { localSuffix: toWireLanguage(preferences().language) } }),
  preview: (api: FormEntry['api'], file: ChosenFile) =>
    call<SheetUpload>(`${api.base}/upload/preview`, { method: 'POST', body: bodyOf(file) }),
  async import(api: FormEntry['api'], file: ChosenFile, taking: SheetImportOptions): Promise<SheetImport> {
    const { keep = [], leaveOut = [], decided = [], onProgress, signal } = taking;
    const body = bodyOf(file);
    body.append('keep', keep.join(','));
    body.append('leave_out', leaveOut.join(','));
    body.append('decided', decided.join(','));
    let result: SheetImport | undefined;
    await callLines(`${api.base}/upload`, { method: 'POST', body, signal }, (line) => {
      const said = line as Partial<SheetProgress> & { result?: SheetImport };
      if (said.result) result = said.result;
      else if (said.step && said.done !== undefined) onProgress({ step: said.step, done: said.done });
    });
    if (result) return result;
    throw noResponseError();
  },
};
