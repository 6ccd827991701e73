/** The paths that every form has, and those that its definition declares. */

import type { CompiledForm, JsonSchema, Workflow } from '../../../core/definitions/types.ts';
import { firstPointQuestion } from '../../../core/form/types/places/geopoint.ts';
import { amountQuestions } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import { type CallEntry, FORM_CALLS, type SchemasByName } from '../contract/calls.ts';
import { fileFields } from '../files/attached.ts';
import { type AnswerSchemas, documentedKeySchemas, schemaOfKeys } from './documentedKeys.ts';
import { buildOperation, type Paths } from './operations.ts';

/** Conditions under which a form has a call. */
const CONDITIONS: Record<string, (form: CompiledForm, workflow: Workflow) => boolean> = {
  /** Only the server writes a log. */
  entered: ({ definition }) => definition.kind !== 'log',
  steps: ({ definition }, { transitions }) => definition.kind !== 'log' && transitions.length > 0,
  bulk: ({ definition }, { transitions }) => definition.kind !== 'log' && transitions.some(({ bulk }) => bulk),
  import: ({ definition }) => definition.import !== undefined,
  formTypes: ({ definition }) => definition.api.formTypes !== undefined,
  rates: ({ definition }) => definition.rates !== undefined,
  overview: ({ definition }) => definition.detail?.overview !== undefined,
  site: ({ definition }) => definition.kind === 'site',
  positions: (form) => form.definition.kind === 'site' && firstPointQuestion(form) !== undefined,
  figures: ({ definition }) => definition.figures !== undefined,
  matrix: ({ definition }) => definition.matrix !== undefined,
  amounts: (form) => amountQuestions(form).length > 0,
  files: (form) => fileFields(form).length > 0,
  /** Files can be added only to the record itself, not to rows of its tables. */
  uploads: (form) => fileFields(form).some((node) => !node.columns),
};

export function formPaths(form: CompiledForm, workflow: Workflow): Paths {
  const { api, parent } = form.definition;
  const paths: Paths = {};
  const add = (base: string, method: string, rest: string, call: CallEntry) => {
    const path = `/${base}${rest === '/' ? '' : rest}`;
    const known = getOwn(paths, path) ?? {};
    paths[path] = known;
    known[method.toLowerCase()] = buildOperation(path, call, form.form, form.form);
  };
  for (const base of [api.base, ...(api.also ?? [])]) {
    for (const [at, call] of Object.entries(FORM_CALLS)) {
      const [method = '', rest = ''] = at.split(' ');
      if (call.when && !getOwn(CONDITIONS, call.when)?.(form, workflow)) continue;
      const param = rest === '/create' ? parent?.param : undefined;
      add(base, method, rest, {
        ...call,
        ...(param && { query: { ...call.query, [param]: 'Id of the record it belongs to' } }),
      });
    }
    for (const [path, { keys }] of Object.entries(api.calls ?? {}))
      add(base, 'GET', `/${path.replace(/:([A-Za-z0-9-]+)/g, '{$1}')}`, {
        summary: `Answers ${Object.keys(keys).join(', ')}`,
        answer: callName(form, path),
        refusals: [404],
      });
  }
  return paths;
}

/** Returns the schemas of the responses of a definition's own calls (`api.calls`). */
export function callSchemas(
  form: CompiledForm,
  formOf: (name: string) => CompiledForm | undefined,
  answers: AnswerSchemas,
): SchemasByName {
  return Object.fromEntries(
    Object.entries(form.definition.api.calls ?? {}).map(([path, { of, keys }]) => {
      const about = of === undefined ? form : (formOf(of) ?? form);
      const found = documentedKeySchemas(about, answers, keys);
      return [
        callName(form, path),
        schemaOfKeys(of === undefined ? found : found.map(([key, shape]) => [key, lookup(shape)])),
      ];
    }),
  );
}

/** Rows of a table, which have no id, get one. A missing value is an empty list. */
function lookup(shape: JsonSchema): JsonSchema {
  return { anyOf: [{ type: 'array', items: { $ref: '#/components/schemas/LookupItem' } }, shape] };
}

function callName(form: CompiledForm, path: string): string {
  return `${form.form}.${path.replaceAll(':', '').replaceAll('/', '.')}`;
}
