/**
 * RJSF's form, used only for rendering. The form's store holds the answers and its generated module the rules, so the state
 * that RJSF derives from its props needs no defaults, references or errors. Computing them would be a tenth of the time that
 * opening a short form takes.
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
