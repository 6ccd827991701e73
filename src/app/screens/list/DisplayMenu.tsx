/** What a list shows and how: the height of its rows, its columns, its table of figures, and the views that people saved of it. */
import { useTranslation } from 'react-i18next';
import { chooseNarrowRows, useNarrowRows } from '../../data/device/narrowRows.ts';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import type { MenuProps } from './ListTools.tsx';
import { useDisplayMenu } from './views/useDisplayMenu.tsx';

export default function DisplayMenu({ trigger, ...shown }: MenuProps) {
  const { t } = useTranslation();
  const { items, dialogs } = useDisplayMenu(shown);
  const isNarrow = useNarrowRows();
  return (
    <>
      <DropMenu startsOpen align="end" width={300} label={t('list.display')} trigger={trigger}>
        <DropItem icon="menu" checked={isNarrow} action="narrow" onSelect={() => chooseNarrowRows(!isNarrow)}>
          {t('list.narrowRows')}
        </DropItem>
        {items}
      </DropMenu>
      {dialogs}
    </>
  );
}
