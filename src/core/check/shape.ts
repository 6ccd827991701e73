/** Checks files against the meta schemas: unknown keys, missing keys, wrong types of value, missing translations. */
import type { AjvError, JsonSchema } from '../definitions/types.ts';
import { escapePointer } from '../json.ts';
import { LANGUAGES } from '../text/languages.ts';
import { didYouMean, type Finding, type Issue } from './issues/issue.ts';
import { languagePhrase } from './texts/words.ts';

/** Returns Ajv's errors as issues, one for each mistake. */
export function shapeIssues(file: string, errors: readonly AjvError[]): Issue[] {
  const issues = new Map<string, Issue>();
  const telling = nearestAlternatives(errors);
  const misspelt = new Set(errors.flatMap((error) => meantBy(error) ?? []));
  for (const error of merged(telling.length > 0 ? telling : errors)) {
    // Ajv reports a wrong key once more, as such.
    if (error.propertyName !== undefined) continue;
    const { instancePath, keyword, params } = error;
    if (keyword === 'required' && misspelt.has(`${instancePath}/${params.missingProperty}`)) continue;
    const extra = params.additionalProperty ?? params.propertyName;
    const pointer = extra === undefined ? instancePath : `${instancePath}/${escapePointer(String(extra))}`;
    const issue = { file, pointer, ...finding(error) };
    issues.set(JSON.stringify(issue), issue);
  }
  return [...issues.values()];
}

/** Returns what the meta schema of JSON Schema says about a data contract, one issue for each place. */
export function contractIssues(file: string, errors: readonly AjvError[]): Issue[] {
  const issues = new Map<string, Issue>();
  for (const { instancePath: pointer, message, keyword } of errors) {
    const inner = [...issues.keys()].some((other) => other.startsWith(`${pointer}/`));
    if (!inner && !issues.has(pointer))
      issues.set(pointer, { file, pointer, code: 'no_schema', params: { reason: message ?? keyword } });
  }
  return [...issues.values()];
}

/** Returns the place of the key that an unknown key was probably meant to be. */
function meantBy({ keyword, instancePath, params, parentSchema }: AjvError): string | undefined {
  if (keyword !== 'additionalProperties') return undefined;
  const known = Object.keys((parentSchema?.properties ?? {}) as object);
  const near = didYouMean(String(params.additionalProperty), known).meant;
  return near && `${instancePath}/${near}`;
}

/** Joins the types of several alternatives, none of which a value has. */
function merged(errors: readonly AjvError[]): AjvError[] {
  const typesAt = (at: string) =>
    errors
      .filter(({ keyword, instancePath }) => keyword === 'type' && instancePath === at)
      .map(({ params }) => params.type);
  return errors.map((error) =>
    error.keyword === 'type' ? { ...error, params: { type: [...new Set(typesAt(error.instancePath).flat())] } } : error,
  );
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

function finding(error: AjvError): Finding {
  const { keyword, params, parentSchema } = error;
  const missing = String(params.missingProperty);
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const known = Object.keys((parentSchema?.properties ?? {}) as object);
      return { code: 'key_unknown', params: { name, ...didYouMean(name, known) } };
    }
    case 'propertyNames': {
      const { pattern } = (parentSchema?.propertyNames ?? {}) as JsonSchema;
      return pattern === undefined
        ? { code: 'key_unknown', params: { name: String(params.propertyName) } }
        : { code: 'wrong_pattern', params: { pattern: String(pattern) } };
    }
    case 'required':
      return (LANGUAGES as readonly string[]).includes(missing)
        ? { code: 'words_missing', params: { language: languagePhrase(missing) } }
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
