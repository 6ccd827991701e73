/** Makes answers for any form of the product without a server. The ids in them refer to nothing. */
import { compileForm } from '../../src/core/definitions/compile.ts';
import { sourcesOf } from '../../src/core/definitions/load.ts';
import type { CompiledForm, RecordData } from '../../src/core/definitions/types.ts';
import type { FormRegistry } from '../../src/server/definitions/registry.ts';
import { seededRandom } from '../../src/server/demo/random.ts';
import { answersFor } from './answersFor.ts';
import { productFiles } from './definitions.ts';

const sources = sourcesOf(await productFiles);
export const common = sources.common;
/** Every version of every form. */
export const versions: CompiledForm[] = sources.forms.map(compileForm);

/** The same seed gives the same answers. */
export function looseAnswers(form: CompiledForm, seed: number): RecordData {
  const registry = {
    choices: (list: string) => (common.choices[list]?.items ?? []).map((item) => ({ id: item.id })),
  } as unknown as FormRegistry;
  return answersFor(
    form,
    {},
    {
      random: seededRandom(seed),
      registry,
      today: '2026-05-01',
      province_id: 'AF11',
      district_id: 'AF1101',
      village_id: 'AF1101-1',
      point: { latitude: 34.5, longitude: 69.2 },
      idsOf: () => ['one', 'two', 'three'],
      fileFor: () => 'file',
    },
  );
}
