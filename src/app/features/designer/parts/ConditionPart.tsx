/** When a question is asked, and when it must be answered. */
import { useTranslation } from 'react-i18next';
import type { Condition, Field } from '../../../../core/definitions/types.ts';
import { fieldPointerOf, patchField } from '../../../../core/edit/draft.ts';
import { storesNothing } from '../../../../core/edit/kinds.ts';
import { useDesigner } from '../context.ts';
import { ConditionField } from './ConditionField.tsx';
import { PanePart } from './PanePart.tsx';

export function ConditionPart({ path, field }: { path: string; field: Field }) {
  const { t } = useTranslation('designer');
  const { draft, change } = useDesigner();
  const at = fieldPointerOf(path);
  const set = (key: 'visibleWhen' | 'requiredWhen') => (value: Condition | undefined, step?: string) =>
    change(patchField(draft, path, { [key]: value }), step);
  const isSaid = Boolean(field.visibleWhen ?? field.requiredWhen);
  return (
    <PanePart title={t('when.title')} name="when" isOpen={isSaid} brief={t('when.always')}>
      <ConditionField
        label={t('when.visible')}
        name="visibleWhen"
        at={`${at}/visibleWhen`}
        path={path}
        value={field.visibleWhen}
        onChange={set('visibleWhen')}
      />
      {!storesNothing(field) && (
        <ConditionField
          label={t('when.required')}
          name="requiredWhen"
          at={`${at}/requiredWhen`}
          path={path}
          value={field.requiredWhen}
          onChange={set('requiredWhen')}
        />
      )}
    </PanePart>
  );
}
