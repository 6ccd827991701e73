/** Shows the errors of a question with one control, without rendering its input again. */
import { useContext } from 'react';
import type { FieldNode } from '../../../../core/definitions/types.ts';
import type { RecordErrors } from '../../../../core/errors/failure.ts';
import { fieldParams } from '../../../../core/form/messages.ts';
import { ErrorMarks } from '../../../widgets/FieldErrors.tsx';
import { useQuestion } from '../../../widgets/host.tsx';
import { FormViewContext } from '../formView.ts';
import { useTaken } from './useTaken.ts';

interface QuestionErrorsProps {
  node: FieldNode;
  id: string;
}

export function QuestionErrors({ node, id }: QuestionErrorsProps) {
  const state = useQuestion(node.name);
  const errors = state && 'errors' in state ? state.errors : {};
  if (node.def.unique)
    return <UniqueErrors node={node} id={id} errors={errors} value={state?.values[node.properties[0]!]} />;
  return <ErrorMarks id={id} base="" node={node} errors={errors} />;
}

/** Adds the error that another record already has this value. */
function UniqueErrors({ node, id, errors, value }: QuestionErrorsProps & { errors: RecordErrors; value: unknown }) {
  const { isTaken } = useContext(FormViewContext);
  const params = fieldParams(node, 'unique');
  const all = useTaken(node, value, isTaken)
    ? { ...errors, [node.pointer]: [{ code: 'unique' as const, ...(params && { params }) }] }
    : errors;
  return <ErrorMarks id={id} base="" node={node} errors={all} />;
}
