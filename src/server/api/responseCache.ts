/**
 * ResponseCache that were worked out a moment ago. One is given again only to the same person asking the same, in the same
 * language, and while nothing at all was written to the database since it was begun (`Database.stamp`), so it never
 * differs from what working it out anew would give. Callers who ask the same at the same time share the work.
 */
import { promisify } from 'node:util';
import { type InputType, gzip as zip } from 'node:zlib';
import type { Actor } from '../../core/records/types.ts';
import { kabulDay } from '../../core/text/dates.ts';
import type { Services } from '../http/services.ts';
import type { Call } from './call.ts';

const gzip = promisify<InputType, { level: number }, Buffer>(zip);

/** Bytes all remembered answers may have together. */
const MOST_BYTES = 12_000_000;
/** Longer answers are rare and asked once. */
const MOST_EACH = 400_000;
const LONGEST_KEY = 4000;
/** Below, packing costs more than it saves. */
const WORTH_PACKING = 1024;
/** A quarter of the work of the usual level for a tenth more bytes. */
const LEVEL = 3;

interface Remembered {
  stamp: string;
  text: Promise<Buffer>;
  packed?: Promise<Buffer>;
  bytes: number;
}

/** What decides what a person sees, as text. */
const grantsOf = new WeakMap<Actor, string>();

const caches = new WeakMap<Services['database'], ResponseCache>();

/** Sends what `make` works out, or what it worked out a moment ago while that holds. */
export function remembered(call: Call, make: () => Promise<unknown>): Promise<unknown> {
  const { database } = call.services;
  const cache = caches.get(database) ?? new ResponseCache();
  caches.set(database, cache);
  return cache.send(call, make);
}

class ResponseCache {
  readonly #known = new Map<string, Remembered>();
  #bytes = 0;

  /** Sends what `make` works out as JSON, from memory while it holds. */
  async send(call: Call, make: () => Promise<unknown>): Promise<unknown> {
    const found = await this.#find(call, make);
    const { reply, request } = call;
    const text = await found.text;
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    const accepts = String(request.headers['accept-encoding'] ?? '');
    if (text.length < WORTH_PACKING || !/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepts)) return reply.send(text);
    found.packed ??= this.#pack(found, text);
    return reply.header('content-encoding', 'gzip').send(await found.packed);
  }

  async #find(call: Call, make: () => Promise<unknown>): Promise<Remembered> {
    const { services } = call;
    const stamp = `${await services.database.stamp()} ${services.registry.revision()} ${kabulDay(services.now())}`;
    const key = `${call.language} ${grants(call.actor)} ${call.form.key} ${call.request.url}`;
    const known = this.#known.get(key);
    if (known?.stamp === stamp) {
      // The newest stand at the end: what falls out first was not asked for longest.
      this.#known.delete(key);
      this.#known.set(key, known);
      return known;
    }
    if (known) this.#forget(key, known);
    const made: Remembered = {
      stamp,
      text: make().then((response) => Buffer.from(JSON.stringify(response))),
      bytes: 0,
    };
    if (key.length > LONGEST_KEY) return made;
    this.#known.set(key, made);
    try {
      this.#weigh(key, made, (await made.text).length);
    } catch (error) {
      this.#forget(key, made);
      throw error;
    }
    return made;
  }

  #pack(found: Remembered, text: Buffer): Promise<Buffer> {
    return gzip(text, { level: LEVEL }).then((packed) => {
      for (const [key, one] of this.#known) if (one === found) this.#weigh(key, found, packed.length);
      return packed;
    });
  }

  #weigh(key: string, one: Remembered, bytes: number): void {
    if (this.#known.get(key) !== one) return;
    one.bytes += bytes;
    this.#bytes += bytes;
    if (one.bytes > MOST_EACH) this.#forget(key, one);
    for (const [oldest, other] of this.#known) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#forget(oldest, other);
    }
  }

  #forget(key: string, one: Remembered): void {
    if (this.#known.get(key) !== one) return;
    this.#known.delete(key);
    this.#bytes -= one.bytes;
  }
}

function grants(actor: Actor): string {
  let text = grantsOf.get(actor);
  if (!text) {
    text = JSON.stringify([actor.id, actor.name, actor.grants]);
    grantsOf.set(actor, text);
  }
  return text;
}
