/** Paths that a form has because its definition declares something: figures, a matrix, further calls, file fields. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { fileFields } from '../files/attached.ts';
import { inPath, inQuery, type Operation, operation, type Parameter } from './shared.ts';

const file = (summary: string, what: string, parameters: Parameter[]): Operation => ({
  ...operation(what, summary, parameters),
  responses: { 200: { description: 'The file' } },
});

export function declaredPaths(form: CompiledForm, base: string): Record<string, Record<string, Operation>> {
  const { figures, matrix, api } = form.definition;
  const paths: Record<string, Record<string, Operation>> = {};
  const counted = [
    inQuery('filters', 'JSON, as for the list'),
    inQuery('calendar', 'solar or gregorian'),
    inQuery('format', 'xlsx or csv: the same as a sheet'),
    inQuery('localSuffix', 'en, fa or pa'),
  ];
  if (figures) {
    const names = figures.items.map(({ id }) => id).join(', ');
    paths[`/${base}/figures`] = { get: operation(form.form, `Figures, with the filters of each: ${names}`, counted) };
  }
  if (matrix) {
    const summary = `How many records stand where: ${matrix.rows} × ${matrix.columns}`;
    paths[`/${base}/matrix`] = { get: operation(form.form, summary, counted) };
  }
  for (const [path, { keys }] of Object.entries(api.calls ?? {})) {
    const names = [...path.matchAll(/:([A-Za-z0-9-]+)/g)].map(([, name = '']) => name);
    paths[`/${base}/${path.replace(/:([A-Za-z0-9-]+)/g, '{$1}')}`] = {
      get: operation(form.form, `Answers ${Object.keys(keys).join(', ')}`, names.map(inPath)),
    };
  }
  const fields = fileFields(form).map(({ name }) => name);
  if (fields.length > 0) {
    const first = 'The first file of the record';
    paths[`/${base}/download/{id}`] = { get: file(first, form.form, [inPath('id')]) };
    const one = `The newest file of one field: ${fields.join(', ')}`;
    paths[`/${base}/download/{id}/{field}`] = { get: file(one, form.form, [inPath('id'), inPath('field')]) };
    for (const name of ['upload', 'upload-attachment'])
      paths[`/${base}/${name}/{id}`] = {
        post: {
          ...operation(form.form, 'Add files to the record; parts are named after its file fields', [inPath('id')]),
          requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object' } } } },
        },
      };
  }
  return paths;
}
