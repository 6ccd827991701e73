/** The form finder in a dialog over any screen, opened from the navbar or by Ctrl+K. */
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import { FormFinder } from './FormFinder.tsx';

export default function FinderDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('nav.findForm')} onClose={onClose}>
      <FormFinder eager onGo={onClose} />
    </Dialog>
  );
}
