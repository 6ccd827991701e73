/** Encodes requests as programs and browsers do. */
import { type Agent, request } from 'node:http';

export function json(value: unknown): { body: string; type: string } {
  return { body: JSON.stringify(value), type: 'application/json' };
}

export interface Part {
  name: string;
  file?: string;
  content: Buffer;
}

/** Adds nested answers as form fields named a[b][0]. */
export function addFields(parts: Part[], name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) addFields(parts, `${name}[${key}]`, inner);
  else parts.push({ name, content: Buffer.from(wellFormed(String(value))) });
}

export function multipart(parts: readonly Part[]): { body: Buffer; type: string } {
  const mark = 'amanat-fuzz-mark';
  const pieces = parts.flatMap(({ name, file, content }) => {
    const head = `--${mark}\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\n`;
    return [Buffer.from(head), content, Buffer.from('\r\n')];
  });
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${mark}--\r\n`)]),
    type: `multipart/form-data; boundary=${mark}`,
  };
}

/** Replaces lone surrogates, which UTF-8 cannot encode. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, '\ufffd');
}

export interface Sent {
  method: string;
  /** Path below /api/ */
  path: string;
  body?: string | Buffer;
  type?: string;
  token: string;
}

/** Sends a request and reads the whole response. Rejects if none comes. */
export function ask(agent: Agent, base: string, sent: Sent): Promise<{ status: number; text: string }> {
  const { method, path, body, type, token } = sent;
  const { hostname, port } = new URL(base);
  const headers = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) };
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path: `/api/${path}`, headers, agent, timeout: 60_000 };
    const call = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    });
    call.on('timeout', () => call.destroy(new Error('no answer')));
    call.on('error', reject);
    call.end(body);
  });
}
