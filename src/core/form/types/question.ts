/** Functions that read a fact about a field from its type. */

import type { CompiledForm, Constants, FieldNode } from '../../definitions/types.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import { getOwn } from '../../json.ts';
import type { Option, PropertyKind } from './fieldType.ts';
import { FIELD_TYPES } from './index.ts';
import { firstPointQuestion } from './places/geopoint.ts';

function partName({ parts }: Pick<FieldNode, 'parts'>, property: string | undefined): string {
  return Object.keys(parts).find((name) => getOwn(parts, name) === property) ?? 'value';
}

/** Returns what a property holds, by default the first property. Returns undefined for a field that stores nothing. */
export function propertyKindOf(node: FieldNode, property = node.properties[0]): PropertyKind | undefined {
  const { parts } = FIELD_TYPES[node.type];
  return typeof parts === 'function' ? parts(node) : (getOwn(parts, partName(node, property)) ?? parts.value);
}

/** Returns the closed list of choices for a property: the form's own, or the one that all forms share. */
export function closedOptionsOf(
  node: FieldNode,
  constants: Constants,
  property = node.properties[0],
): readonly Option[] | undefined {
  return node.def.options ?? FIELD_TYPES[node.type].options?.(constants, partName(node, property));
}

/** Returns true if people see this field: in a form, a record, a review. */
export function isVisibleField({ type, def }: Pick<FieldNode, 'type' | 'def'>): boolean {
  return !FIELD_TYPES[type].isHidden && def.show !== false;
}

/** Returns true if people answer this field, or see what is worked out. Hidden fields and notes are not asked. */
export function isAnswerable(node: FieldNode): boolean {
  return node.properties.length > 0 && isVisibleField(node);
}

/** Returns true if exports and the preview of a form have this field. A value that nobody sees is one that they are to show. */
export function isExported(node: FieldNode): boolean {
  return isAnswerable(node) || node.def.show === false;
}

/** Returns true if nobody changes the answer: it is not shown, or shown only to be read. */
export function isReadOnlyQuestion({ type, def }: FieldNode): boolean {
  return def.default !== undefined && (FIELD_TYPES[type].isHidden === true || def['ui:readonly'] === true);
}

export function isRatingQuestion({ type }: Pick<FieldNode, 'type'>): boolean {
  return FIELD_TYPES[type].points !== undefined;
}

/** Returns true for a field with one number in each of its rows. */
export function isCountsQuestion(node: FieldNode): boolean {
  return node.def.rows !== undefined && propertyKindOf(node) === 'integer';
}

/** Returns true for a question whose day stands for its month (`ui:options.month`). */
export function isMonthQuestion({ type, def }: Pick<FieldNode, 'type' | 'def'>): boolean {
  const options = def['ui:options'] as Record<string, unknown> | undefined;
  return FIELD_TYPES[type].uiOptions?.month !== undefined && options?.month === true;
}

export function holdsFiles({ type }: Pick<FieldNode, 'type'>): boolean {
  return FIELD_TYPES[type].refersTo === 'file';
}

/** Returns true if the field holds ids of records. People are records too. */
export function holdsRecords({ type }: Pick<FieldNode, 'type'>): boolean {
  const { refersTo } = FIELD_TYPES[type];
  return refersTo === 'record' || refersTo === 'person';
}

export function holdsPlaces({ type }: Pick<FieldNode, 'type'>): boolean {
  return FIELD_TYPES[type].refersTo === 'place';
}

/** Returns the questions whose amounts lists add up, with the stored names of the amount and of its currency. */
export function amountQuestions({ fields }: CompiledForm): { node: FieldNode; amount: string; per: string }[] {
  return [...fields.values()].flatMap((node) => {
    const { sums } = FIELD_TYPES[node.type];
    const [amount, per] = sums ? [getOwn(node.parts, sums.of), getOwn(node.parts, sums.per)] : [];
    return amount && per ? [{ node, amount, per }] : [];
  });
}

/** Returns the first questions whose answers are on a map: a position, and a line or an area. */
export function firstMapQuestions(form: CompiledForm): {
  point?: FieldNode | undefined;
  shape?: FieldNode | undefined;
} {
  return {
    point: firstPointQuestion(form),
    shape: [...form.fields.values()].find((node) => propertyKindOf(node) === 'shape'),
  };
}

/** Returns the question of a path: a property name or another documented name, or `table.column`. */
export function questionAtPath(form: CompiledForm, path: string): FieldNode | undefined {
  const [name = '', column] = path.split('.');
  const node =
    form.byProperty.get(path) ?? form.byProperty.get(getOwn(form.aliases, path) ?? '') ?? form.byProperty.get(name);
  return node?.columns ? node.columns.find((one) => one.name === column) : node;
}

/** Returns why a question does not take files of a media type; undefined if it does. */
export function fileTypeErrorCode({ type }: Pick<FieldNode, 'type'>, mediaType: string): ErrorCode | undefined {
  const { media } = FIELD_TYPES[type];
  return media && !mediaType.startsWith(`${media}/`) ? `file_not_${media}` : undefined;
}

/** Returns the node of a field, or of a column by its path. */
export function nodeAtPath({ fields }: CompiledForm, path: string): FieldNode | undefined {
  const [first = '', ...inner] = path.split('.');
  return inner.reduce<FieldNode | undefined>(
    (node, name) => node?.columns?.find((column) => column.name === name),
    fields.get(first),
  );
}
