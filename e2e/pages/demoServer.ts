/** The demo server of the worker that runs a journey. */
import { inject } from 'vitest';

export function demoServer(): string {
  const bases = inject('bases');
  return bases[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % bases.length] as string;
}
