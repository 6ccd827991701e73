/** `serve` and `demo`: open, listen, say so, close cleanly. */
import { setFlagsFromString } from 'node:v8';
import { type Schedule, startSchedule } from '../jobs/schedule.ts';
import { sweepJobs } from '../jobs/sweep.ts';
import { type OpenRooms, openRooms } from './openRooms.ts';
import { buildServer } from './server.ts';
import { readSettings } from './settings.ts';

/**
 * Share by which the heap may grow over what lives in it before it is cleared up: left to itself it grows to several times
 * of it, and little of what a server holds lives long.
 */
const HEAP_GROWTH_PERCENT = 40;

/** Resolves with the exit status when the server was told to stop. */
export async function serve({ demo }: { demo: boolean }): Promise<number> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const settings = readSettings(process.env, demo);
  const rooms = await openRooms({ settings });
  let schedule: Schedule | undefined;
  try {
    if (demo) await fillDemo(rooms);
    const first = demo ? undefined : await rooms.accounts.firstAdministrator(mightiestRole(rooms));
    const app = await buildServer(rooms);
    schedule = startSchedule(sweepJobs(rooms), rooms.log);
    await app.listen({ host: settings.host, port: settings.port });
    const address = app.server.address();
    const port = typeof address === 'object' && address ? address.port : settings.port;
    if (first) console.log(`Administrator "${first.username}" was made. One-time password: ${first.password}`);
    console.log(`Amanat is ready on http://${settings.host}:${port}`);
    const signal = await stopSignal();
    rooms.log.info({ signal }, 'stopping');
    await app.close();
    return 0;
  } finally {
    await schedule?.close();
    await rooms.close();
  }
}

/** The role whose rule allows everything. */
function mightiestRole({ library }: OpenRooms): string {
  const rule = library.common().permissions.rules.find((one) => one.actions.includes('*') && !one.forms && !one.kinds);
  if (!rule) throw new Error('forms/common/permissions.json has no role that may do everything');
  return rule.roles[0];
}

async function fillDemo(rooms: OpenRooms): Promise<void> {
  const { ensureDemo } = await import('../jobs/demo.ts');
  await ensureDemo(rooms, rooms.now());
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
}
