/** Sealing in a running server: what was committed waits a moment at most, and the last of it is sealed when the server stops. */
import type { Database } from '../db/database.ts';
import { adoptRecords } from './adopt.ts';
import { writeAnchor } from './anchors.ts';
import { countErasures, tellErasures } from './erasures.ts';
import { lastSeal, type Seal, sealEvents } from './seals.ts';
import { openSigner } from './signer.ts';

/** Milliseconds between two anchors at least: a seal every few seconds would make a long file. */
const ANCHOR_EVERY = 60_000;

/** Milliseconds for the seals of a stopping server; a longer backlog (after an import) waits for the next start. */
const LAST_SEALS = 3_000;

export type Sealing = Awaited<ReturnType<typeof createSealing>>;

export interface SealingOptions {
  database: Database;
  keyFile: string;
  anchorFile: string;
  /** Where erasures are told, to be repeated after a restore. */
  erasureFile: string;
  now: () => Date;
}

export async function createSealing({ database, keyFile, anchorFile, erasureFile, now }: SealingOptions) {
  const signer = await openSigner(keyFile);
  let anchoredAt = 0;
  let waiting: Seal | undefined;
  /** Once all records are taken in, none is left that was made before. */
  let isAdopted = false;
  /** Erasures that stand in the file. */
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
    await tellErasures(database.read, erasureFile);
    told = count;
  };
  const sealWaiting = async (signal?: AbortSignal): Promise<void> => {
    const made = await sealEvents(database, signer, now, signal);
    if (made.length > 0) await tell();
    waiting = made.at(-1) ?? waiting;
    if (Math.abs(now().getTime() - anchoredAt) >= ANCHOR_EVERY) await anchor();
  };
  return {
    /** Takes in old records, then seals what waits. */
    async seal(signal?: AbortSignal): Promise<void> {
      if (!isAdopted) {
        await adoptRecords(database, now, signal);
        isAdopted = !signal?.aborted;
      }
      await sealWaiting(signal);
    },
    /** Seals what is left, for a moment at most, and anchors it. */
    async close(): Promise<void> {
      await sealWaiting(AbortSignal.timeout(LAST_SEALS));
      waiting ??= anchoredAt === 0 ? await lastSeal(database.read) : undefined;
      await anchor();
    },
  };
}
