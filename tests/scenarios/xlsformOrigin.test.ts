// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/** A workbook of others goes out again with the cells that it came in with, and with what was changed in its form. */

import { describe, expect, it } from 'vitest';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import { exportWorkbook } from '../../src/core/xlsform/export/workbook.ts';
import type { Sheet } from '../../src/core/xlsform/types.ts';
import { anyChoices, anyFurther, anySurvey } from '../support/anyWorkbook.ts';
import fc from '../support/property.ts';
import { cellsOf } from '../support/workbookTables.ts';
import { ADDED, imported, sheet } from '../support/xlsform.ts';

const SURVEY = `
type|name|label::English (en)|label::Dari (prs)|relevant|constraint|appearance|colour|media::image
start|begun||||||grey|
phonenumber|tel|||||||
begin_group|home|The home|خانه||||green|
select_one  kind|kind-of|Kind?|نوع؟|||w4 minimal|red|house.png
integer|size|Size?|اندازه؟|selected(\${kind-of}, 'well') and not( \${kind-of} = 'pump' )|. > 0 and .<20||blue|
text|why|**Why** so many?|چرا؟|\${size}>3||multiline||
end_group|home|||||||
begin_repeat|child|Child|طفل|||||
text|name|Name|نام|||||
end_repeat||||||||
calculate|total||||||| `;
const CHOICES =
  'list_name|name|label::English (en)|label::Dari (prs)|area\nkind|well|Well|چاه|3\nkind|pump|Pump|بمبه|4\nspare|s|S|س|';
const SETTINGS = 'form_title|form_id|style|version\nHousehold|hh_2024|pages|2024-05';
const workbook = [
  sheet('survey', SURVEY),
  sheet('choices', CHOICES),
  sheet('settings', SETTINGS),
  sheet('Notes', 'to the team\nask first'),
];

const definitionOf = (sheets: readonly Sheet[]) => imported(sheets).definition as unknown as FormDefinition;
const exported = (definition: FormDefinition) => exportWorkbook({ definition, schema: {} }, () => undefined, ADDED);

describe('a workbook of others', () => {
  it('goes out with the same cells', () => {
    expect(cellsOf(exported(definitionOf(workbook)))).toEqual(cellsOf(workbook));
  });

  it('goes out with the same cells once more, after it came back', () => {
    const again = definitionOf(exported(definitionOf(workbook)));
    expect(again).toEqual(definitionOf(workbook));
    expect(cellsOf(exported(again))).toEqual(cellsOf(workbook));
  });

  it('takes what was changed in the form, and nothing else', () => {
    const definition = definitionOf(workbook);
    const { size } = definition.fields;
    const fields = { ...definition.fields, size: { ...size, label: { ...size?.label, en: 'How big?' } } };
    const before = cellsOf(workbook);
    const now = cellsOf(exported({ ...definition, fields } as FormDefinition));
    const changed = Object.keys(now).filter((address) => now[address] !== before[address]);
    expect(changed.map((address) => [before[address], now[address]])).toEqual([['Size?', 'How big?']]);
    expect(Object.keys(now)).toEqual(Object.keys(before));
  });

  it('loses the row of a question that is gone, and has a row for a new one where it stands', () => {
    const definition = definitionOf(workbook);
    const { why, ...fields } = definition.fields;
    const sections = JSON.parse(JSON.stringify(definition.sections).replace('"why"', '"until"'));
    const until = { ...why, id: 'q_new', label: { en: 'Until when?' } };
    const [survey] = exported({ ...definition, sections, fields: { ...fields, until } } as FormDefinition);
    const names = survey?.lines.map(([, name]) => name);
    expect(names).toEqual([
      'name',
      'begun',
      'tel',
      'home',
      'kind-of',
      'size',
      'until',
      'home',
      'child',
      'name',
      null,
      'total',
    ]);
  });

  it('goes out with the same cells whatever stands in them, and comes back as the same form', () => {
    fc.assert(
      fc.property(anySurvey, anyChoices, anyFurther, (survey, choices, further) => {
        const sheets = [survey, choices, ...further];
        const definition = definitionOf(sheets);
        const out = exported(definition);
        const own = out.filter(({ title }) => sheets.some((one) => one.title === title));
        expect(cellsOf(own)).toEqual(cellsOf(sheets));
        expect(definitionOf(out)).toEqual(definition);
      }),
      { numRuns: 300 },
    );
  });
});
