/** Props of the input and the display of a field type. The type's text form is in core/form/types. */
import type { FieldPathId, FieldPathList } from '@rjsf/utils';
import type { ComponentType } from 'react';
import type { FieldNode, FieldTypeName, RecordData } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/recordErrors.ts';
import type { Refs } from '../../core/form/types/fieldType.ts';

/** The part of RJSF's widget and field props that our inputs use, and the props that only our inputs know. */
export interface InputProps {
  node: FieldNode;
  /** DOM id of the control that the label points to. Composed inputs use it as a prefix. */
  id: string;
  /** Path of the question. The path of a part has one more step. */
  fieldPathId: FieldPathId;
  /** The stored value, or an object of values if the question has several properties. */
  value: unknown;
  /** `undefined` removes the value. If the path of a part is given, only that part is set. */
  onChange: (value: unknown, path?: FieldPathList) => void;
  placeholder?: string | undefined;
  /** Errors of this field, by JSON Pointer. */
  errors: RecordErrors;
  /** JSON Pointer of the object that contains the field: empty, or a table row. */
  base: string;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
  /** Ids of the help text and the error text. */
  describedBy?: string | undefined;
  /** Id of the label, for groups and composed controls. */
  labelledBy: string;
}

export interface DisplayProps {
  node: FieldNode;
  data: RecordData;
  refs: Refs;
}

/** How the frame around an input is rendered. */
export interface FrameLayout {
  /** The input is a group of controls: rendered in a fieldset with a legend instead of a label. */
  group?: boolean;
  /** One row of radio buttons, named by the question. No fieldset, and no label that would select its first option. */
  row?: boolean | ((node: FieldNode) => boolean);
  /** Takes the full width of the section. */
  wide?: boolean;
}

export interface Widget extends FrameLayout {
  Input: ComponentType<InputProps>;
  Display: ComponentType<DisplayProps>;
}

export type WidgetRegistry = Record<FieldTypeName, Widget>;
