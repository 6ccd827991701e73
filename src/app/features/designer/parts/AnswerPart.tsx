/** What kind of answer a question takes: its type, options, limits, unit, first answer, and how it looks. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, Text } from '../../../../core/definitions/types.ts';
import { fieldPointerOf, patchField } from '../../../../core/edit/draft.ts';
import { currentOptions, isAnswered, takesOptions } from '../../../../core/edit/kinds.ts';
import { isRequired, setRequired, setType } from '../../../../core/edit/questions.ts';
import { FIELD_TYPES } from '../../../../core/form/types/index.ts';
import { Icon } from '../../../theme/Icon.tsx';
import { Dialog } from '../../../widgets/controls/Dialog.tsx';
import { CheckboxField, CollapsibleFields, SelectField } from '../../drafting/fields.tsx';
import { TranslatedTextField } from '../../drafting/TranslatedTextField.tsx';
import { FieldTypeGallery } from '../AddQuestion.tsx';
import { useDesigner } from '../context.ts';
import classes from '../Pane.module.css';
import { fieldTypeIcon } from '../titles.ts';
import { ExpressionField } from './ExpressionField.tsx';
import { AnswerLimits } from './Limits.tsx';
import { MatrixRows } from './MatrixRows.tsx';
import { OptionsPart } from './Options.tsx';
import { PanePart } from './PanePart.tsx';
import { ReferencesPart } from './References.tsx';

interface Props {
  path: string;
  field: Field;
}

export function AnswerPart({ path, field }: Props) {
  const { t } = useTranslation('designer');
  const designer = useDesigner();
  const { draft, change } = designer;
  const [isPicking, setPicking] = useState(false);
  const isAsked = isAnswered(field);
  const { needs = [] } = FIELD_TYPES[field.type];
  return (
    <PanePart title={t('answer.title')} name="answer">
      <div className="am-cluster am-gap-3 am-row-gap-2 am-between">
        <button
          type="button"
          className={`${classes.pick} am-tall am-pad-x-2 am-round am-joined am-gap-2 am-text`}
          data-action="type"
          onClick={() => setPicking(true)}
        >
          <Icon name={fieldTypeIcon(field)} size={18} />
          <span>{t(`types.${field.type}.name`)}</span>
          <Icon name="chevron-down" size={16} />
        </button>
        {isAsked && (
          <CheckboxField
            label={t('answer.required')}
            name="required"
            value={isRequired(draft, path) || undefined}
            onChange={(value) => change(setRequired(draft, path, value === true))}
          />
        )}
      </div>
      {isPicking && (
        <Dialog title={t('answer.type')} size="xl" place="top" onClose={() => setPicking(false)}>
          <FieldTypeGallery
            chosen={field.type}
            onPick={(type) => {
              change(setType(draft, path, type, designer.begin));
              setPicking(false);
            }}
          />
        </Dialog>
      )}
      {takesOptions(field) || currentOptions(field, designer.constants).length > 0 ? (
        <OptionsPart path={path} field={field} />
      ) : null}
      {needs.includes('rows') && <MatrixRows path={path} field={field} />}
      {needs.includes('ends') && <Ends path={path} field={field} />}
      <ReferencesPart path={path} field={field} />
      {field.derived && <Derived path={path} field={field} />}
      {isAsked && <MoreOfAnswer path={path} field={field} />}
    </PanePart>
  );
}

/** The words of both ends of a scale. */
function Ends({ path, field }: Props) {
  const { t } = useTranslation('designer');
  const { draft, change, languages } = useDesigner();
  return (['low', 'high'] as const).map((end) => (
    <TranslatedTextField
      key={end}
      label={t(`answer.${end}`)}
      isLong
      at={`${fieldPointerOf(path)}/ends/${end}`}
      name={end}
      languages={languages}
      value={field.ends?.[end]}
      required
      onChange={(words) =>
        change(patchField(draft, path, { ends: { ...field.ends, [end]: words } } as Partial<Field>), `${path} ${end}`)
      }
    />
  ));
}

function Derived({ path, field: { derived = {} } }: Props) {
  const { t } = useTranslation('designer');
  const { draft, change } = useDesigner();
  return (
    <ExpressionField
      label={t('answer.derived')}
      at={`${fieldPointerOf(path)}/derived`}
      name="derived"
      path={path}
      value={derived.expr ?? ''}
      brief={derived.expr === undefined ? JSON.stringify(derived) : undefined}
      onChange={(expr) => change(patchField(draft, path, { derived: { expr: expr ?? '' } }), `${path} derived`)}
    />
  );
}

function MoreOfAnswer({ path, field }: Props) {
  const { t } = useTranslation('designer');
  const { draft, change, languages } = useDesigner();
  const { looks = [], family } = FIELD_TYPES[field.type];
  const at = fieldPointerOf(path);
  const patch = (value: Partial<Record<keyof Field, unknown>>, step?: string) =>
    change(patchField(draft, path, value as Partial<Field>), step);
  const isSaid = Boolean(field.limits ?? field.unit ?? field.default ?? field['ui:widget']);
  return (
    <CollapsibleFields title={t('answer.more')} isFilled={isSaid}>
      <AnswerLimits path={path} field={field} />
      {family === 'figures' && (
        <TranslatedTextField
          label={t('answer.unit')}
          isLong
          at={`${at}/unit`}
          name="unit"
          languages={languages}
          value={field.unit}
          onChange={(unit: Text | undefined) => patch({ unit }, `${path} unit`)}
        />
      )}
      <ExpressionField
        label={t('answer.default')}
        hint={t('answer.defaultHint')}
        at={`${at}/default`}
        name="default"
        path={path}
        value={field.default ?? ''}
        onChange={(value) => patch({ default: value }, `${path} default`)}
      />
      {looks.length > 0 && (
        <SelectField
          label={t('answer.look')}
          name="look"
          none={t('answer.usualLook')}
          items={looks.map((look) => ({ value: look, label: t(`looks.${look}`, { defaultValue: look }) }))}
          value={field['ui:widget'] ?? ''}
          at={`${at}/ui:widget`}
          onChange={(look) => patch({ 'ui:widget': look === '' ? undefined : look })}
        />
      )}
    </CollapsibleFields>
  );
}
