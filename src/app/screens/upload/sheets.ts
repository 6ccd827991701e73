/** Records from a spreadsheet: the template, what was read of a file, what was made of it. */
import type { FormEntry, SheetImport, SheetPreview } from '../../../core/generated/api.ts';
import { toWireLanguage } from '../../../core/text/languages.ts';
import { lineLost } from '../../data/errors.ts';
import { call, callLines, download } from '../../data/http.ts';
import { preferences } from '../../data/preferences.ts';

/** A chosen file, held in memory so that what is imported is what was looked at. */
export interface ChosenFile {
  name: string;
  content: Blob;
}

/** How far an import is: rows checked, then rows written. */
export interface SheetProgress {
  step: 'check' | 'write';
  done: number;
}

export interface SheetTaking {
  /** Rows that say the same as something that is there: numbers of those to be made all the same, and of the others. */
  keep: readonly number[];
  leaveOut: readonly number[];
  onProgress: (progress: SheetProgress) => void;
  /** Ends it, as long as the last row is not written. */
  signal: AbortSignal;
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
    call<SheetPreview>(`${api.base}/upload/preview`, { method: 'POST', body: bodyOf(file) }),
  async import(api: FormEntry['api'], file: ChosenFile, taking: SheetTaking): Promise<SheetImport> {
    const { keep, leaveOut, onProgress, signal } = taking;
    const body = bodyOf(file);
    body.append('keep', keep.join(','));
    body.append('leave_out', leaveOut.join(','));
    let result: SheetImport | undefined;
    await callLines(`${api.base}/upload`, { method: 'POST', body, signal }, (line) => {
      const said = line as Partial<SheetProgress> & { result?: SheetImport };
      if (said.result) result = said.result;
      else if (said.step && said.done !== undefined) onProgress({ step: said.step, done: said.done });
    });
    if (result) return result;
    throw lineLost();
  },
};
