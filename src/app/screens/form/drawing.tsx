/**
 * RJSF draws sections, and only draws: its schema field is ours, which hands each property to the field's own input; its
 * validator lets everything pass, since the rules are checked once, outside, by the form's generated module.
 */
import Form from '@rjsf/core';
import type { FieldProps, RJSFSchema, ValidatorType } from '@rjsf/utils';
import { memo, useMemo } from 'react';
import type { SectionNode } from '../../../core/definitions/types.ts';
import { FieldBox } from './FieldBox.tsx';

const passThrough = {
  isValid: () => true,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  toErrorList: () => [],
} as unknown as ValidatorType;

/** The whole section at once: one box per property, found by its field name. */
const SectionField = memo(
  function SectionField({ schema }: FieldProps) {
    return Object.keys((schema as RJSFSchema).properties ?? {}).map((name) => <FieldBox key={name} name={name} />);
  },
  (before, after) => before.schema === after.schema,
);

const fields = { SchemaField: SectionField };
const uiSchema = { 'ui:submitButtonOptions': { norender: true } };
// Without 'never' a list of constants would answer itself with its first option.
const defaults = { constAsDefaults: 'never', emptyObjectFields: 'skipDefaults' } as const;
const NO_DATA = {};
const ANY = {};
const nothing = <span hidden />;

export const SectionForm = memo(function SectionForm({ section }: { section: SectionNode }) {
  // Only the names matter for drawing: RJSF would work out defaults and references of rules that it never checks.
  const schema = useMemo<RJSFSchema>(
    () => ({ type: 'object', properties: Object.fromEntries(section.fields.map(({ name }) => [name, ANY])) }),
    [section],
  );
  return (
    <Form
      tagName="div"
      className="am-section-fields"
      schema={schema}
      uiSchema={uiSchema}
      formData={NO_DATA}
      validator={passThrough}
      fields={fields}
      experimental_defaultFormStateBehavior={defaults}
      noValidate
      noHtml5Validate
    >
      {nothing}
    </Form>
  );
});
