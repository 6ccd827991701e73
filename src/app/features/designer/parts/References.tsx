/** Which records or people a question offers, and how many rows a table has. */
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../../core/definitions/types.ts';
import { fieldPointerOf, patchField } from '../../../../core/edit/draft.ts';
import { withPatch } from '../../../../core/edit/parts.ts';
import { FIELD_TYPES } from '../../../../core/form/types/index.ts';
import { text } from '../../../data/words.ts';
import { CheckboxField, MultiSelectField } from '../../drafting/fields.tsx';
import { useDesigner } from '../context.ts';
import { ExpressionField } from './ExpressionField.tsx';

export function ReferencesPart({ path, field }: { path: string; field: Field }) {
  const { t } = useTranslation('designer');
  const { draft, change, forms } = useDesigner();
  const at = fieldPointerOf(path);
  const { needs = [] } = FIELD_TYPES[field.type];
  const key = needs.includes('record') ? 'record' : needs.includes('person') ? 'person' : undefined;
  const set = (value: object) => change(patchField(draft, path, value as Partial<Field>));
  if (field.columns)
    return (
      <ExpressionField
        label={t('answer.count')}
        hint={t('answer.countHint')}
        at={`${at}/count`}
        name="count"
        path={path}
        value={field.count?.expr ?? ''}
        onChange={(expr) =>
          change(patchField(draft, path, { count: expr === undefined ? undefined : { expr } }), `${path} count`)
        }
      />
    );
  if (!key) return null;
  const own = (field[key] ?? {}) as { forms?: string[]; multiple?: boolean };
  const offered = forms.filter(({ kind }) => (key === 'person' ? kind === 'person' : kind !== 'row'));
  return (
    <>
      <MultiSelectField
        label={t(`answer.${key}`)}
        name={`${key}-forms`}
        items={offered.map((one) => ({ value: one.form, label: text(one.plural) || one.form }))}
        value={own.forms}
        at={`${at}/${key}/forms`}
        onChange={(chosen) =>
          set({ [key]: key === 'record' ? { ...own, forms: chosen ?? [] } : withPatch(own, { forms: chosen }) })
        }
      />
      <CheckboxField
        label={t('answer.multiple')}
        name={`${key}-multiple`}
        value={own.multiple === true || undefined}
        onChange={(multiple) => set({ [key]: withPatch(own, { multiple }) })}
      />
    </>
  );
}
