/**
 * A section rendered by RJSF from its schema and uiSchema, with our theme. RJSF only renders: the form's store holds the
 * answers, each question subscribes to its own, and the form's generated module checks the rules once.
 */
import type { ThemeProps } from '@rjsf/core';
import type { RegistryFieldsType, RegistryWidgetsType, TemplatesType, ValidatorType } from '@rjsf/utils';
import { memo, useMemo } from 'react';
import type { SectionNode } from '../../../../core/definitions/types.ts';
import { inputUiSchema, sectionUiSchema } from '../../../../core/form/rjsf.ts';
import { useWidgets } from '../../../widgets/environment.tsx';
import { FieldTemplate } from '../../../widgets/FieldTemplate.tsx';
import { registry } from '../../../widgets/registry.ts';
import { DrawingForm } from './DrawingForm.ts';
import { QuestionField } from './QuestionField.tsx';
import { SectionTemplate } from './SectionTemplate.tsx';

const inputs = Object.fromEntries(Object.entries(registry).map(([type, { Input }]) => [type, Input]));

/** Our inputs by type, as widgets and fields. Any other widget is one more line in `widgets`, named by `ui:widget`. */
export const rjsfTheme = {
  widgets: { ...inputs } as unknown as RegistryWidgetsType,
  fields: { ...inputs, SchemaField: QuestionField } as unknown as RegistryFieldsType,
  templates: { FieldTemplate, ObjectFieldTemplate: SectionTemplate } as unknown as Partial<TemplatesType>,
} satisfies ThemeProps;

const passThrough = {
  isValid: () => true,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  toErrorList: () => [],
} as unknown as ValidatorType;

const NO_DATA = {};
const noButton = <span hidden />;

export const SectionForm = memo(function SectionForm({ section }: { section: SectionNode }) {
  const { language, constants } = useWidgets();
  const uiSchema = useMemo(
    () => sectionUiSchema(section, { language, constants }, inputUiSchema),
    [section, language, constants],
  );
  return (
    <DrawingForm
      {...rjsfTheme}
      tagName="div"
      idPrefix="f"
      idSeparator="-"
      schema={section.schema}
      uiSchema={uiSchema}
      formData={NO_DATA}
      formContext={section}
      validator={passThrough}
      showErrorList={false}
      noValidate
      noHtml5Validate
    >
      {noButton}
    </DrawingForm>
  );
});
