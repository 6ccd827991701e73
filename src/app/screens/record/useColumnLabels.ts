/** Returns column labels: engine columns from the translations, parent columns from the parent's definition. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { useForms } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import type { ColumnLabels } from './columns.ts';

export function useColumnLabels(form: CompiledForm): ColumnLabels {
  const { t } = useTranslation();
  const forms = useForms();
  const parentForm = form.definition.parent?.forms[0];
  const usesParent = form.definition.list.columns.some((c) =>
    (typeof c === 'string' ? c : c.field).startsWith('parent.'),
  );
  const parent = useCompiledForm(usesParent ? parentForm : undefined);
  return useMemo(() => {
    const entry = forms.data?.find((one) => one.form === parentForm);
    return {
      engine: (name) => t(`columns.${name}`),
      ...(entry && { parentTitle: text(entry.title) }),
      parentField: (name) => {
        const node = parent.data?.fields.get(name) ?? parent.data?.byProperty.get(name);
        return node ? text(node.def.short ?? node.def.label) : undefined;
      },
    };
  }, [t, forms.data, parentForm, parent.data]);
}
