/** Turns notes into sentences. The caller passes in the translations (locales/<language>/xlsform.json). */
import { interpolate } from '../errors/recordErrors.ts';
import { getOwn } from '../json.ts';
import { isolateName, type Language } from '../text/languages.ts';
import type { NoteCode } from './codes.ts';
import type { Complaint, Mend, Rank } from './doctor.ts';
import type { ImportNote } from './types.ts';

export interface NoteWords {
  notes: Readonly<Record<NoteCode, string>>;
  meant: string;
  mends: Readonly<Record<string, string>>;
}

export interface DoctorWords {
  ranks: Readonly<Record<Rank, string>>;
  mend: Readonly<Record<Mend | 'name_near' | 'words_many', string>>;
}

/** Returns how to mend what was found. */
export function mendText({ mend, with: said }: Complaint, words: DoctorWords, language: Language): string {
  const key = mend === 'name' && said.name ? 'name_near' : mend === 'words' && said.number ? 'words_many' : mend;
  return interpolate(words.mend[key], said, language);
}

/** Returns one plain sentence. Names and codes stay as they are written. */
export function noteText(
  { code, params }: Pick<ImportNote, 'code' | 'params'>,
  words: NoteWords,
  language: Language,
): string {
  const apart = (name: string) => (language === 'en' ? name : isolateName(name));
  const said = Object.entries(params).map(([name, value]) => {
    if (typeof value === 'number') return [name, value];
    if (name === 'kinds' && Array.isArray(value))
      return [name, value.map((kind: string) => getOwn(words.mends, kind) ?? kind)];
    return [name, typeof value === 'string' ? apart(value) : value.map(apart)];
  });
  const filled = Object.fromEntries(said);
  const sentence = interpolate(words.notes[code], filled, language);
  return params.meant === undefined
    ? sentence
    : `${sentence} ${interpolate(words.meant, { name: filled.meant }, language)}`;
}
