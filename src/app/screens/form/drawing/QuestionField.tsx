/**
 * RJSF's SchemaField: one question of the open form. It finds the input that the uiSchema names and subscribes only to its
 * own answer, so that a keystroke renders one question.
 */

import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import type { FieldProps } from '@rjsf/utils';
import { memo, useContext } from 'react';
import { repeatsSectionTitle } from '../../../data/headings.ts';
import { answerPatch, fieldAnswerOf } from '../../../widgets/answer.ts';
import { drawField } from '../../../widgets/drawField.tsx';
import { useWidgets } from '../../../widgets/environment.tsx';
import type { FieldTemplate } from '../../../widgets/FieldTemplate.tsx';
import { useFormHost, useQuestion } from '../../../widgets/host.tsx';
import { AskStillOpen } from '../../../widgets/problems/AskStillOpen.tsx';
import { FlaggedProblem } from '../../../widgets/problems/FlaggedProblem.tsx';
import { useOptionWords } from '../../../widgets/useOptionWords.ts';
import { FieldWarnings } from '../../../widgets/Warnings.tsx';
import { commentOnQuestion, FormViewContext } from '../formView.ts';
import { resolveInput, rjsfWidgetProps, useInvalidMark } from './standardProps.ts';
import { useQuestionErrors } from './useQuestionErrors.ts';

export const QuestionField = memo(function QuestionField(props: FieldProps) {
  const { name, uiSchema = {}, fieldPathId, registry } = props;
  const { store, form } = useFormHost()!;
  const { comments, fixed } = useContext(FormViewContext);
  const { registry: types } = useWidgets();
  const node = form.fields.get(name);
  const drawn = node && resolveInput(uiSchema, registry, types[node.type]);
  const state = useQuestion(name);
  const errors = useQuestionErrors(node, state);
  const worded = useOptionWords(node, '');
  useInvalidMark(fieldPathId.$id, drawn?.isForeign === true && Object.keys(errors).length > 0);
  // A section is not a question. RJSF's ObjectField renders its properties, and each calls this component again.
  if (!node || !worded || !drawn || !state) return <ObjectField {...props} />;
  if (state.hidden || uiSchema['ui:widget'] === 'hidden') return null;
  const id = fieldPathId.$id;
  const value = fieldAnswerOf(node, state.values);
  const isClosed = fixed.has(name) || (node.def.derived !== undefined && node.type !== 'derived');
  return drawField(
    {
      ...(drawn.isForeign && rjsfWidgetProps(props, value)),
      ...{ node: worded, id, fieldPathId, uiSchema, value, errors },
      onChange: (next, path) => store.set(answerPatch(node, next, path)),
      base: '',
      required: state.required,
      disabled: isClosed,
      comment: commentOnQuestion(node, comments),
      bare: !state.required && repeatsSectionTitle(node, registry.formContext),
      top: true,
      below: (
        <>
          {state.warnings && <FieldWarnings ids={state.warnings} />}
          {state.flagged && form.definition.problems && <FlaggedProblem node={node} id={id} disabled={isClosed} />}
          {node.problemType && value !== undefined && !state.flagged && <AskStillOpen node={node} />}
        </>
      ),
    },
    { ...drawn, Template: registry.templates.FieldTemplate as unknown as typeof FieldTemplate },
  );
});
