/** Checks files against the meta schemas: unknown keys, missing keys, wrong types of value, missing translations. */
import type { AjvError } from '../definitions/types.ts';
import { escapePointer } from '../errors/json.ts';
import { type Finding, type Issue, meant } from './issue.ts';

/** Returns Ajv's errors as issues, without duplicates. */
export function shapeIssues(file: string, errors: readonly AjvError[]): Issue[] {
  const issues = new Map<string, Issue>();
  const telling = nearestAlternatives(errors);
  for (const error of telling.length > 0 ? telling : errors) {
    const extra = error.params.additionalProperty ?? error.params.missingProperty;
    const pointer =
      error.keyword === 'additionalProperties'
        ? `${error.instancePath}/${escapePointer(String(extra))}`
        : error.instancePath;
    const issue = { file, pointer, ...finding(error) };
    issues.set(JSON.stringify(issue), issue);
  }
  return [...issues.values()];
}

/** If a value fits no alternative, keeps the errors of the nearest one. Unknown keys and wrong types weigh most. */
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
  // If a value has the right type for one alternative, skip the type errors of the others.
  const typed = new Set(plain.filter((error) => error.keyword !== 'type').map((error) => error.instancePath));
  return plain.filter((error) => {
    if (error.keyword === 'type' && typed.has(error.instancePath)) return false;
    const index = alternativeOf(error);
    const own = costs.get(error.instancePath);
    return index === undefined || !own || own.get(index) === Math.min(...own.values());
  });
}

/** Returns the index of the `oneOf` alternative whose own keyword failed; undefined if the error is elsewhere. */
function alternativeOf({ schemaPath, keyword }: AjvError): string | undefined {
  return new RegExp(`/oneOf/(\\d+)/${keyword}$`).exec(schemaPath ?? '')?.[1];
}

function finding({ keyword, params }: AjvError): Finding {
  const missing = String(params.missingProperty);
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      return { code: 'key_unknown', params: { name, ...meant(name, KNOWN_KEYS) } };
    }
    case 'required':
      return LANGUAGES.has(missing)
        ? { code: 'words_missing', params: { language: { code: `language_${missing as 'en'}` } } }
        : { code: 'key_missing', params: { name: missing } };
    case 'type':
      return { code: 'wrong_type', params: { type: [params.type].flat().join(' / ') } };
    case 'enum':
      return { code: 'not_one_of', params: { values: (params.allowedValues as unknown[]).join(', ') } };
    case 'pattern':
      return { code: 'wrong_pattern', params: { pattern: String(params.pattern) } };
    case 'maxProperties':
      return { code: 'too_many_keys', params: { limit: Number(params.limit) } };
    case 'minProperties':
    case 'minItems':
      return { code: 'empty', params: {} };
    case 'minLength':
      return { code: 'empty_text', params: {} };
    default:
      return { code: 'not_possible', params: { rule: keyword } };
  }
}

const LANGUAGES = new Set(['en', 'fa', 'ps']);
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
  'language',
  'unique',
  'aliases',
  'restricted',
  'remarkOf',
  'notBefore',
  'suggest',
  'constraints',
  'filter',
  'parent',
  'expr',
];
