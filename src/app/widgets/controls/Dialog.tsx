/**
 * A modal dialog. Where it is higher than the screen, its head and its buttons stay and the rest scrolls. The head is not a
 * `header` element, so that the page has only one banner landmark for screen readers.
 */
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Dialog.module.css';
import { useFocusReturn } from './useFocusReturn.ts';
import { isFocusInPanel } from './usePopup.ts';

interface Props {
  title: string;
  size?: string;
  /** `top`: it keeps its place while what it shows grows and shrinks. `screen`: it fills the screen, for phones. */
  place?: 'middle' | 'top' | 'screen';
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ title, size = 'md', place = 'middle', onClose, children }: Props) {
  const { t } = useTranslation();
  useFocusReturn();
  // Mantine listens on the window, so it hears Escape before a panel in the dialog does.
  const close = () => {
    if (!isFocusInPanel()) onClose();
  };
  return (
    <Modal.Root opened onClose={close} size={size} centered={place === 'middle'} fullScreen={place === 'screen'}>
      <Modal.Overlay />
      <Modal.Content radius={place === 'screen' ? 0 : 'lg'} className={classes.content}>
        <div className={`${classes.head} am-gap-4 am-pad-y-3 am-pad-x-4 am-between am-inline`}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('close')} size="lg" />
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The last line of a dialog or of the form in it. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={`${classes.buttons} am-cluster am-end`}>{children}</div>;
}
