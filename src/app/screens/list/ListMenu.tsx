/** What is done with all of a list: check, take offline, download, print, upload. On a phone also how it is shown. */
import { useTranslation } from 'react-i18next';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import type { MenuProps } from './ListTools.tsx';
import { useRecordListContext } from './RecordListContext.ts';
import { useListLinks } from './useListLinks.ts';
import { useListMenu } from './useListMenu.tsx';
import { useDisplayMenu } from './views/useDisplayMenu.tsx';
import { ROWS_WIDTH } from './widths.ts';

export default function ListMenu({ trigger, ...shown }: MenuProps) {
  const { t } = useTranslation();
  const isPhone = useIsNarrowScreen(ROWS_WIDTH);
  const { rows, onMark } = useRecordListContext();
  const links = useListLinks();
  const menu = useListMenu(shown.records);
  const display = useDisplayMenu(shown);
  return (
    <>
      <DropMenu startsOpen align="end" width={300} label={t('list.more')} trigger={trigger}>
        {isPhone &&
          links.map(({ to, icon, label }) => (
            <DropItem key={to} icon={icon} to={to}>
              {label}
            </DropItem>
          ))}
        {menu.items}
        {isPhone && onMark && (
          <DropItem icon="check" action="mark" refused={rows.length === 0} onSelect={shown.records.startMarking}>
            {t('list.markSome')}
          </DropItem>
        )}
        {isPhone && display.items}
      </DropMenu>
      {menu.dialogs}
      {display.dialogs}
    </>
  );
}
