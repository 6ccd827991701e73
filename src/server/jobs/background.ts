/** What a running server does beside answering: sealing the history, checking it every night. */
import { createSealing } from '../audit/sealing.ts';
import type { OpenRooms } from '../http/openRooms.ts';
import { checkHistory } from './nightly.ts';
import { dailyAt, every, startSchedule } from './schedule.ts';

/** Within how many milliseconds a committed event is sealed, while the server has time for it. */
const SEAL_EVERY = 2_000;
/** Local time: after the last work of a day, before the first of the next. */
const NIGHT = '01:30';

export interface Background {
  /** Ends the rounds, then seals what is left. */
  close(): Promise<void>;
}

export async function startBackground({ database, settings, now, log }: OpenRooms): Promise<Background> {
  const { auditKeyFile: keyFile, auditAnchorFile: anchorFile } = settings;
  const sealing = await createSealing({ database, keyFile, anchorFile, now });
  const schedule = startSchedule(
    [
      { name: 'seal the history', wait: every(SEAL_EVERY), work: (signal) => sealing.seal(signal) },
      {
        name: 'check the history',
        wait: dailyAt(NIGHT),
        work: (signal) => checkHistory({ database, keyFile, anchorFile, now, log, signal }),
      },
    ],
    log,
  );
  return {
    async close() {
      await schedule.close();
      await sealing.close();
    },
  };
}
