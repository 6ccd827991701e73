/** Reads and writes an answer as its input sees it: one value, or an object if the question has several properties. */
import type { FieldPathList } from '@rjsf/utils';
import type { FieldNode, RecordData } from '../../core/definitions/types.ts';
import { hasSeveralProperties } from '../../core/form/rjsf.ts';
import type { InputProps } from './types.ts';

const nameOf = (node: FieldNode) => node.properties[0] ?? node.name;

export function fieldAnswerOf(node: FieldNode, values: RecordData): unknown {
  return hasSeveralProperties(node) ? values : values[nameOf(node)];
}

/** Returns the properties that a change sets. A change to one part comes with the path of the part, as in RJSF's fields. */
export function answerPatch(node: FieldNode, value: unknown, path: FieldPathList = []): RecordData {
  if (!hasSeveralProperties(node)) return { [nameOf(node)]: value };
  if (path.length > 1) return { [String(path[path.length - 1])]: value };
  const all = (value ?? {}) as RecordData;
  return Object.fromEntries(node.properties.map((name) => [name, all[name]]));
}

export function answerPartsOf({ value }: Pick<InputProps, 'value'>): RecordData {
  return (value ?? {}) as RecordData;
}

export function answerPartPath({ fieldPathId }: Pick<InputProps, 'fieldPathId'>, part: string): FieldPathList {
  return [...fieldPathId.path, part];
}
