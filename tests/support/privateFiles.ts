/** The private file system of an origin, which jsdom has not, with workers that write files in place. */

interface PrivateFiles {
  /** Content by name. */
  files: Map<string, Uint8Array>;
  remove(): void;
}

/** Runs the module of a worker in this thread: its `self` is the page's. */
class ThreadWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly #url: string;

  constructor(url: URL | string) {
    this.#url = String(url);
  }

  postMessage(data: unknown): void {
    if (!this.#url.includes('sessionKeyWorker')) return void queueMicrotask(() => this.onerror?.());
    const scope = self as unknown as Record<string, unknown>;
    void (async () => {
      await import('../../src/app/offline/store/sessionKeyWorker.ts');
      const before = scope.postMessage;
      scope.postMessage = (answer: unknown) => this.onmessage?.({ data: answer });
      await (scope.onmessage as (event: { data: unknown }) => Promise<void>)({ data });
      scope.postMessage = before;
    })();
  }

  terminate(): void {
    this.onmessage = null;
  }
}

export function providePrivateFiles(): PrivateFiles {
  const files = new Map<string, Uint8Array>();
  const fileOf = (name: string) => ({
    getFile: async () => ({ arrayBuffer: async () => files.get(name)?.slice().buffer }),
    createSyncAccessHandle: async () => ({
      truncate: (size: number) => files.set(name, (files.get(name) ?? new Uint8Array()).slice(0, size)),
      write(bytes: Uint8Array, { at }: { at: number }) {
        const before = files.get(name) ?? new Uint8Array();
        const after = new Uint8Array(Math.max(before.length, at + bytes.length));
        after.set(before);
        after.set(bytes, at);
        files.set(name, after);
      },
      flush() {},
      close() {},
    }),
  });
  const folder = {
    async getFileHandle(name: string, { create }: { create: boolean }) {
      if (!files.has(name) && !create) throw new DOMException('no file', 'NotFoundError');
      if (!files.has(name)) files.set(name, new Uint8Array());
      return fileOf(name);
    },
    removeEntry: async (name: string) => void files.delete(name),
  };
  const { Worker } = globalThis;
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { getDirectory: async () => folder } });
  Object.assign(globalThis, { Worker: ThreadWorker });
  return {
    files,
    remove() {
      Reflect.deleteProperty(navigator, 'storage');
      if (Worker) Object.assign(globalThis, { Worker });
      else Reflect.deleteProperty(globalThis, 'Worker');
    },
  };
}
