/**
 * RJSF's form as far as it draws. Answers are in the form's store and rules in its generated module, so the state that RJSF
 * works out from its props is made without looking for defaults, references and errors: that would be a tenth of what
 * opening a short form costs.
 */
import Form, { type FormProps, type FormState } from '@rjsf/core';
import { createSchemaUtils, toFieldPathId } from '@rjsf/utils';

const NOTHING_WRONG = { errors: [], errorSchema: {}, schemaValidationErrors: [], schemaValidationErrorSchema: {} };

export class DrawingForm extends Form {
  override getStateFromProps(props: FormProps): FormState {
    const { schema, uiSchema = {}, formData, validator } = props;
    const schemaUtils = createSchemaUtils(validator, schema);
    const registry = Form.getRegistry(props, schema, schemaUtils);
    return {
      ...NOTHING_WRONG,
      ...{ schema, uiSchema, formData, schemaUtils, registry },
      fieldPathId: toFieldPathId('', registry.globalFormOptions),
      retrievedSchema: schema,
      hasNestedConditionalSchema: false,
      initialDefaultsGenerated: true,
      edit: false,
    };
  }
}
