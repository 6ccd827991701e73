/** Seals events in a running server, soon after they are committed. The rest is sealed when the server stops. */
import type { Database } from '../db/database.ts';
import { adoptRecords } from './adopt.ts';
import { writeAnchor, writeLastSeal } from './anchors.ts';
import { appendErasures, countErasures } from './erasures.ts';
import { lastSeal, type Seal, sealEvents } from './seals.ts';
import { openSigner } from './signer.ts';

/** Minimum milliseconds between two anchors. One for every seal would make a long file. */
const ANCHOR_EVERY = 60_000;

/** Milliseconds for sealing while the server stops. A longer backlog (after an import) waits for the next start. */
const LAST_SEALS = 3_000;

export type Sealing = Awaited<ReturnType<typeof createSealing>>;

export interface SealingOptions {
  database: Database;
  keyFile: string;
  anchorFile: string;
  /** File of erasures, which are repeated after a restore. */
  erasureFile: string;
  now: () => Date;
}

export async function createSealing({ database, keyFile, anchorFile, erasureFile, now }: SealingOptions) {
  const signer = await openSigner(keyFile);
  let anchoredAt = 0;
  let waiting: Seal | undefined;
  /** True when all old records are adopted. New records do not need it. */
  let isAdopted = false;
  /** Number of erasures in the log when the file was last written. */
  let told = 0;
  const anchor = async (): Promise<void> => {
    if (!waiting) return;
    const seal = waiting;
    waiting = undefined;
    anchoredAt = now().getTime();
    await writeAnchor(anchorFile, seal);
  };
  const tell = async (): Promise<void> => {
    const count = await countErasures(database.read);
    if (count === told) return;
    await appendErasures(database.read, erasureFile);
    told = count;
  };
  const sealWaiting = async (signal?: AbortSignal): Promise<void> => {
    const made = await sealEvents(database, signer, now, signal);
    if (made.length > 0) await tell();
    // Also a server that seals nothing itself has an anchor, soon after its start.
    const last = made.at(-1) ?? (anchoredAt === 0 && !waiting ? await lastSeal(database.read) : undefined);
    waiting = last ?? waiting;
    if (last) await writeLastSeal(anchorFile, last);
    if (Math.abs(now().getTime() - anchoredAt) >= ANCHOR_EVERY) await anchor();
  };
  return {
    /** Adopts old records, then seals the events that wait. */
    async seal(signal?: AbortSignal): Promise<void> {
      if (!isAdopted) {
        await adoptRecords(database, now, signal);
        isAdopted = !signal?.aborted;
      }
      await sealWaiting(signal);
    },
    /** Seals the remaining events, for `LAST_SEALS` milliseconds at most, and writes an anchor. */
    async close(): Promise<void> {
      await sealWaiting(AbortSignal.timeout(LAST_SEALS));
      await anchor();
    },
  };
}
