/** A plain TCP connection, for what no client library does: half a head, half a body, two requests on one connection. */
import { connect, type Socket } from 'node:net';

export class Wire {
  readonly #socket: Socket;
  #parts: string[] = [];
  #length = 0;
  /** Number of characters that must have arrived before the next search. */
  #wanted = 0;
  #closed = false;
  #wake: () => void = () => undefined;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('data', (chunk) => {
      this.#parts.push(chunk.toString('latin1'));
      this.#length += chunk.length;
      if (this.#length >= this.#wanted) this.#wake();
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.#closed = true;
      this.#wake();
    });
  }

  /** Resolves when the operating system has connected the socket. */
  connected(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.connecting) this.#socket.once('connect', () => resolve());
      else resolve();
    });
  }

  send(...parts: (string | Buffer)[]): void {
    for (const part of parts) this.#socket.write(part);
  }

  /** Returns the next response, or `closed`. Responses must have a Content-Length. */
  async next(): Promise<{ status: number; head: string; body: string } | 'closed'> {
    for (;;) {
      const text = this.#parts.join('');
      this.#parts = [text];
      const end = text.indexOf('\r\n\r\n');
      const head = text.slice(0, Math.max(end, 0));
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      this.#wanted = end < 0 ? 0 : end + 4 + length;
      if (end >= 0 && text.length >= this.#wanted) {
        const body = text.slice(end + 4, this.#wanted);
        this.#parts = [text.slice(this.#wanted)];
        this.#length -= this.#wanted;
        this.#wanted = 0;
        return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
      }
      if (this.#closed) return 'closed';
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Leaves incoming data in the operating system's buffers. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  end(): void {
    this.#socket.destroy();
  }
}
