/** Support for standard RJSF inputs: finds them and builds the props that only they need. */

import { type FieldProps, getUiOptions, optionsList, type Registry, type UiSchema } from '@rjsf/utils';
import { type ComponentType, useLayoutEffect } from 'react';
import { getOwn } from '../../../../core/json.ts';
import type { FrameLayout, InputProps, Widget } from '../../../widgets/types.ts';

interface Drawn {
  Input: ComponentType<InputProps>;
  look: FrameLayout;
  isForeign: boolean;
}

/** Returns the input to use. A name that is not registered, such as radio or select, is left to the type's own input. */
export function resolveInput(uiSchema: UiSchema, { fields, widgets }: Registry, own: Widget): Drawn {
  const { 'ui:field': field, 'ui:widget': widget } = uiSchema;
  const named = (getOwn(fields, String(field)) ?? getOwn(widgets, String(widget))) as
    | ComponentType<InputProps>
    | undefined;
  const isForeign = named !== undefined && named !== own.Input;
  return { Input: named ?? own.Input, look: isForeign ? FOREIGN : own, isForeign };
}

const FOREIGN: FrameLayout = {};
const ignore = () => {};

export function rjsfWidgetProps({ name, schema, uiSchema, registry }: FieldProps, value: unknown) {
  return {
    name,
    schema,
    registry,
    label: uiSchema?.['ui:title'],
    options: { ...getUiOptions(uiSchema), enumOptions: optionsList(schema, uiSchema) },
    formData: value,
    readonly: false,
    multiple: schema.type === 'array',
    onBlur: ignore,
    onFocus: ignore,
  };
}

/** Marks the control of an RJSF input as invalid in the DOM. Our own inputs get this as props, which RJSF inputs do not know. */
export function useInvalidMark(id: string, isInvalid: boolean): void {
  useLayoutEffect(() => {
    const control = isInvalid && document.getElementById(id);
    if (!control) return;
    const described = control.getAttribute('aria-describedby');
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', described ? `${described} ${id}-error` : `${id}-error`);
    return () => {
      control.removeAttribute('aria-invalid');
      if (described) control.setAttribute('aria-describedby', described);
      else control.removeAttribute('aria-describedby');
    };
  }, [id, isInvalid]);
}
