/** `forms sync`: writes the data contract of one form, as `forms done` does for all. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readDefinitions } from '../../../core/contract/read.ts';
import { schemaPathOf } from '../../../core/definitions/files.ts';
import { formatDefinition } from '../../../core/definitions/format.ts';
import { versionKey } from '../../../core/definitions/freeze.ts';
import type { FormDefinition } from '../../../core/definitions/types.ts';
import { isObject } from '../../../core/json.ts';
import { committedContractLock, diskIo, readMetaSchemas } from '../../definitions/definitionFiles.ts';
import { contractChangeLines, type PrintLine } from './check.ts';

/** Returns the exit code. Changes no contract that was published. */
export async function syncContract(form: string, root: string, print: PrintLine): Promise<number> {
  const files = await readDefinitions(diskIo(root));
  const file = [...files.values()].find((one) => one.kind === 'form' && one.form === form && one.frozen === undefined);
  if (!file || !isObject(file.json) || !isObject(file.json.fields)) {
    print(`No form named “${form}”. Run forms check to see the files.`);
    return 2;
  }
  const path = schemaPathOf(file.path);
  const contract = files.get(path);
  if (!contract?.wrote) {
    print(`${path}: nothing to add.`);
    return 0;
  }
  const key = versionKey({ definition: file.json as unknown as FormDefinition });
  if (Object.hasOwn(committedContractLock(root), key)) {
    print(`${key} is published, so its contract stays. Start the next version: forms new-version ${form}`);
    return 1;
  }
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), formatDefinition(contract.json, readMetaSchemas(root).get('schema')));
  for (const line of contractChangeLines(contract)) print(line);
  return 0;
}
