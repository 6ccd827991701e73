/** The answer of a question as its input sees it: one value, or an object where the question binds several stored names. */
import type { FieldPathList } from '@rjsf/utils';
import type { FieldNode, RecordData } from '../../core/definitions/types.ts';
import { bindsSeveral } from '../../core/form/rjsf.ts';
import type { InputProps } from './types.ts';

const nameOf = (node: FieldNode) => node.properties[0] ?? node.name;

export function answerOf(node: FieldNode, values: RecordData): unknown {
  return bindsSeveral(node) ? values : values[nameOf(node)];
}

/** The stored properties that a change sets, told as RJSF's fields tell it: the path of a part is longer than the question's own. */
export function patchOf(node: FieldNode, value: unknown, path: FieldPathList = []): RecordData {
  if (!bindsSeveral(node)) return { [nameOf(node)]: value };
  if (path.length > 1) return { [String(path[path.length - 1])]: value };
  const all = (value ?? {}) as RecordData;
  return Object.fromEntries(node.properties.map((name) => [name, all[name]]));
}

export function partsOf({ value }: Pick<InputProps, 'value'>): RecordData {
  return (value ?? {}) as RecordData;
}

export function pathOf({ fieldPathId }: Pick<InputProps, 'fieldPathId'>, part: string): FieldPathList {
  return [...fieldPathId.path, part];
}
