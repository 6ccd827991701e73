/** Files against the meta schemas: unknown keys, missing keys, wrong kinds of value, missing translations. */
import type { AjvError } from '../types.ts';
import { escapePointer, type Issue, meant } from './issue.ts';

/** Ajv's errors in plain sentences, the most telling one per place. */
export function shapeIssues(file: string, errors: readonly AjvError[]): Issue[] {
  const issues = new Map<string, Issue>();
  const telling = nearestAlternatives(errors);
  for (const error of telling.length > 0 ? telling : errors) {
    const extra = error.params.additionalProperty ?? error.params.missingProperty;
    const pointer =
      error.keyword === 'additionalProperties'
        ? `${error.instancePath}/${escapePointer(String(extra))}`
        : error.instancePath;
    const issue = { file, pointer, message: sentence(error) };
    issues.set(`${pointer} ${issue.message}`, issue);
  }
  return [...issues.values()];
}

/** A value that fits no alternative is told what it lacks for the nearest one: the one it has fewest unknown keys for. */
function nearestAlternatives(errors: readonly AjvError[]): AjvError[] {
  const plain = errors.filter((error) => !['oneOf', 'anyOf', 'if'].includes(error.keyword));
  const costs = new Map<string, Map<string, number>>();
  for (const error of plain) {
    const index = alternativeOf(error);
    if (index === undefined) continue;
    const own = costs.get(error.instancePath) ?? new Map<string, number>();
    const cost = error.keyword === 'type' ? 100 : error.keyword === 'additionalProperties' ? 10 : 1;
    costs.set(error.instancePath, own.set(index, (own.get(index) ?? 0) + cost));
  }
  // Of the right type for one alternative, a value need not be told that it is of the wrong one for another.
  const typed = new Set(plain.filter((error) => error.keyword !== 'type').map((error) => error.instancePath));
  return plain.filter((error) => {
    if (error.keyword === 'type' && typed.has(error.instancePath)) return false;
    const index = alternativeOf(error);
    const own = costs.get(error.instancePath);
    return index === undefined || !own || own.get(index) === Math.min(...own.values());
  });
}

/** Number of the alternative an error belongs to, when its place is the alternative's own. */
function alternativeOf({ schemaPath, keyword }: AjvError): string | undefined {
  return new RegExp(`/oneOf/(\\d+)/${keyword}$`).exec(schemaPath ?? '')?.[1];
}

function sentence({ keyword, params, message }: AjvError): string {
  const missing = String(params.missingProperty);
  switch (keyword) {
    case 'additionalProperties':
      return `The key “${params.additionalProperty}” is not known here.${meant(String(params.additionalProperty), KNOWN_KEYS)}`;
    case 'required':
      return missing in LANGUAGE_NAMES
        ? `The ${LANGUAGE_NAMES[missing]} words are missing.`
        : `The key “${missing}” is missing.`;
    case 'type':
      return `This must be of type ${Array.isArray(params.type) ? params.type.join(' or ') : params.type}.`;
    case 'enum':
      return `This must be one of ${(params.allowedValues as unknown[]).join(', ')}.`;
    case 'pattern':
      return `This does not have the form ${params.pattern}.`;
    case 'maxProperties':
      return `At most ${params.limit} key is possible here.`;
    case 'minProperties':
    case 'minItems':
      return 'This is empty.';
    case 'minLength':
      return 'This text is empty.';
    default:
      return `This is not possible here: ${message ?? keyword}.`;
  }
}

const LANGUAGE_NAMES: Record<string, string> = { en: 'English', fa: 'Dari', ps: 'Pashto' };
const KNOWN_KEYS = [
  'field',
  'label',
  'visibleWhen',
  'requiredWhen',
  'problemWhen',
  'problemType',
  'derived',
  'options',
  'choices',
  'sections',
  'fields',
  'columns',
  'filters',
  'search',
  'title',
  'help',
  'placeholder',
  'unique',
  'aliases',
  'restricted',
];
