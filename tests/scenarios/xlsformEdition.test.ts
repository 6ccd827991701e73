// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/** A changed workbook becomes the next version of its form: questions keep their ids by their names, and what no workbook says stays. */
import { describe, expect, it } from 'vitest';
import type { Field, FormDefinition } from '../../src/core/definitions/types.ts';
import { makeNextVersionDraft } from '../../src/core/xlsform/edition.ts';
import { imported } from '../support/xlsform.ts';

const HEAD = 'type|name|label|relevant';
const FIRST = `${HEAD}
integer|size|How many?|
text|why|Why so many?|\${size} > 3
text|phone|Whom to call?|
begin_repeat|child|Child|
text|name|Name|
end_repeat||||`;

function newest(): FormDefinition {
  const made = imported({ survey: FIRST }).definition as unknown as FormDefinition;
  const { size, phone, ...others } = made.fields as Record<string, Field>;
  const fields = {
    size: { ...size, restricted: true, short: { en: 'Size' } },
    phone: { ...phone, type: 'phone' },
    ...others,
  };
  return { ...made, version: 3, name: { field: 'size' }, fields } as unknown as FormDefinition;
}
const edition = (survey: string) => makeNextVersionDraft(newest(), imported({ survey }).definition);

describe('the next edition of a workbook', () => {
  it('keeps ids, and what only the form says', () => {
    const before = newest();
    const { definition, ...changes } = edition(FIRST.replace('How many?', 'How many people?'));
    expect(changes).toEqual({ renamed: [], added: [], removed: [] });
    expect(definition).toMatchObject({ version: 4, changes: { from: 3 }, name: { field: 'size' } });
    expect(definition.fields.size).toEqual({ ...before.fields.size, label: { en: 'How many people?' } });
    expect(definition.fields.phone).toMatchObject({ id: before.fields.phone?.id, type: 'phone' });
    expect(definition.fields.child?.columns?.name?.id).toBe(before.fields.child?.columns?.name?.id);
  });

  it('takes a name that differs by a letter, or a question with the same words, for the earlier one', () => {
    const before = newest();
    const { definition, ...changes } = edition(
      FIRST.replaceAll('size', 'sizes').replace('why|', 'reason|').replace('text|name|Name', 'text|names|Name'),
    );
    expect(changes.renamed).toEqual([
      { from: 'size', to: 'sizes' },
      { from: 'why', to: 'reason' },
      { from: 'child.name', to: 'child.names' },
    ]);
    expect({ added: changes.added, removed: changes.removed }).toEqual({ added: [], removed: [] });
    expect(definition.fields.sizes).toMatchObject({ id: before.fields.size?.id, restricted: true });
    expect(definition.fields.reason?.id).toBe(before.fields.why?.id);
  });

  it('names what is gone and what is new, and gives nobody the id of what was there', () => {
    const { definition, ...changes } = edition(`${HEAD}\ninteger|size|How many?|\ndate|day|On which day?|`);
    expect(changes).toEqual({ renamed: [], added: ['day'], removed: ['phone', 'why', 'child'] });
    const ids = Object.values(newest().fields).map(({ id }) => id);
    expect(ids).not.toContain(definition.fields.day?.id);
    expect(Object.keys(definition.fields)).toEqual(['size', 'day']);
  });

  it('gives a question of another type an id of its own', () => {
    const { definition } = edition(FIRST.replace('text|why', 'integer|why').replace('Why so many?', 'How often?'));
    expect(definition.fields.why?.id).not.toBe(newest().fields.why?.id);
    expect(definition.fields.why?.id).toBeDefined();
  });

  it('keeps what was translated elsewhere while its source stays, and takes the words that the workbook has', () => {
    const head = 'type|name|label::English (en)|label::Arabic (ar)';
    const choices = `list_name|name|label::English (en)|label::Arabic (ar)\nkind|well|Well|\nkind|pump|Pump|مضخة`;
    const survey = (why: string, phone: string) =>
      `${head}\nselect_one kind|kind|Which kind?|\ntext|why|${why}|\ntext|phone|Whom to call?|${phone}`;
    const before = imported({ survey: survey('Why?', ''), choices }).definition as unknown as FormDefinition;
    const { kind, why, phone } = before.fields as Record<string, { label: object }>;
    const { kind: list } = before.lists as Record<string, { label: object }[]>;
    const [well, pump] = list as [{ label: object }, object];
    const translated = {
      ...before,
      fields: {
        kind: { ...kind, label: { ...kind?.label, ar: 'أي نوع؟' } },
        why: { ...why, label: { ...why?.label, ar: 'لماذا؟' } },
        phone: { ...phone, label: { ...phone?.label, ar: 'بمن نتصل؟' } },
      },
      lists: { kind: [{ ...well, label: { ...well.label, ar: 'بئر' } }, pump] },
    } as unknown as FormDefinition;
    const { definition } = makeNextVersionDraft(
      translated,
      imported({ survey: survey('Why not?', 'من؟'), choices }).definition,
    );
    expect(definition.fields.kind?.label).toEqual({ en: 'Which kind?', ar: 'أي نوع؟' });
    expect(definition.fields.why?.label).toEqual({ en: 'Why not?' });
    expect(definition.fields.phone?.label).toEqual({ en: 'Whom to call?', ar: 'من؟' });
    const labels = definition.lists?.kind?.map(({ label }) => label);
    expect(labels).toEqual([
      { en: 'Well', ar: 'بئر' },
      { en: 'Pump', ar: 'مضخة' },
    ]);
  });
});
