/** The search in a dialog over any screen, opened from the navbar or by Ctrl+K. On phones it fills the screen. */
import { useTranslation } from 'react-i18next';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import { Finder } from './Finder.tsx';

export default function FinderDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const isPhone = useIsNarrowScreen();
  return (
    <Dialog title={t('find.title')} size="lg" place={isPhone ? 'screen' : 'top'} onClose={onClose}>
      <Finder onGo={onClose} />
    </Dialog>
  );
}
