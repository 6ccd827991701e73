/** Detects the kind of a file from its content. The name only decides between kinds with similar content. */
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
export const ACCEPTED = 'JPEG, PNG, WebP, GIF, HEIC, PDF, DOCX, XLSX, PPTX, ODT, ODS, ODP, DOC, XLS, PPT, CSV, TXT';

/** Returns the kind of a file by its first bytes (at least 4,100, or all). Undefined if it is not accepted. */
export async function kindOf(head: Uint8Array, name: string): Promise<FileKind | undefined> {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  // Loaded with the first upload, because loading it takes longer than starting the server.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found?.ext === 'cfb') return OLD_OFFICE[extension];
  if (found) return BY_TYPE[found.mime];
  return isText(head) ? TEXT[extension] : undefined;
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
    BY_TYPE[mediaType] ??
    [...Object.values(OLD_OFFICE), ...Object.values(TEXT)].find((one) => one.media_type === mediaType)
  );
}
