/** Builds the server first, because the fault suites run the built one. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './definitions.ts';

export default function built(): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'codegen/build-app.mjs'), 'server'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the server does not build');
}
