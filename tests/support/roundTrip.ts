/** Takes the export of one record back: nothing changed is nothing, and one changed cell is exactly that cell. */

import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { propertyKindOf } from '../../src/core/form/types/question.ts';
import type { ApiCall } from '../../src/server/api/call.ts';
import { readCorrections } from '../../src/server/api/corrections/corrections.ts';
import type { Person } from '../api/permissions-cast.ts';
import type { TestServer } from './server.ts';

/** Each form is written in another one. */
const STYLES = [
  'labels=all&split=1',
  'labels=codes&calendar=solar',
  'localSuffix=pa',
  'localSuffix=fa&calendar=gregorian',
];

export async function expectRoundTrip(
  { services }: TestServer,
  form: CompiledForm,
  id: string,
  admin: Person,
  style = STYLES[form.form.length % STYLES.length],
) {
  const file = await admin.call('GET', `${form.definition.api.base}/export?format=csv&all=1&ids=${id}&${style}`);
  const lines: string[][] = parse(file.body as unknown as string, { bom: true, relax_column_count: true });
  const actor = { id: admin.id, username: 'admin', name: 'Admin', language: 'en' as const };
  const grants = [{ role: 'administrator', programme: null, province_id: null }];
  const call = { services, form, language: 'en', actor: { ...actor, grants } } as unknown as ApiCall;
  const read = async () => {
    const { compared, merged } = (await readCorrections(call, [{ title: 'Export', lines }])) ?? {};
    return {
      errors: compared?.errors,
      leftOut: compared?.leftOut,
      changed: merged?.flatMap(({ changes }) => Object.entries(changes.mine)),
    };
  };
  expect(await read(), style).toEqual({ errors: [], leftOut: [], changed: [] });

  const names = lines[1] as string[];
  const words = [...form.byProperty].find(([, node]) => ['text', 'textarea'].includes(node.type) && !node.def.unique);
  const counted = [...form.byProperty].find(
    ([name, node]) => propertyKindOf(node, name) === 'integer' && !node.def.derived,
  );
  const [property, value, cell] = words ? [words[0], 'Corrected', 'Corrected'] : [counted?.[0], 7, '۷'];
  if (property === undefined) return;
  const at = names.findIndex((name) => name.startsWith(`${property} (`));
  expect(at, property).toBeGreaterThanOrEqual(0);
  lines[2] = (lines[2] as string[]).with(at, cell as string);
  expect(await read(), property).toEqual({ errors: [], leftOut: [], changed: [[property, value]] });
}
