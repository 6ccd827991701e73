/**
 * Compares the fields and paths of the specification with the definitions. Every stated field must be a stored or
 * documented name of its form (`province` also as `province_id`) and have a fitting type
 * (`tests/golden/fields-<document>.csv`). Every documented path must lead to its screen (`routes-<document>.csv`,
 * parameters written `:id`). `tests/app/documented-paths.test.ts` checks the paths of screens without a form.
 */
import { describe, expect, it } from 'vitest';
import { matchReport, withoutTrailingSlash } from '../../src/app/data/reports/reports.ts';
import { compileForm } from '../../src/core/definitions/compile.ts';
import { sourcesOf } from '../../src/core/definitions/load.ts';
import { PROBLEM_FORM, problemRowSchema } from '../../src/core/definitions/rows.ts';
import type { CompiledForm, JsonSchema, Navigation } from '../../src/core/definitions/types.ts';
import { coerceAnswers } from '../../src/core/form/coerce.ts';
import type { FormEntry } from '../../src/core/generated/api.ts';
import type { ReportDefinition } from '../../src/core/generated/report.ts';
import { matchForms } from '../../src/core/paths/screens.ts';
import { productFiles } from '../support/definitions.ts';
import { table } from '../support/golden.ts';

const newest = new Map<string, CompiledForm>();
const files = await productFiles;
const sources = sourcesOf(files);
for (const source of sources.forms) {
  const known = newest.get(source.definition.form);
  if (!known || known.version < source.definition.version) newest.set(source.definition.form, compileForm(source));
}
const forms = [...newest.values()];
const problem = sources.rows.map(compileForm).at(-1) as CompiledForm;

/** JSON types that may hold each kind of value of the specification. */
const SHAPES: Record<string, string[]> = {
  string: ['string'],
  text: ['string'],
  date: ['string'],
  choice: ['string'],
  'yes-no': ['string'],
  reference: ['string', 'array'],
  multi: ['array'],
  list: ['array'],
  file: ['array'],
  integer: ['integer'],
  number: ['number', 'integer'],
  geo: ['number'],
};
/** Kinds without a value of their own: several answers under one documented name, and calculated values. */
const OTHER_KINDS = ['group', 'derived'];

type Properties = Record<string, JsonSchema>;

/** Returns the properties of a form, or of the rows of one of its tables, with their documented names. */
function contractOf(form: string, rows: string): { properties: Properties; aliases: Readonly<Record<string, string>> } {
  if (form === PROBLEM_FORM)
    return { properties: problemRowSchema(problem).properties as Properties, aliases: problem.aliases };
  const compiled = newest.get(form);
  const properties = (compiled?.contract.properties ?? {}) as Properties;
  if (!rows) return { properties, aliases: compiled?.aliases ?? {} };
  const problems = compiled?.definition.problems?.field === rows;
  const inner = ((properties[rows]?.items as JsonSchema | undefined)?.properties ?? {}) as Properties;
  return { properties: inner, aliases: (problems && compiled?.row?.aliases) || {} };
}

describe('stated fields', () => {
  it.each(table('fields'))('$form $table $field', ({ form = '', table: rows = '', field = '', kind = '' }) => {
    expect([...Object.keys(SHAPES), ...OTHER_KINDS]).toContain(kind);
    const compiled = newest.get(form) as CompiledForm;
    if (kind === 'group') {
      expect(coerceAnswers(compiled, { [field]: {} }).errors, `${form} takes ${field}`).toEqual({});
      return;
    }
    const { properties, aliases } = contractOf(form, rows);
    const stored = [field, aliases[field] ?? '', `${field}_id`].find((name) => Object.hasOwn(properties, name)) ?? '';
    const schema = properties[stored];
    expect(schema, `${form} asks ${field}`).toBeDefined();
    if (kind === 'derived') {
      const worked = form === PROBLEM_FORM ? schema?.readOnly : compiled.byProperty.get(stored)?.def.derived;
      expect(worked, `${form} works out ${field}`).toBeTruthy();
    } else expect(SHAPES[kind], `${form}.${field} is ${schema?.type}`).toContain(schema?.type);
  });
});

describe('documented paths', () => {
  const entries = forms.map(({ definition }) => definition as unknown as FormEntry);
  const routes = table('routes');
  const ofForms = routes.filter(({ screen = '' }) => !['screen', 'report', 'reports'].includes(screen));

  it.each(ofForms)('$path is a $screen', ({ path = '', screen = '', form = '' }) => {
    const found = matchForms(entries, path.replace(':id', 'one'));
    expect({ screen: found?.screen, form: found?.entry.form }).toEqual({ screen, form });
  });

  const reports = [...files.values()]
    .filter(({ kind }) => kind === 'report')
    .map(({ json }) => json as ReportDefinition);
  it.each(routes.filter(({ screen }) => screen === 'report'))('$path is the report $form', ({ path = '', form }) => {
    expect(matchReport(reports, path)?.entry.report).toBe(form);
  });

  const navigation = [...files.values()].find(({ path }) => path.endsWith('/common/navigation.json'));
  const { departments } = (navigation?.json ?? {}) as Navigation;
  it.each(routes.filter(({ screen }) => screen === 'reports'))('$path lists the reports of a programme', ({ path }) => {
    expect(departments.map(({ reports: list }) => list && withoutTrailingSlash(list.path))).toContain(path);
  });
});
