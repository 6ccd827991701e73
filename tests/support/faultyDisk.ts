/**
 * A disk and a clock with faults (`faults.c`), and what such a disk holds after a power cut. Flushed data is there. Of the
 * rest, chance keeps nothing, everything, or writes out of order and torn in the middle. A file name is certain only after
 * its folder was flushed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Random, seededRandom } from '../../src/server/demo/random.ts';
import { ROOT } from './definitions.ts';

/** Compiles the library for LD_PRELOAD and returns its path. Returns null if it cannot be compiled. */
export function compileFaults(): string | null {
  if (process.platform !== 'linux') return null;
  const path = join(mkdtempSync(join(tmpdir(), 'amanat-faults-c-')), 'faults.so');
  const args = ['-shared', '-fPIC', '-O2', '-o', path, join(ROOT, 'tests/support/faults.c'), '-ldl', '-lpthread'];
  return spawnSync('cc', args).status === 0 ? path : null;
}

type Change = { at: number; bytes: Buffer } | { size: number };

interface File {
  /** Content that was flushed */
  flushed: Buffer;
  /** Changes since the last flush */
  changes: Change[];
}

/** A name that was added or, if `file` is null, removed. */
interface NameChange {
  folder: string;
  path: string;
  file: File | 'folder' | null;
}

const SECTOR = 512;

export class FaultyDisk {
  readonly #folder: string;
  readonly #base: string;
  readonly #log: string;
  readonly #random: Random;
  /** Number of unflushed changes that all power cuts threw away. */
  forgotten = 0;

  /** `folder`: the data folder of a server that is not running. */
  constructor(folder: string, seed: number) {
    this.#folder = folder;
    this.#base = `${folder}-flushed`;
    this.#log = `${folder}-log`;
    this.#random = seededRandom(seed);
    this.#begin();
  }

  /** Environment for a server whose changes this disk records. */
  env(registry: string): Record<string, string> {
    return { LD_PRELOAD: registry, FAULTS_ROOT: this.#folder, FAULTS_LOG: this.#log };
  }

  #begin(): void {
    rmSync(this.#base, { recursive: true, force: true });
    rmSync(this.#log, { force: true });
    cpSync(this.#folder, this.#base, { recursive: true });
  }

  dispose(): void {
    for (const path of [this.#folder, this.#base, this.#log]) rmSync(path, { recursive: true, force: true });
  }

  /** Call after killing the server. The folder becomes what the disk would hold if the power had failed at that moment. */
  cutPower(): void {
    const names = new Map<string, File>();
    const known = new Map<string, File | 'folder' | null>();
    const changes: NameChange[] = [];
    const fileAt = (path: string): File => {
      let file = names.get(path);
      if (!file) {
        const before = path.replace(this.#folder, this.#base);
        file = { flushed: existsSync(before) ? readFileSync(before) : Buffer.alloc(0), changes: [] };
        names.set(path, file);
        known.set(path, file);
      }
      return file;
    };
    const name = (path: string, file: File | 'folder' | null) => {
      changes.push({ folder: dirname(path), path, file });
      if (file === null) names.delete(path);
      else if (file !== 'folder') names.set(path, file);
    };
    for (const { what, path, at, bytes } of events(this.#log)) {
      if (path.endsWith('-shm') || path.includes(' (deleted)')) continue;
      if (what === 'w') fileAt(path).changes.push({ at, bytes });
      else if (what === 't') fileAt(path).changes.push({ size: at });
      else if (what === 'm') name(path, { flushed: Buffer.alloc(0), changes: [] });
      else if (what === 'd') name(path, 'folder');
      else if (what === 'u') name(path, null);
      else if (what === 'l') name(bytes.toString(), fileAt(path));
      else if (what === 'r') {
        const file = fileAt(path);
        name(path, null);
        name(bytes.toString(), file);
      } else {
        const folder = path.replace(/\/$/, '');
        for (let i = 0; i < changes.length; )
          if (changes[i]?.folder === folder) {
            const [done] = changes.splice(i, 1) as [NameChange];
            known.set(done.path, done.file);
          } else i += 1;
        const file = names.get(path);
        if (file) file.flushed = applied(file.flushed, file.changes.splice(0));
      }
    }
    for (const change of changes) {
      if (this.#random.whole(0, 1) === 0) this.forgotten += 1;
      else known.set(change.path, change.file);
    }
    this.#write(known);
    this.#begin();
  }

  /** Restores the folder from the start of the log and adds what the disk holds of all later changes. */
  #write(known: ReadonlyMap<string, File | 'folder' | null>): void {
    rmSync(this.#folder, { recursive: true, force: true });
    cpSync(this.#base, this.#folder, { recursive: true });
    rmSync(join(this.#folder, 'amanat.db-shm'), { force: true });
    const inOrder = [...known].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [path, file] of inOrder) {
      if (file === null) rmSync(path, { recursive: true, force: true });
      else if (!existsSync(dirname(path))) continue;
      else if (file === 'folder') mkdirSync(path, { recursive: true });
      else writeFileSync(path, applied(file.flushed, this.#survivors(file.changes)));
    }
  }

  #survivors(changes: readonly Change[]): Change[] {
    const fate = this.#random.whole(0, 2);
    const kept = changes.filter(() => fate === 2 || (fate === 1 && this.#random.whole(0, 1) === 1));
    this.forgotten += changes.length - kept.length;
    const last = kept.at(-1);
    if (fate === 1 && last && 'bytes' in last && last.bytes.length > SECTOR) {
      const sectors = this.#random.whole(0, Math.floor(last.bytes.length / SECTOR));
      kept[kept.length - 1] = { at: last.at, bytes: last.bytes.subarray(0, sectors * SECTOR) };
    }
    return kept;
  }
}

function applied(content: Buffer, changes: readonly Change[]): Buffer {
  let size = content.length;
  let most = size;
  for (const change of changes) {
    size = 'size' in change ? change.size : Math.max(size, change.at + change.bytes.length);
    most = Math.max(most, size);
  }
  const result = Buffer.alloc(most);
  content.copy(result);
  let length = content.length;
  for (const change of changes) {
    if ('size' in change) {
      if (change.size < length) result.fill(0, change.size, length);
      length = change.size;
    } else {
      change.bytes.copy(result, change.at);
      length = Math.max(length, change.at + change.bytes.length);
    }
  }
  return result.subarray(0, length);
}

/** Reads the log that `faults.c` writes: kind, offset, lengths of path and content, path, content. */
function* events(log: string): Generator<{ what: string; path: string; at: number; bytes: Buffer }> {
  const text = existsSync(log) ? readFileSync(log) : Buffer.alloc(0);
  for (let i = 0; i + 17 <= text.length; ) {
    const named = text.readUInt32LE(i + 9);
    const length = text.readUInt32LE(i + 13);
    const from = i + 17;
    const end = from + named + length;
    // The entry that was being written when the program was killed.
    if (end > text.length) return;
    yield {
      what: String.fromCharCode(text[i] as number),
      at: Number(text.readBigInt64LE(i + 1)),
      path: text.toString('utf8', from, from + named),
      bytes: text.subarray(from + named, end),
    };
    i = end;
  }
}
