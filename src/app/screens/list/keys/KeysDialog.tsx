/** Tells the keys of a list. */
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../widgets/controls/Dialog.tsx';
import classes from './KeysDialog.module.css';
import { LIST_SHORTCUTS } from './useListKeys.ts';

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('list.keys')} onClose={onClose}>
      <dl className={`${classes.keys} am-stack`}>
        {LIST_SHORTCUTS.map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd dir="ltr">{key}</kbd>
            </dt>
            <dd>{t(`list.${label}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
