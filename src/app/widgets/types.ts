/** What a field type's two drawn faces receive. The third face, text, is in core/form/types. */
import type { ComponentType } from 'react';
import type { FieldNode, FieldTypeName, RecordData } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/failure.ts';
import type { Refs } from '../../core/form/types/fieldType.ts';

export interface InputProps {
  node: FieldNode;
  /** DOM id of the control a label points to; groups use it as prefix. */
  id: string;
  /** The field's own stored properties only; the same object until one of them changes. */
  values: RecordData;
  /** Set stored properties; `undefined` removes one. */
  onChange: (patch: RecordData) => void;
  /** Errors of this field by JSON Pointer. */
  errors: RecordErrors;
  /** JSON Pointer of the object the field stands in: empty, or a table row. */
  base: string;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
  /** Ids of help and error texts. */
  describedBy?: string;
  /** Id of the label, for groups and composed controls. */
  labelledBy: string;
}

export interface DisplayProps {
  node: FieldNode;
  data: RecordData;
  refs: Refs;
}

export interface Widget {
  Input: ComponentType<InputProps>;
  Display: ComponentType<DisplayProps>;
  /** The input is a group of controls: drawn in a fieldset with a legend instead of a label. */
  group?: boolean;
  /** One row of radios, named by the question: neither a group around it nor a label that would press its first one. */
  row?: boolean | ((node: FieldNode) => boolean);
  /** Takes the full width of the section. */
  wide?: boolean;
  /** One control or one row of radios: its errors are marked on it without drawing it again. */
  single?: boolean;
}

export type WidgetRegistry = Record<FieldTypeName, Widget>;
