/** A sheet that comes from an edge of the screen, with a title and a cross. */
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusReturn } from '../../widgets/controls/useFocusReturn.ts';
import classes from './SideSheet.module.css';

interface Props {
  title: string;
  from: 'left' | 'right' | 'bottom';
  size: string;
  onClose: () => void;
  children: ReactNode;
}

export function SideSheet({ title, from, size, onClose, children }: Props) {
  const { t } = useTranslation();
  useFocusReturn();
  return (
    <Drawer.Root opened onClose={onClose} position={from} size={size}>
      <Drawer.Overlay />
      <Drawer.Content className={classes.sheet} data-from={from}>
        <div className="am-inline am-between am-pad-y-3 am-pad-x-4 am-strong">
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('close')} size="lg" />
        </div>
        <Drawer.Body className="am-stack am-gap-3">{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
