/** What the check of definitions says of a form that was imported and is not stored anywhere. */
import { checkInSteps, type Issue } from '../../core/check/check.ts';
import { withContracts } from '../../core/contract/read.ts';
import { readFiles, schemaPathOf } from '../../core/definitions/files.ts';
import type { ImportedForm } from '../../core/xlsform/types.ts';
import { runWithPauses } from '../db/rows.ts';
import { ROOT } from '../root.ts';
import { candidateTools } from './candidate.ts';
import { diskIo } from './definitionFiles.ts';

/** Files that every form refers to. Others may be there or not: a workbook knows nothing of them. */
const SHARED = /^(forms|schemas)\/common\//;

/** Returns the issues of the form itself and of its data contract, as if it stood in a folder of its own. Other work goes on meanwhile. */
export async function checkImported({
  definition,
  schema,
}: Pick<ImportedForm, 'definition' | 'schema'>): Promise<Issue[]> {
  const { list, read } = diskIo(ROOT);
  const path = `forms/imported/${definition.form}.form.json`;
  const ours = new Set([path, schemaPathOf(path)]);
  const own = new Map([
    [path, JSON.stringify({ programme: 'imported', ...definition })],
    ...(Object.keys(schema).length > 0 ? [[schemaPathOf(path), JSON.stringify(schema)] as const] : []),
  ]);
  const files = await readFiles({
    list: async (folder) => [
      ...(await list(folder)).filter((one) => SHARED.test(one)),
      ...[...own.keys()].filter((one) => one.startsWith(`${folder}/`)),
    ],
    read: (one) => own.get(one) ?? read(one),
  });
  const tools = { ...(await candidateTools()), media: { find: () => undefined, paths: [] } };
  return (await runWithPauses(checkInSteps(withContracts(files), tools))).filter(({ file }) => ours.has(file));
}
