/** The menu of the actions that are no buttons, and of those that are refused. */
import { ActionIcon, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import classes from './Detail.module.css';

/** An action, shown as a button or a menu item. It links to `to` or calls `act`. */
export interface RecordAction {
  key: string;
  label: string;
  icon?: string;
  variant: 'filled' | 'outline' | 'subtle';
  danger?: boolean;
  /** It takes something back. */
  back?: boolean;
  to?: string;
  act?: () => void;
  /** Never a button of its own. */
  inMenu?: true;
}

export interface RefusedRecordAction {
  label: string;
  why: string | undefined;
}

/** `isAlone`: there is no other button. */
export function MoreActions({
  rest,
  refused,
  isAlone,
}: {
  rest: RecordAction[];
  refused: RefusedRecordAction[];
  isAlone: boolean;
}) {
  const { t } = useTranslation();
  const isPhone = useIsNarrowScreen();
  if (rest.length + refused.length === 0) return null;
  const menu = t(rest.length > 0 ? 'detail.otherActions' : 'detail.denied');
  const isIcon = isAlone ? isPhone : rest.length > 0;
  return (
    <DropMenu
      width={320}
      label={menu}
      align={isPhone ? 'end' : 'start'}
      trigger={(props) =>
        isIcon ? (
          <ActionIcon {...props} aria-label={menu} title={menu} className={classes.more} data-more>
            <Icon name={rest.length > 0 ? 'dots' : 'info-circle'} />
          </ActionIcon>
        ) : (
          <Button
            {...props}
            variant="subtle"
            color="gray"
            leftSection={<Icon name={isAlone && rest.length > 0 ? 'dots' : 'info-circle'} />}
            data-more
          >
            {menu}
          </Button>
        )
      }
    >
      {rest.map(({ key, label, icon, danger, to, act }) => (
        <DropItem
          key={key}
          action={key}
          {...(icon && { icon })}
          {...(to && { to })}
          {...(danger && { danger })}
          {...(act && { onSelect: act })}
        >
          {label}
        </DropItem>
      ))}
      {refused.map((one) => (
        <DropItem key={one.label} refused why={one.why}>
          <b>{one.label}</b>
        </DropItem>
      ))}
    </DropMenu>
  );
}
