/**
 * Lists of options that stand once in a form (`lists`) and that questions name: `"choices": "#wealth"`. They are as closed as
 * `options` and are put in their place here, so that everything else knows options only.
 */

import type { AnswerType, AnswerTypes } from '../expressions/types.ts';
import type { ListOption } from '../generated/form.ts';
import { escapePointer, getOwn, isObject, pointerSteps } from '../json.ts';
import type { Field, FormDefinition } from './types.ts';

type WithLists = Pick<FormDefinition, 'fields' | 'lists'>;

/** Returns true if the name is that of a list of the form itself. */
export function isFormList(choices: unknown): choices is string {
  return typeof choices === 'string' && choices.startsWith('#');
}

/**
 * Returns the definition with the options of the lists that its questions and columns name. A name without a list stays. A
 * half-written draft may say anything.
 */
export function withLists<T extends WithLists>(definition: T): T {
  const { fields, lists } = definition;
  if (!isObject(lists) || !isObject(fields)) return definition;
  const resolved = (all: Record<string, Field>): Record<string, Field> =>
    Object.fromEntries(Object.entries(all).map(([name, field]) => [name, isObject(field) ? inField(field) : field]));
  const inField = (field: Field): Field => {
    const { choices, ...rest } = field;
    const list = isFormList(choices) && !field.options ? getOwn(lists, choices.slice(1)) : undefined;
    const whole = Array.isArray(list) ? { ...rest, options: list } : field;
    return isObject(field.columns) ? { ...whole, columns: resolved(field.columns) } : whole;
  };
  return { ...definition, fields: resolved(fields) };
}

/**
 * Returns where a place stands in the file, from its JSON Pointer in a definition `withLists`: an option in its list, all
 * options of a question at its `choices`.
 */
export function sourcePointer(definition: WithLists, pointer: string): string {
  const { lists = {} } = definition;
  const steps = pointer.split('/').slice(1);
  let value: unknown = definition;
  for (const [at, step] of pointerSteps(pointer).entries()) {
    value = isObject(value) ? getOwn(value, step) : undefined;
    const name = step === 'options' ? Object.keys(lists).find((one) => getOwn(lists, one) === value) : undefined;
    if (name === undefined) continue;
    const rest = steps.slice(at + 1);
    const place = rest.length > 0 ? ['lists', escapePointer(name), ...rest] : [...steps.slice(0, at), 'choices'];
    return `/${place.join('/')}`;
  }
  return pointer;
}

/** Keys of an option that are no attributes for filters. */
const OF_OPTION = new Set(['value', 'label', 'hint', 'parent', 'exclusive', 'media']);
const TYPES: Readonly<Record<string, AnswerType>> = { string: 'text', number: 'number', boolean: 'boolean' };

/** Returns the types of the further attributes of options. One that is not of one type is `any`. */
export function attributesOf(options: readonly ListOption[]): AnswerTypes {
  const found: AnswerTypes = {};
  for (const [name, value] of options.flatMap((option) => Object.entries(option))) {
    const type = OF_OPTION.has(name) ? undefined : (getOwn(TYPES, typeof value) ?? 'any');
    if (type) found[name] = [type, undefined].includes(getOwn(found, name)) ? type : 'any';
  }
  return found;
}
