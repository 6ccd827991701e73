/** Files against the meta schemas: unknown keys, missing keys, wrong kinds of value, missing translations. */
import type { AjvError } from '../types.ts';
import { escapePointer, type Issue, meant } from './issue.ts';

/** Ajv's errors in plain sentences, the most telling one per place. */
export function shapeIssues(file: string, errors: readonly AjvError[]): Issue[] {
  const issues = new Map<string, Issue>();
  // Errors of alternatives repeat each other: the deepest one says what is wrong.
  const telling = errors.filter(
    (error) => error.keyword !== 'oneOf' && error.keyword !== 'anyOf' && error.keyword !== 'if',
  );
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
    case 'minLength':
      return 'This text is empty.';
    default:
      return `This is not possible here: ${message ?? keyword}.`;
  }
}

const LANGUAGE_NAMES: Record<string, string> = { en: 'English', fa: 'Dari', ps: 'Pashto' };
const KNOWN_KEYS = [
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
