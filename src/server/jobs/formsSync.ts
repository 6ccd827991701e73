/** `forms sync`: writes the properties that a form's data contract lacks, for questions of simple types. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { completeContract } from '../../core/check/simpleContract.ts';
import { readFiles, schemaPathOf } from '../../core/definitions/files.ts';
import { format } from '../../core/definitions/format.ts';
import { versionKey } from '../../core/definitions/freeze.ts';
import type { Constants, FormDefinition, JsonSchema } from '../../core/definitions/types.ts';
import { isObject } from '../../core/errors/json.ts';
import { committedLock, diskIo, readMeta } from '../definitions/definitionFiles.ts';
import type { Print } from './formsCheck.ts';

/** Returns the exit code. Changes no contract that was published, and no property that is there. */
export async function syncContract(form: string, root: string, print: Print): Promise<number> {
  const files = await readFiles(diskIo(root));
  const file = [...files.values()].find((one) => one.kind === 'form' && one.form === form && one.frozen === undefined);
  if (!file || !isObject(file.json) || !isObject(file.json.fields)) {
    print(`No form named “${form}”. Run forms check to see the files.`);
    return 2;
  }
  const definition = file.json as unknown as FormDefinition;
  const path = schemaPathOf(file.path);
  const before = files.get(path)?.json as JsonSchema | undefined;
  const constants = files.get('forms/common/constants.json')?.json as Constants | undefined;
  const { schema, added, left } = completeContract(definition, before, constants);
  if (added.length > 0 && committedLock(root)[versionKey({ definition })]) {
    print(
      `${versionKey({ definition })} is published, so its contract stays. Start the next version: forms new-version ${form}`,
    );
    return 1;
  }
  if (added.length > 0 || !before) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), format(schema, readMeta(root).get('schema')));
    print(`${path}: ${added.join(', ')}`);
  } else print(`${path}: nothing to add.`);
  if (left.length > 0) print(`Write these yourself, because their type does not say enough: ${left.join(', ')}`);
  return 0;
}
