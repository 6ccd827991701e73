/** Tells the keys of a list. */
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../widgets/controls/Dialog.tsx';
import { LIST_SHORTCUTS } from './useListKeys.ts';

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('list.keys')} onClose={onClose}>
      <dl className="am-facts am-stack">
        {LIST_SHORTCUTS.map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd dir="ltr" className="am-box am-sunken am-pad-x-2">
                {key}
              </kbd>
            </dt>
            <dd>{t(`list.${label}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
