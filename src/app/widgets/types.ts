/** What a field type's two drawn faces receive. The third face, text, is in core/form/types. */
import type { FieldPathId, FieldPathList } from '@rjsf/utils';
import type { ComponentType } from 'react';
import type { FieldNode, FieldTypeName, RecordData } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/failure.ts';
import type { Refs } from '../../core/form/types/fieldType.ts';

/** The part of RJSF's props of a widget or field that our inputs use, and what only ours understand. */
export interface InputProps {
  node: FieldNode;
  /** DOM id of the control a label points to; groups use it as prefix. */
  id: string;
  /** Where the question stands; a part of it is one step further. */
  fieldPathId: FieldPathId;
  /** The stored value; of a question that binds several stored names, the object of them. */
  value: unknown;
  /** `undefined` removes the value. With the path of a part only that part is set. */
  onChange: (value: unknown, path?: FieldPathList) => void;
  placeholder?: string | undefined;
  /** Errors of this field by JSON Pointer. */
  errors: RecordErrors;
  /** JSON Pointer of the object the field stands in: empty, or a table row. */
  base: string;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
  /** Ids of help and error texts. */
  describedBy?: string | undefined;
  /** Id of the label, for groups and composed controls. */
  labelledBy: string;
}

export interface DisplayProps {
  node: FieldNode;
  data: RecordData;
  refs: Refs;
}

/** How the frame around an input is drawn. */
export interface Look {
  /** The input is a group of controls: drawn in a fieldset with a legend instead of a label. */
  group?: boolean;
  /** One row of radios, named by the question: neither a group around it nor a label that would press its first one. */
  row?: boolean | ((node: FieldNode) => boolean);
  /** Takes the full width of the section. */
  wide?: boolean;
  /** One control or one row of radios: its errors are marked on it without drawing it again. */
  single?: boolean;
}

export interface Widget extends Look {
  Input: ComponentType<InputProps>;
  Display: ComponentType<DisplayProps>;
}

export type WidgetRegistry = Record<FieldTypeName, Widget>;
