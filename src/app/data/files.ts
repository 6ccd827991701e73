/** Uploads files, with progress, and receives those that come in parts. Scales pictures down before the upload. */
import type { FileResponse } from '../../core/generated/api.ts';
import { toWireLanguage } from '../../core/text/languages.ts';
import { ApiError, noResponseError } from './errors.ts';
import { type CallOptions, callLines } from './http.ts';
import { preferences } from './preferences.ts';
import { sessionToken } from './token.ts';
import type { DownloadedFile } from './types.ts';

/** Longest edge of an uploaded picture in pixels, and JPEG quality. Signatures stay legible at about 300 kB. */
const EDGE = 1600;
const QUALITY = 0.8;

/** Returns the picture as JPEG, longest edge at most 1600 px; the file itself if unreadable or if JPEG saves nothing. */
export async function shrinkImage(file: Blob): Promise<Blob> {
  if (!/^image\/(jpeg|png|webp|bmp|heic|heif)$/.test(file.type)) return file;
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    // This browser cannot read the picture. Upload it as it is; the server decides if it is a picture.
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

/** The question that a file answers. Its definition says what kind of files it takes and if camera metadata is kept. */
export interface FileQuestion {
  form: string;
  /** Property name; `table.column` in a table. */
  field: string;
}

export interface PostOptions {
  /** Gets the share that was sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Posts files. Uses the app's only XMLHttpRequest, because fetch reports no upload progress. */
export function postFiles<T>(path: string, body: FormData, { onProgress, signal }: PostOptions = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/${path}`);
    request.responseType = 'text';
    request.setRequestHeader('Accept-Language', toWireLanguage(preferences().language));
    const held = sessionToken.get();
    if (held) request.setRequestHeader('Authorization', `Bearer ${held}`);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () => {
      const answer = jsonOf(request.responseText);
      const isGood = request.status >= 200 && request.status < 300;
      if (isGood && Object.keys(answer).length > 0) resolve(answer as T);
      else reject(new ApiError(request.status, isGood ? { code: 'invalid_response' } : answer));
    };
    request.onerror = () => reject(noResponseError());
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

/** Uploads a file of an answer. */
export function uploadAnswerFile(
  file: Blob,
  name: string,
  onProgress?: (share: number) => void,
  signal?: AbortSignal,
  question?: FileQuestion,
): Promise<FileResponse> {
  const body = new FormData();
  body.append('file', file, name);
  const path = question ? `files?${new URLSearchParams({ ...question })}` : 'files';
  return postFiles<FileResponse>(path, body, { onProgress, signal });
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return body && typeof body === 'object' ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Receives a file that comes in lines, with the number of rows written so far. Throws if the connection ends early. */
export async function downloadWithRowCount(
  path: string,
  options: Pick<CallOptions, 'query' | 'signal'>,
  onRows: (done: number) => void,
): Promise<DownloadedFile> {
  const parts: BlobPart[] = [];
  let file: { file: string; type: string } | undefined;
  await callLines(path, options, (line) => {
    const { done, data, result } = line as { done?: number; data?: string; result?: typeof file };
    file = result ?? file;
    if (data === undefined) return;
    parts.push(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)));
    onRows(done ?? 0);
  });
  if (!file) throw noResponseError();
  return { blob: new Blob(parts, { type: file.type }), name: file.file };
}
