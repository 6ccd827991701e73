/** Renders one question: its input inside the frame. Sections, table rows and problems all use it. */
import type { UiSchema } from '@rjsf/utils';
import type { ComponentType, ReactNode } from 'react';
import { ErrorLines, ownErrors } from './FieldErrors.tsx';
import type { FieldTemplateProps } from './FieldTemplate.tsx';
import type { FrameLayout, InputProps } from './types.ts';

interface Question
  extends Omit<InputProps, 'invalid' | 'describedBy' | 'labelledBy' | 'placeholder'>,
    Pick<FieldTemplateProps, 'comment' | 'bare' | 'top' | 'below'> {
  uiSchema: UiSchema;
}

interface Parts {
  Template: ComponentType<FieldTemplateProps>;
  Input: ComponentType<InputProps>;
  look: FrameLayout;
}

export function drawField(question: Question, { Template, Input, look }: Parts): ReactNode {
  const { uiSchema, comment, bare, top, below, ...input } = question;
  const { node, id, base, errors, required } = input;
  const help = uiSchema['ui:help'] as string | undefined;
  const invalid = Object.keys(errors).length > 0;
  const found = invalid ? ownErrors(node, base, errors) : [];
  const describedBy = [help && `${id}-help`, comment && `${id}-comment`, found.length > 0 && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <Template
      {...{ node, look, id, base, required, comment, bare, top, below, invalid }}
      label={uiSchema['ui:title'] ?? ''}
      rawHelp={help}
      errors={found.length > 0 && <ErrorLines id={id} base={base} found={found} />}
    >
      <Input
        {...input}
        placeholder={uiSchema['ui:placeholder']}
        invalid={invalid}
        describedBy={describedBy || undefined}
        labelledBy={`${id}-label`}
      />
    </Template>
  );
}
