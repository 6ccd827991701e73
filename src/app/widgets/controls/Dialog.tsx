/** A modal dialog. Its head is not a `header` element, so that the page has only one banner landmark for screen readers. */
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Dialog.module.css';
import { useFocusReturn } from './useFocusReturn.ts';

interface Props {
  title: string;
  size?: string;
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ title, size = 'md', onClose, children }: Props) {
  const { t } = useTranslation();
  useFocusReturn();
  return (
    <Modal.Root opened onClose={onClose} size={size} centered>
      <Modal.Overlay />
      <Modal.Content radius="lg" className={classes.content}>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('close')} size="lg" />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
