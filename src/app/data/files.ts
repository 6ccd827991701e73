/** Files on their way to the server: pictures made small first, sending with progress, reading back as blobs. */
import type { FileResponse } from '../../core/generated/api.ts';
import { toWireLanguage } from '../../core/text/languages.ts';
import { ApiError, lineLost } from './errors.ts';
import { preferences } from './preferences.ts';
import { token } from './token.ts';

/** Longest edge of a sent picture, in pixels, and its JPEG quality: legible signatures at about 300 kB. */
const EDGE = 1600;
const QUALITY = 0.8;

/** The picture with its longest edge at most 1600 px, as JPEG; the file itself when it is no picture the browser reads. */
export async function shrink(file: Blob): Promise<Blob> {
  if (!/^image\/(jpeg|png|webp|bmp|heic|heif)$/.test(file.type)) return file;
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    // A kind of picture this browser cannot read goes as it is; the server decides whether it is one.
    return file;
  }
  const scale = Math.min(1, EDGE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const paper = canvas.getContext('2d');
  if (!paper) return file;
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  return small && (small.size < file.size || scale < 1) ? small : file;
}

/** The question a file is for: the server keeps what a camera wrote where its definition asks for it. */
export interface FileQuestion {
  form: string;
  /** Stored name; in a table `table.column`. */
  field: string;
}

/** Sends a file; progress from 0 to 1. fetch tells nothing about sending, so this is the one XMLHttpRequest of the app. */
export function sendFile(
  file: Blob,
  name: string,
  onProgress?: (share: number) => void,
  signal?: AbortSignal,
  question?: FileQuestion,
): Promise<FileResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', question ? `/api/files?${new URLSearchParams({ ...question })}` : '/api/files');
    request.responseType = 'text';
    request.setRequestHeader('Accept-Language', toWireLanguage(preferences().language));
    const held = token.get();
    if (held) request.setRequestHeader('Authorization', `Bearer ${held}`);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () => {
      const body = jsonOf(request.responseText);
      if (request.status >= 200 && request.status < 300 && typeof body.id === 'string')
        resolve(body as unknown as FileResponse);
      else reject(new ApiError(request.status, request.status < 300 ? { code: 'invalid_response' } : body));
    };
    request.onerror = () => reject(lineLost());
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const body = new FormData();
    body.append('file', file, name);
    request.send(body);
  });
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return body && typeof body === 'object' ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
