/** Detects the kind of a file from its content. The name only decides between kinds with similar content. */
import { getOwn } from '../../core/getOwn.ts';

export interface FileKind {
  media_type: string;
  extension: string;
  /** True if browsers show the file instead of saving it. */
  inline: boolean;
  /** True if we can make a thumbnail. */
  picture: boolean;
}

const kind = (media_type: string, extension: string, inline = false, picture = false): FileKind => ({
  media_type,
  extension,
  inline,
  picture,
});

const BY_TYPE: Record<string, FileKind> = Object.fromEntries(
  [
    kind('image/jpeg', 'jpg', true, true),
    kind('image/png', 'png', true, true),
    kind('image/webp', 'webp', true, true),
    kind('image/gif', 'gif', true, true),
    kind('image/heic', 'heic'),
    kind('image/heif', 'heif'),
    kind('audio/mpeg', 'mp3'),
    kind('audio/mp4', 'm4a'),
    kind('audio/x-m4a', 'm4a'),
    kind('audio/aac', 'aac'),
    kind('audio/ogg', 'ogg'),
    kind('audio/wav', 'wav'),
    kind('audio/amr', 'amr'),
    kind('audio/webm', 'webm'),
    kind('video/webm', 'webm'),
    kind('video/mp4', 'mp4'),
    kind('video/quicktime', 'mov'),
    kind('video/3gpp', '3gp'),
    kind('application/pdf', 'pdf', true),
    kind('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'),
    kind('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'),
    kind('application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'),
    kind('application/vnd.oasis.opendocument.text', 'odt'),
    kind('application/vnd.oasis.opendocument.spreadsheet', 'ods'),
    kind('application/vnd.oasis.opendocument.presentation', 'odp'),
  ].map((one) => [one.media_type, one]),
);

/** Old office files, which all have the same container format. */
const OLD_OFFICE: Record<string, FileKind> = {
  doc: kind('application/msword', 'doc'),
  xls: kind('application/vnd.ms-excel', 'xls'),
  ppt: kind('application/vnd.ms-powerpoint', 'ppt'),
};

const TEXT: Record<string, FileKind> = { csv: kind('text/csv', 'csv'), txt: kind('text/plain', 'txt') };

/** Accepted kinds, as shown to people. */
export const ACCEPTED =
  'JPEG, PNG, WebP, GIF, HEIC, MP3, M4A, AAC, OGG, WAV, AMR, WebM, MP4, MOV, 3GP, PDF, DOCX, XLSX, PPTX, ODT, ODS, ODP, DOC, XLS, PPT, CSV, TXT';

/** Containers of films that may hold a sound alone, which the names of their tracks tell. */
const SOUND_ALONE: Record<string, { sound: RegExp; film: RegExp; media_type: string }> = {
  'video/webm': { sound: /A_(OPUS|VORBIS)/, film: /V_(VP|AV1)/, media_type: 'audio/webm' },
  'video/mp4': { sound: /soun/, film: /vide/, media_type: 'audio/mp4' },
};

/** Returns the kind of a file by its first bytes (at least 4,100, or all). Undefined if it is not accepted. */
export async function kindOf(head: Uint8Array, name: string): Promise<FileKind | undefined> {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  // Loaded with the first upload, because loading it takes longer than starting the server.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found?.ext === 'cfb') return getOwn(OLD_OFFICE, extension);
  if (found) return getOwn(BY_TYPE, withoutFilm(found.mime.replace(/;.*/, ''), head));
  return isText(head) ? getOwn(TEXT, extension) : undefined;
}

/** Returns the media type of the sound, if a container holds no film. */
function withoutFilm(mediaType: string, head: Uint8Array): string {
  const alone = getOwn(SOUND_ALONE, mediaType);
  if (!alone) return mediaType;
  const text = Buffer.from(head).toString('latin1');
  return alone.sound.test(text) && !alone.film.test(text) ? alone.media_type : mediaType;
}

/** Checks for valid UTF-8 without control characters. The last character may be cut off. */
function isText(head: Uint8Array): boolean {
  if (head.length === 0) return false;
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127)) return false;
  const text = new TextDecoder('utf-8').decode(head);
  return !text.slice(0, -1).includes('\ufffd');
}

export function kindByMediaType(mediaType: string): FileKind | undefined {
  return (
    getOwn(BY_TYPE, mediaType) ??
    [...Object.values(OLD_OFFICE), ...Object.values(TEXT)].find((one) => one.media_type === mediaType)
  );
}
