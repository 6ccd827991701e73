/** A bare connection, for what a client library never does: half a head, half a body, two requests on one connection. */
import { connect, type Socket } from 'node:net';

export class Wire {
  readonly #socket: Socket;
  #text = '';
  #closed = false;
  #wake: () => void = () => undefined;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('data', (chunk) => {
      this.#text += chunk.toString('latin1');
      this.#wake();
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.#closed = true;
      this.#wake();
    });
  }

  /** Resolves when the system has connected it. */
  connected(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.connecting) this.#socket.once('connect', () => resolve());
      else resolve();
    });
  }

  send(...parts: (string | Buffer)[]): void {
    for (const part of parts) this.#socket.write(part);
  }

  /** The next response, or closed. Responses need a length. */
  async next(): Promise<{ status: number; head: string; body: string } | 'closed'> {
    for (;;) {
      const end = this.#text.indexOf('\r\n\r\n');
      const head = this.#text.slice(0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (end >= 0 && this.#text.length >= end + 4 + length) {
        const body = this.#text.slice(end + 4, end + 4 + length);
        this.#text = this.#text.slice(end + 4 + length);
        return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
      }
      if (this.#closed) return 'closed';
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Leaves what arrives in the system's buffers. */
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
