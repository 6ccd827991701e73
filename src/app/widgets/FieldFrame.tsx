/** One question outside a section: a cell of a table, a part of a problem, or a field on its own. */
import { type ReactNode, useMemo } from 'react';
import type { RecordData } from '../../core/definitions/types.ts';
import { inputUiSchema } from '../../core/form/rjsf.ts';
import { isVisibleField } from '../../core/form/types/question.ts';
import { answerPatch, fieldAnswerOf } from './answer.ts';
import { drawField } from './drawField.tsx';
import { useWidgets } from './environment.tsx';
import { FieldTemplate } from './FieldTemplate.tsx';
import type { InputProps } from './types.ts';
import { useOptionWords } from './useOptionWords.ts';

interface FieldFrameProps extends Pick<InputProps, 'node' | 'id' | 'errors' | 'base' | 'required' | 'disabled'> {
  /** Stored values of the object that contains the question. */
  values: RecordData;
  /** Sets properties; `undefined` removes one. */
  onChange: (patch: RecordData) => void;
  children?: ReactNode;
}

export function FieldFrame({ values, onChange, children, ...field }: FieldFrameProps) {
  const { node, id, base } = field;
  const { language, constants, registry } = useWidgets();
  const uiSchema = useMemo(() => inputUiSchema(node, { language, constants }), [node, language, constants]);
  const { Input, ...look } = registry[node.type];
  const worded = useOptionWords(node, base);
  if (!isVisibleField(node)) return null;
  return drawField(
    {
      ...field,
      node: worded,
      uiSchema,
      fieldPathId: { $id: id, path: [node.name] },
      value: fieldAnswerOf(node, values),
      onChange: (value, path) => onChange(answerPatch(node, value, path)),
      below: children,
    },
    { Template: FieldTemplate, Input, look },
  );
}
