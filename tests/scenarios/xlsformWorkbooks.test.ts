/**
 * Workbooks of XLSForm with what becomes of them, one for each construct and for each fault of authors: fields, conditions, notes by
 * their cells, and an account that adds up. Each goes out again with the cells that it came in with.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blockingIssues } from '../../src/core/check/issues/issue.ts';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import { exportWorkbook } from '../../src/core/xlsform/export/workbook.ts';
import { mustAddUp } from '../support/mustAddUp.ts';
import { cellsOf, workbookCases, written } from '../support/workbookTables.ts';
import { ADDED, findings, imported } from '../support/xlsform.ts';

const FOLDER = new URL('workbooks/', import.meta.url);

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const cases = workbookCases(new URL(file, FOLDER));

  it.each(cases)('$what', async ({ sheets, expected }) => {
    const made = imported(sheets);
    mustAddUp(made, sheets);
    expect(written(made, blockingIssues(await findings(made)))).toEqual(expected);
  });

  it.each(cases)('$what: goes out with the same cells', ({ sheets }) => {
    const { definition, schema } = imported(sheets);
    const cells = cellsOf(sheets);
    /** What was there: a workbook without settings goes out with some. */
    const out = (of: typeof definition) => {
      const form = of as unknown as FormDefinition;
      const all = exportWorkbook({ definition: form, schema }, () => undefined, ADDED);
      return { all, own: cellsOf(all.filter(({ title }) => sheets.some((one) => one.title === title))) };
    };
    const first = out(definition);
    expect(first.own).toEqual(cells);
    const again = imported(first.all);
    expect(again.definition).toEqual(definition);
    expect(again.schema).toEqual(schema);
    expect(out(again.definition).own).toEqual(cells);
  });
});
