/** What a question of any type can be asked; the answer is its type's. */
import type { CompiledForm, Constants, FieldNode } from '../../definitions/types.ts';
import type { Option, Part } from './fieldType.ts';
import { FIELD_TYPES } from './index.ts';

function partName({ parts }: Pick<FieldNode, 'parts'>, property: string | undefined): string {
  return Object.keys(parts).find((name) => parts[name] === property) ?? 'value';
}

/** What a stored property holds, the first one unless another is named; undefined for what stores nothing. */
export function partOf(node: FieldNode, property = node.properties[0]): Part | undefined {
  const { parts } = FIELD_TYPES[node.type];
  return typeof parts === 'function' ? parts(node) : (parts[partName(node, property)] ?? parts.value);
}

/** The closed list a property is chosen from: the form's own, or the one that all forms share. */
export function optionsOf(
  node: FieldNode,
  constants: Constants,
  property = node.properties[0],
): readonly Option[] | undefined {
  return node.def.options ?? FIELD_TYPES[node.type].options?.(constants, partName(node, property));
}

/** Whether people are asked for an answer: neither hidden nor words between questions. */
export function isAsked({ type, properties }: FieldNode): boolean {
  return properties.length > 0 && !FIELD_TYPES[type].isHidden;
}

export function isRating({ type }: Pick<FieldNode, 'type'>): boolean {
  return FIELD_TYPES[type].points !== undefined;
}

/** Numbers side by side, one for each row. */
export function isCounts(node: FieldNode): boolean {
  return node.def.rows !== undefined && partOf(node) === 'integer';
}

export function holdsFiles({ type }: Pick<FieldNode, 'type'>): boolean {
  return FIELD_TYPES[type].refersTo === 'file';
}

/** Holds the id of a record, a person being one. */
export function holdsRecords({ type }: Pick<FieldNode, 'type'>): boolean {
  const { refersTo } = FIELD_TYPES[type];
  return refersTo === 'record' || refersTo === 'person';
}

export function holdsPlaces({ type }: Pick<FieldNode, 'type'>): boolean {
  return FIELD_TYPES[type].refersTo === 'place';
}

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
