/** file and image: ids of attachments; lists and exports say how many. */
import type { CompiledForm, FieldNode } from '../../definitions/types.ts';
import { formatNumber } from '../../text/digits.ts';
import { type FieldType, idsOf, nothingStored, storedValue } from './fieldType.ts';

export const holdsFiles = ({ type }: Pick<FieldNode, 'type'>): boolean => type === 'file' || type === 'image';

/**
 * Whether a question asks for the place and time a camera wrote into its pictures; `path` is its stored or another documented
 * name, in a table `table.column`.
 */
export function keepsPosition(form: CompiledForm, path: string): boolean {
  const [name = '', column] = path.split('.');
  const node = form.byProperty.get(path) ?? form.byProperty.get(form.aliases[path] ?? '') ?? form.byProperty.get(name);
  const asked = node?.columns ? node.columns.find((one) => one.name === column) : node;
  return asked?.def.keepPosition === true;
}

function face(): FieldType {
  return {
    text: (node, data, { language }) => {
      const count = idsOf(storedValue(node, data)).length;
      return count === 0 ? '' : formatNumber(count, language);
    },
    columns: () => [],
    operators: ['empty'],
    isEmpty: nothingStored,
  };
}

export const file = face();
export const image = face();
