/** What a list shows and how: its columns, its table of figures, and the views that people saved of it. */
import { useTranslation } from 'react-i18next';
import { DropMenu } from '../../shell/DropMenu.tsx';
import type { MenuProps } from './ListTools.tsx';
import { useDisplayMenu } from './views/useDisplayMenu.tsx';

export default function DisplayMenu({ trigger, ...shown }: MenuProps) {
  const { t } = useTranslation();
  const { items, dialogs } = useDisplayMenu(shown);
  return (
    <>
      <DropMenu startsOpen align="end" width={300} label={t('list.display')} trigger={trigger}>
        {items}
      </DropMenu>
      {dialogs}
    </>
  );
}
