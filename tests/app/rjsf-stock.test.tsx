/** Renders every form from its exported schema and uiSchema with RJSF as it comes from npm, without our code. */

import Form from '@rjsf/core';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it } from 'vitest';
import type { CompiledForm, FieldNode, RecordData } from '../../src/core/definitions/types.ts';
import { hiddenFields } from '../../src/core/form/conditions.ts';
import { evaluateRecord } from '../../src/core/form/evaluate.ts';
import { exportJsonSchema, exportUiSchema } from '../../src/core/form/rjsfExport.ts';
import { isVisibleField } from '../../src/core/form/types/question.ts';
import { LANGUAGES, pickText } from '../../src/core/text/languages.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { common, looseAnswers, versions } from '../support/looseAnswers.ts';

const forms = [...new Map(versions.map((form) => [form.form, form])).values()];
const TODAY = '2026-06-01';

/** Seeds of the sets of answers from which `answersShowingAll` chooses. */
const SEEDS = Array.from({ length: 200 }, (_, at) => at);

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

interface Asked {
  data: RecordData;
  hidden: ReadonlySet<string>;
}

/** Returns a few sets of answers that together show every question. The empty record is one of them. */
async function answersShowingAll(form: CompiledForm): Promise<Asked[]> {
  const rules = await loadValidator(form);
  const asked = (data: RecordData): Asked => ({ data, hidden: hiddenFields(form, rules, data, { today: TODAY }) });
  const chosen = [asked({})];
  const missing = new Set(chosen[0]?.hidden);
  const tried =
    missing.size === 0
      ? []
      : SEEDS.map((seed) => asked(evaluateRecord(form, rules, looseAnswers(form, seed), { today: TODAY }).data));
  const shows = ({ hidden }: Asked) => [...missing].filter((name) => !hidden.has(name)).length;
  while (missing.size > 0) {
    const best = tried.reduce((one, other) => (shows(other) > shows(one) ? other : one));
    expect([shows(best) > 0, ...missing]).toEqual([true, ...missing]);
    for (const name of [...missing]) if (!best.hidden.has(name)) missing.delete(name);
    chosen.push(best);
  }
  return chosen;
}

function draw(form: CompiledForm, data: RecordData, language: (typeof LANGUAGES)[number]): HTMLElement {
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  const schema = exportJsonSchema(form, common.constants) as RJSFSchema;
  const uiSchema = exportUiSchema(form, { language, constants: common.constants, part: (name) => name }) as UiSchema;
  act(() =>
    root.render(
      <Form
        schema={schema}
        uiSchema={uiSchema}
        formData={data}
        validator={validator}
        experimental_defaultFormStateBehavior={{
          emptyObjectFields: 'skipDefaults',
          arrayMinItems: { populate: 'never' },
        }}
      />,
    ),
  );
  const drawn = page.cloneNode(true) as HTMLElement;
  act(() => root.unmount());
  page.remove();
  return drawn;
}

function labelOf(page: HTMLElement, name: string): string | undefined {
  return page.querySelector(`label[for="root_${name}"], #root_${name}__title`)?.textContent?.replace(/\*$/, '').trim();
}

describe('stock RJSF', () => {
  it.each(forms.map((form) => [form.form, form] as const))(
    'draws every question of %s',
    { timeout: 240_000 },
    async (_name, form) => {
      for (const { data, hidden } of await answersShowingAll(form)) {
        const page = draw(form, data, 'en');
        expect(page.querySelector('.unsupported-field, .rjsf-config-error')?.textContent).toBeUndefined();
        for (const node of [...form.fields.values()].filter(isVisibleField))
          for (const name of node.properties) {
            const label = labelOf(page, name);
            // An expression is no JSON Schema, so its question is always drawn; `findRulesOutsideSchema` names the condition.
            if (hidden.has(node.name) && form.conditions[node.visibleWhen ?? ''])
              expect([name, label]).toEqual([name, undefined]);
            else expect([name, label]).toEqual([name, expect.stringContaining(pickText(node.def.label, 'en').trim())]);
          }
      }
    },
  );

  it('draws in each language with the words of that language', () => {
    const [form] = forms;
    const node = [...(form as CompiledForm).fields.values()].find(({ visibleWhen }) => !visibleWhen) as FieldNode;
    for (const language of LANGUAGES) {
      const page = draw(form as CompiledForm, {}, language);
      expect(labelOf(page, node.properties[0] as string)).toContain(node.def.label[language]);
    }
  });
});
