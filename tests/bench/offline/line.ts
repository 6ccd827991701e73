/** A line between the browser and the server that cuts some requests, and counts what was sent twice because of it. */
import { createServer, type IncomingMessage, request as pass, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seededRandom } from '../../../src/server/demo/random.ts';

export interface Line {
  base: string;
  /** Cuts requests of the API from now on: in turn before they arrive, in the middle, and before their response. */
  cut(percent: number): void;
  /** Whether every connection is ended at once. */
  isDown: boolean;
  counts: LineCounts;
  close(): void;
}

interface LineCounts {
  requests: number;
  cut: number;
  /** Chunks of files that the server has stored. */
  chunks: number;
  /** Requests with bytes that the server had confirmed, or would have. */
  repeated: number;
}

/** `own` are responses by path that the line gives itself. */
export async function openLine(
  server: string,
  own: ReadonlyMap<string, { type: string; body: string | Buffer }>,
): Promise<Line> {
  const random = seededRandom(1);
  const counts: LineCounts = { requests: 0, cut: 0, chunks: 0, repeated: 0 };
  const stored = new Map<string, number>();
  let percent = 0;
  const line: Line = {
    base: '',
    counts,
    isDown: false,
    cut(share) {
      percent = share;
    },
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
  const proxy = createServer((request, response) => {
    const { url = '/' } = request;
    if (line.isDown) return void request.socket.destroy();
    const answer = own.get(url);
    if (answer) {
      response.setHeader('content-type', answer.type);
      return response.end(answer.body);
    }
    const isApi = url.startsWith('/api/');
    if (isApi) counts.requests += 1;
    const isCut = isApi && random.percent(percent);
    if (isCut) counts.cut += 1;
    const offset = Number(request.headers['upload-offset']);
    if (request.method === 'PATCH' && offset < (stored.get(url) ?? 0)) counts.repeated += 1;
    if (isCut && counts.cut % 3 === 0) return void request.socket.destroy();
    forward(server, request, response, {
      half: isCut && counts.cut % 3 === 1,
      isLost: isCut,
      onResponse({ statusCode, headers }) {
        if (request.method !== 'PATCH' || statusCode !== 204) return;
        counts.chunks += 1;
        stored.set(url, Number(headers['upload-offset']));
      },
    });
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  line.base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return line;
}

interface Forwarding {
  /** Ends the request after its first part. */
  half: boolean;
  /** Ends the connection instead of passing the response on. */
  isLost: boolean;
  onResponse(response: IncomingMessage): void;
}

function forward(
  server: string,
  request: IncomingMessage,
  response: ServerResponse,
  { half, isLost, onResponse }: Forwarding,
): void {
  const cut = () => request.socket.destroy();
  const { method, headers, url } = request;
  const onward = pass(new URL(url ?? '/', server), { method, headers }, (answer) => {
    onResponse(answer);
    if (isLost) return void answer.resume().once('end', cut);
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response).once('error', () => answer.destroy());
  });
  onward.once('error', cut);
  request.once('close', () => request.complete || onward.destroy());
  request.pipe(onward);
  if (half)
    request.once('data', () => {
      onward.destroy();
      cut();
    });
}
