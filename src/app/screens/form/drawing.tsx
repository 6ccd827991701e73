/**
 * RJSF draws sections, and only draws: its schema field is ours, which hands each field of the section to the field's own
 * input; its validator lets everything pass, since the rules are checked once, outside, by the form's generated module.
 */
import Form from '@rjsf/core';
import type { FieldProps, RJSFSchema, ValidatorType } from '@rjsf/utils';
import { memo } from 'react';
import type { SectionNode } from '../../../core/definitions/types.ts';
import { FieldBox } from './FieldBox.tsx';

const passThrough = {
  isValid: () => true,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  toErrorList: () => [],
} as unknown as ValidatorType;

/** The whole section at once; its fields come with the form's context, compiled once. */
const SectionField = memo(
  function SectionField({ registry }: FieldProps) {
    return (registry.formContext as unknown as SectionNode).fields.map((node) => (
      <FieldBox key={node.name} node={node} />
    ));
  },
  (before, after) => before.registry.formContext === after.registry.formContext,
);

const fields = { SchemaField: SectionField };
const uiSchema = { 'ui:submitButtonOptions': { norender: true } };
// Without 'never' a list of constants would answer itself with its first option.
const defaults = { constAsDefaults: 'never', emptyObjectFields: 'skipDefaults' } as const;
const NO_DATA = {};
/** RJSF would work out defaults and references of each property, though it neither keeps nor checks any. */
const SCHEMA: RJSFSchema = { type: 'object' };
const nothing = <span hidden />;

export const SectionForm = memo(function SectionForm({ section }: { section: SectionNode }) {
  return (
    <Form
      tagName="div"
      className="am-section-fields"
      schema={SCHEMA}
      uiSchema={uiSchema}
      formData={NO_DATA}
      formContext={section}
      validator={passThrough}
      fields={fields}
      showErrorList={false}
      experimental_defaultFormStateBehavior={defaults}
      noValidate
      noHtml5Validate
    >
      {nothing}
    </Form>
  );
});
