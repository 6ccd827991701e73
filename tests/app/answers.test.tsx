/** What the answers of a record look like for reading. */
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import { exampleSource } from '../../src/app/screens/fieldExamples/exampleSource.ts';
import { AnswerDisplay } from '../../src/app/widgets/Answer.tsx';
import { WidgetProvider } from '../../src/app/widgets/environment.tsx';
import { registry } from '../../src/app/widgets/registry.ts';
import type { FieldNode, RecordData } from '../../src/core/definitions/types.ts';
import { constants, form, words } from '../support/form.ts';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { form: {}, errors: {} } } }));

function shown(node: FieldNode | undefined, data: RecordData): HTMLElement {
  const environment = { language: 'en', calendar: 'gregorian', constants, source: exampleSource, registry } as const;
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <WidgetProvider value={environment}>
      <AnswerDisplay node={node as FieldNode} data={data} refs={{}} />
    </WidgetProvider>,
  );
  return page;
}

test('a derived value has the unit of its question', () => {
  const { fields } = form({
    fields: {
      rent: { type: 'integer' },
      cost: { type: 'derived', derived: { sum: ['rent'] }, unit: words('AFN'), contract: { type: 'number' } },
    },
  });
  expect(shown(fields.get('cost'), { cost: 1200 }).textContent).toBe('1,200 AFN');
});

test('a column that is hidden in every row has no heading', () => {
  const { fields } = form({
    fields: {
      members: {
        type: 'table',
        columns: {
          name: { id: 'q_member_name', type: 'text', label: words('Name') },
          school: {
            id: 'q_member_school',
            type: 'text',
            label: words('School'),
            visibleWhen: { field: 'name', is: { const: 'Ali' } },
          },
          work: { id: 'q_member_work', type: 'text', label: words('Work') },
        },
        contract: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, school: { type: 'string' }, work: { type: 'string' } },
          },
        },
      },
    },
  });
  const headings = (rows: RecordData[]) =>
    [...shown(fields.get('members'), { members: rows } as never).querySelectorAll('th')].map((one) => one.textContent);
  expect(headings([{ name: 'Nadia' }])).toEqual(['Name', 'Work']);
  expect(headings([{ name: 'Nadia' }, { name: 'Ali', school: 'Lycée' }])).toEqual(['Name', 'School', 'Work']);
});
