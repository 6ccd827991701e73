/** A button with an icon before its label. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { Icon } from '../theme/Icon.tsx';

interface Props
  extends Omit<ButtonProps, 'leftSection'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps | 'children'> {
  icon: string;
  /** Name of the action in the page, as `data-action`. */
  action?: string;
}

export function ActionButton({ icon, action, ...button }: Props) {
  return <Button {...button} leftSection={<Icon name={icon} size={16} />} data-action={action} />;
}
