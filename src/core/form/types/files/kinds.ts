/** Kinds of files that are taken: media type and usual extension. The server looks into the content, a device only at the name. */
import { getOwn } from '../../../json.ts';

export const MEDIA_TYPES: readonly (readonly [type: string, extension: string])[] = [
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
  ['image/heic', 'heic'],
  ['image/heif', 'heif'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'm4a'],
  ['audio/x-m4a', 'm4a'],
  ['audio/aac', 'aac'],
  ['audio/ogg', 'ogg'],
  ['audio/wav', 'wav'],
  ['audio/amr', 'amr'],
  ['audio/webm', 'webm'],
  ['video/webm', 'webm'],
  ['video/mp4', 'mp4'],
  ['video/quicktime', 'mov'],
  ['video/3gpp', '3gp'],
  ['application/pdf', 'pdf'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.ms-powerpoint', 'ppt'],
  ['text/csv', 'csv'],
  ['text/plain', 'txt'],
];

/** Returns the extensions of what a question takes. `accept` is written as HTML does; without it, everything is taken. */
export function acceptedExtensions(accept: string | undefined): string[] {
  const wanted = accept?.split(',').map((one) => one.trim());
  const isWanted = ([type, extension]: (typeof MEDIA_TYPES)[number]) =>
    !wanted || wanted.some((one) => [type, `.${extension}`, type.replace(/\/.*/, '/*')].includes(one));
  return [...new Set(MEDIA_TYPES.filter(isWanted).map(([, extension]) => extension))];
}

/** Extensions that are written in another way, too. */
const ALSO: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  jfif: 'jpg',
  oga: 'ogg',
  opus: 'ogg',
  weba: 'webm',
  qt: 'mov',
};

/** Returns true if a device can tell, from type and name of a file, that the question does not take it. */
export function isFileNotAccepted({ type, name }: { type: string; name: string }, accept: string | undefined): boolean {
  const written = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase();
  const told = MEDIA_TYPES.find(([one]) => one === type.replace(/;.*/, ''))?.[1];
  const extension = told ?? (written && (getOwn(ALSO, written) ?? written));
  // Some devices tell neither; then the server does.
  return extension === undefined ? type !== '' : !acceptedExtensions(accept).includes(extension);
}
