/**
 * For monitoring. `GET /api/health` only says that the process responds, so that nobody restarts a server whose database is
 * down. `GET /api/ready` says whether it can do its work.
 */
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { migrationState } from '../db/migrate.ts';
import type { Services } from './services.ts';

/** Free bytes below which the server soon cannot write. */
const LEAST_FREE = 64 * 1024 * 1024;

type Check = 'ok' | 'degraded' | 'failed';

export function registerHealth(app: FastifyInstance, services: Services): void {
  app.get('/api/health', async () => ({ status: 'ok' }));

  app.get('/api/ready', async (request) => {
    const checks: Record<string, Check> = {};
    let cause: unknown;
    const check = async (name: string, holds: () => Promise<boolean>) => {
      try {
        checks[name] = (await holds()) ? 'ok' : 'failed';
      } catch (error) {
        cause ??= error;
        if (!services.outage.note(error)) request.log.warn({ err: error, check: name }, 'a check of readiness failed');
        checks[name] = 'failed';
      }
    };
    await check('database', async () => {
      await services.database.read.selectFrom('settings').select('key').limit(1).execute();
      return true;
    });
    await check('migrations', async () => {
      const { missing, unknown } = await migrationState(services.database.read);
      return missing.length === 0 && unknown.length === 0;
    });
    await check('disk', async () => (await freeBytes(services.settings.dataDir)) >= LEAST_FREE);
    if (services.damage.pages !== undefined) checks.pages = 'failed';
    // The server does its work for everything else, so it stays ready.
    const unserved = services.registry.unserved().map(({ name, version }) => `${name}@${version}`);
    checks.definitions = unserved.length > 0 ? 'degraded' : 'ok';
    if (Object.values(checks).includes('failed')) throw new Failure('unavailable', { detail: { checks }, cause });
    return { status: 'ready', checks, ...(unserved.length > 0 && { unserved }) };
  });
}

/** Returns the bytes that this process may still write in the file system of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
