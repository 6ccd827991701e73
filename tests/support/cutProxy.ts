/** A proxy to PostgreSQL whose connections can be cut at a chosen moment. Until then all bytes pass. */
import { createServer, type Server, Socket } from 'node:net';

/** Fate of the next COMMIT: it never arrives, or it is executed but its response is lost. */
type AtCommit = 'before' | 'after';

export class CutProxy {
  readonly #server: Server;
  readonly #to: URL;
  readonly #open = new Set<Socket>();
  #atCommit: AtCommit | undefined;
  #commitName: string | undefined;
  #isAway = false;

  private constructor(to: URL) {
    this.#to = to;
    this.#server = createServer((near) => this.#join(near));
  }

  static async to(url: string): Promise<CutProxy> {
    const proxy = new CutProxy(new URL(url));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The connection string that goes through this proxy. */
  get url(): string {
    const url = new URL(this.#to);
    url.port = String((this.#server.address() as { port: number }).port);
    return url.toString();
  }

  cutNextCommit(when: AtCommit): void {
    this.#atCommit = when;
  }

  /** Cuts all connections and refuses new ones until `back`. */
  away(): void {
    this.#isAway = true;
    for (const socket of this.#open) socket.destroy();
  }

  back(): void {
    this.#isAway = false;
  }

  close(): void {
    this.away();
    this.#server.close();
  }

  /** A statement is sent as text the first time on a connection, and by its name afterwards. */
  #hasCommit(bytes: string): boolean {
    const parsed = /P.{4}(\w+)\0commit\0/s.exec(bytes);
    if (parsed) this.#commitName = parsed[1];
    return parsed !== null || (this.#commitName !== undefined && bytes.includes(`\0${this.#commitName}\0`));
  }

  #join(near: Socket): void {
    if (this.#isAway) {
      near.destroy();
      return;
    }
    const far = new Socket();
    far.connect(Number(this.#to.port), this.#to.hostname);
    let isCut = false;
    const end = () => {
      near.destroy();
      far.destroy();
      this.#open.delete(near);
    };
    this.#open.add(near);
    near.on('data', (bytes: Buffer) => {
      const isCommit = this.#hasCommit(bytes.toString('latin1'));
      if (this.#atCommit && isCommit) {
        const when = this.#atCommit;
        this.#atCommit = undefined;
        if (when === 'before') return end();
        isCut = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => (isCut ? end() : near.write(bytes)));
    for (const socket of [near, far]) {
      socket.on('error', end);
      socket.on('close', end);
    }
  }
}
