/**
 * `npm run bench -- bundle|designer|forms|hostile|memories|offline|phone|public|publish|reports|server|xlsform [options]`: figures for tests/bench/README.md. Prints tables with
 * ratios and asserts nothing. Everything runs on this machine, with limited count and time.
 */
import { availableParallelism, totalmem } from 'node:os';
import { fixedWork } from './speed.ts';

const [what = 'all', ...options] = process.argv.slice(2);
const gib = Math.round(totalmem() / 2 ** 30);
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, ${gib} GiB, Node ${process.versions.node}\n`,
);

const benches: Record<string, () => Promise<void>> = {
  bundle: async () => (await import('./bundle.ts')).bundle(),
  designer: async () => (await import('./designer.ts')).designer(options),
  forms: async () => (await import('./forms/main.ts')).forms(options),
  hostile: async () => (await import('./hostile.ts')).hostile(),
  memories: async () => (await import('./memories.ts')).memories(options),
  offline: async () => (await import('./offline/main.ts')).offline(options),
  phone: async () => (await import('./phone.ts')).phone(options),
  public: async () => (await import('./public.ts')).publicPage(),
  publish: async () => (await import('./publish.ts')).publish(),
  reports: async () => (await import('./reports.ts')).reports(options),
  server: async () => (await import('./server.ts')).server(options),
  xlsform: async () => (await import('./xlsform.ts')).xlsform(),
};
const chosen = what === 'all' ? Object.keys(benches) : [what];
for (const name of chosen) {
  const bench = benches[name];
  if (!bench) {
    console.error(`There is no bench "${name}": ${Object.keys(benches).join(', ')} or all.`);
    process.exitCode = 2;
    break;
  }
  console.log(`a fixed piece of work takes ${fixedWork().toFixed(0)} ms (speed.ts)\n`);
  await bench();
}
