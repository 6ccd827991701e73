/**
 * What an earlier build left behind: the profile of a browser, and the store of its server of the same moment. `make.ts` makes
 * them, `journeys/upgrade.test.ts` opens them with the build of today.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { springSource } from '../../tests/support/wells.ts';
import { CHROMIUM, CHROMIUM_FLAGS, SIZES } from '../pages/stage.ts';

/** Stores of a browser belong to an address. It is the same wherever the server of a fixture listens. */
export const ORIGIN = 'http://amanat.localhost:4370';
/** Of the rescue file. */
export const RESCUE_PASSWORD = 'a long password of a file';

/** What the test looks for. Records by what happened to them on the device, with the name that each should have at the end. */
export interface Expected {
  made: string;
  engine: 'sqlite' | 'postgres';
  /** Whose work it is, logged in and without network when the browser was closed. */
  user: string;
  /** Who used the device before, and logged out with a draft of changes. */
  before: string;
  created: { name: string; photo: string };
  changed: Named;
  verified: string;
  conflict: Named & { theirs: string };
  ofBefore: Named;
  draft: { name: string };
  draftOfChanges: Named;
  /** Number of records by base of their calls, before the device sends. */
  counts: Record<string, number>;
}

export interface Named {
  id: string;
  name: string;
}

export const archive = (name: string, engine: string): string =>
  new URL(`${name}/${engine}.tar.gz`, import.meta.url).pathname;

export function unpack(file: string, into: string): void {
  mkdirSync(into, { recursive: true });
  tar(['-xzf', file, '-C', into]);
}

export function pack(folder: string, file: string): void {
  mkdirSync(join(file, '..'), { recursive: true });
  tar(['--sort=name', '--owner=0', '--group=0', '-czf', file, '-C', folder, '.']);
}

function tar(args: string[]): void {
  const { status, stderr } = spawnSync('tar', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar ended with ${status}: ${stderr}`);
}

/** Flags of a browser that finds the origin of the fixtures at a server that listens elsewhere. */
export const flagsFor = (port: number): string[] => [
  ...CHROMIUM_FLAGS,
  `--host-resolver-rules=MAP ${new URL(ORIGIN).host} 127.0.0.1:${port}`,
];

export function openAt(profile: string, port: number) {
  return chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: flagsFor(port),
    baseURL: ORIGIN,
    viewport: SIZES.phone,
    hasTouch: true,
  });
}

/** A form that is published while the server runs. */
export function spring(): FormSource {
  const source = springSource(1) as FormSource;
  source.definition.paths.create = ['/test/springs/new'];
  source.definition.fields.photo = {
    ...{ id: 'q_spring_photo', type: 'image' },
    label: { en: 'Photo', fa: 'عکس', ps: 'انځور' },
  } as never;
  source.definition.sections[0]?.fields.push('photo');
  source.schema.properties = {
    ...(source.schema.properties as object),
    photo: { type: 'array', items: { type: 'string', maxLength: 64 } },
  };
  return source;
}

const text = (en: string, fa: string, ps: string) => ({ en, fa, ps });

/** A report that is published while the server runs. */
export const REPORT = {
  report: 'upgrade-schools',
  programme: 'schools',
  kind: 'other',
  title: text('Schools by level', 'مکاتب به سطح', 'ښوونځي د کچې له مخې'),
  path: '/reports/upgrade-schools',
  filters: ['provinces'],
  blocks: [
    {
      ...{ id: 'all', show: 'numbers', title: text('All', 'همه', 'ټول') },
      measures: [{ id: 'n', of: 'count', forms: ['school'], undated: true }],
    },
  ],
};
