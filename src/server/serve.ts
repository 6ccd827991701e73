/** `serve` and `demo`: open the services, listen, report readiness, close cleanly. */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { allowEverythingRule } from '../core/records/scope.ts';
import { ONE_TIME_DAYS } from './accounts/passwords.ts';
import { createStopper, stopSignal } from './http/stop.ts';
import { buildServer } from './server.ts';
import { type OpenServices, openServices } from './services.ts';
import { readSettings } from './settings/settings.ts';
import { checkDataFolder } from './startSentence.ts';

/**
 * Percent by which the heap may grow over live objects before garbage collection. By default it grows to several times their
 * size, and few objects of a server live long.
 */
const HEAP_GROWTH_PERCENT = 40;

/** Resolves with the exit status when the server was told to stop. */
export async function serve(args: string[], { demo }: { demo: boolean }): Promise<number> {
  const { values } = parseArgs({ args, options: { new: { type: 'boolean', default: false } } });
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const settings = readSettings(process.env, demo);
  checkDataFolder(settings.dataDir);
  const services = await openServices({ settings, isServer: true, isNew: values.new });
  try {
    if (demo) await fillDemo(services);
    const first = demo ? undefined : await services.accounts.firstAdministrator(mightiestRole(services));
    const app = await buildServer(services);
    const stop = createStopper(app);
    const { startBackground } = await import('./jobs/background.ts');
    const background = await startBackground(services);
    // Listen for signals before reporting that the server is ready.
    const told = stopSignal(() => services.log.error('not everything could be ended in time'));
    await app.listen({ host: settings.host, port: settings.port });
    const address = app.server.address();
    const port = typeof address === 'object' && address ? address.port : settings.port;
    if (first)
      console.log(
        `Created administrator "${first.username}". One-time password, for ${ONE_TIME_DAYS} days: ${first.password}`,
      );
    console.log(`Amanat is ready on http://${settings.host}:${port}`);
    const signal = await told;
    services.log.info({ signal }, 'stopping');
    await stop();
    await background.close();
    return 0;
  } finally {
    await services.close();
  }
}

/** Returns the role whose rule allows everything. */
function mightiestRole({ registry }: OpenServices): string {
  const rule = allowEverythingRule(registry.common().permissions);
  if (!rule) throw new Error('forms/common/permissions.json has no role that may do everything');
  return rule.roles[0];
}

async function fillDemo(services: OpenServices): Promise<void> {
  const { ensureDemo } = await import('./demo/ensure.ts');
  await ensureDemo(services, services.now());
}
