/** Detects the kind of a file from its content. The name only decides between kinds with similar content. */
import { MEDIA_TYPES } from '../../core/form/types/files/kinds.ts';
import { getOwn } from '../../core/json.ts';

export interface FileKind {
  media_type: string;
  extension: string;
  /** True if browsers show the file instead of saving it. */
  inline: boolean;
  /** True if we can make a thumbnail. */
  picture: boolean;
}

const SHOWN: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** By media type. */
const KINDS: ReadonlyMap<string, FileKind> = new Map(
  MEDIA_TYPES.map(([media_type, extension]) => [
    media_type,
    {
      media_type,
      extension,
      inline: SHOWN.includes(media_type) || extension === 'pdf',
      picture: SHOWN.includes(media_type),
    },
  ]),
);

/** Old office files, which all have the same container format, and texts: the name tells which. */
const BY_NAME = { office: ['doc', 'xls', 'ppt'], text: ['csv', 'txt'] } as const;

function byName(extensions: readonly string[], extension: string): FileKind | undefined {
  return extensions.includes(extension) ? [...KINDS.values()].find((kind) => kind.extension === extension) : undefined;
}

/** Accepted kinds, as shown to people. */
export const ACCEPTED_FILE_KINDS =
  'JPEG, PNG, WebP, GIF, HEIC, MP3, M4A, AAC, OGG, WAV, AMR, WebM, MP4, MOV, 3GP, PDF, DOCX, XLSX, PPTX, ODT, ODS, ODP, DOC, XLS, PPT, CSV, TXT';

/** Containers of films that may hold a sound alone, which the names of their tracks tell. */
const SOUND_ALONE: Record<string, { sound: RegExp; film: RegExp; media_type: string }> = {
  'video/webm': { sound: /A_(OPUS|VORBIS)/, film: /V_(VP|AV1)/, media_type: 'audio/webm' },
  'video/mp4': { sound: /soun/, film: /vide/, media_type: 'audio/mp4' },
};

/** Returns the kind of a file by its first bytes (at least 4,100, or all). Undefined if it is not accepted. */
export async function detectFileKind(head: Uint8Array, name: string): Promise<FileKind | undefined> {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  // Loaded with the first upload, because loading it takes longer than starting the server.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found?.ext === 'cfb') return byName(BY_NAME.office, extension);
  if (found) return KINDS.get(withoutFilm(found.mime.replace(/;.*/, ''), head));
  return isText(head) ? byName(BY_NAME.text, extension) : undefined;
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
  return KINDS.get(mediaType);
}
