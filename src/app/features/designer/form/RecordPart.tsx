/** What a record of the form is: which questions name it and say where and when it is, its code, and the record it belongs to. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../../core/definitions/types.ts';
import { patchDefinition } from '../../../../core/edit/draft.ts';
import { storesNothing, storesOnly } from '../../../../core/edit/kinds.ts';
import { withPatch } from '../../../../core/edit/parts.ts';
import { getOwn, isObject } from '../../../../core/json.ts';
import { text } from '../../../data/words.ts';
import { CollapsibleFields, MultiSelectField, SelectField } from '../../drafting/fields.tsx';
import { messageAt, useFindings } from '../../drafting/findings.ts';
import { useDesigner } from '../context.ts';
import { PanePart } from '../parts/PanePart.tsx';

export function RecordSettingsPart() {
  const { t } = useTranslation('designer');
  const { draft, change } = useDesigner();
  const { definition } = draft;
  const issues = useFindings();
  const patch = (value: Record<string, unknown>, step?: string) => change(patchDefinition(draft, value), step);
  const questions = (is: (field: Field) => boolean) =>
    Object.entries(definition.fields)
      .filter(([, field]) => is(field))
      .map(([value, field]) => ({ value, label: text(field.short ?? field.label) || value }));
  const one = (key: 'date' | 'place' | 'organization', is: (field: Field) => boolean) => {
    const items = questions(is);
    const value = typeof definition[key] === 'string' ? (definition[key] as string) : '';
    if (items.length === 0 && value === '') return null;
    return (
      <SelectField
        key={key}
        label={t(`record.${key}`)}
        name={`record-${key}`}
        none={t(`record.no.${key}`)}
        items={items}
        value={value}
        at={`/${key}`}
        onChange={(chosen) => patch({ [key]: chosen === '' ? undefined : chosen })}
      />
    );
  };
  const code = isObject(definition.code) ? definition.code : {};
  return (
    <PanePart title={t('record.title')} name="record">
      <MultiSelectField
        label={t('record.name')}
        hint={t('record.nameHint')}
        name="record-name"
        items={questions((field) => !field.columns && !storesNothing(field))}
        value={Array.isArray(definition.name) ? (definition.name as string[]) : undefined}
        at="/name"
        onChange={(name) => patch({ name })}
      />
      {one('date', (field) => storesOnly(field, 'day'))}
      {one('place', ({ bind }) => bind?.province !== undefined)}
      {one('organization', ({ record, choices }) => record !== undefined || choices !== undefined)}
      <CollapsibleFields title={t('record.more')} isFilled={false}>
        <TextInput
          label={t('record.code')}
          description={t('record.codeHint')}
          name="record-code"
          dir="ltr"
          maxLength={60}
          value={typeof code.pattern === 'string' ? code.pattern : ''}
          error={messageAt(issues, '/code/pattern')}
          onChange={({ currentTarget: { value } }) =>
            patch({ code: value === '' ? undefined : withPatch(code, { pattern: value }) }, 'code')
          }
        />
        <Parent />
      </CollapsibleFields>
    </PanePart>
  );
}

/** The form above this one, such as the school of a visit, and the question that holds its record. */
function Parent() {
  const { t } = useTranslation('designer');
  const { draft, change, forms } = useDesigner();
  const { definition } = draft;
  const parent = isObject(definition.parent) ? definition.parent : {};
  const above = Object.entries(definition.fields).filter(([, { record }]) => record !== undefined);
  if (above.length === 0) return null;
  return (
    <SelectField
      label={t('record.parent')}
      name="parent"
      none={t('record.noParent')}
      items={above.map(([value, field]) => ({ value, label: text(field.label) || value }))}
      value={typeof parent.field === 'string' ? parent.field : ''}
      at="/parent"
      onChange={(field) => {
        const named = getOwn(definition.fields, field)?.record?.forms ?? [];
        const param = `${(named[0] ?? 'parent').replaceAll('-', '_')}_id`;
        const known = forms.some((form) => form.form === named[0]);
        change(
          patchDefinition(draft, {
            parent:
              field === '' ? undefined : { ...parent, forms: named, field, ...(known && !parent.param && { param }) },
          }),
        );
      }}
    />
  );
}
