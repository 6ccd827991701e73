/** What can be done with a record, or with selected ones: a button, and the menu of the rest and of what is refused. */
import { ActionIcon, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';

/** An action, shown as a button or a menu item. It links to `to` or calls `act`. */
export interface RecordAction {
  key: string;
  label: string;
  /** Its accessible name, if the label does not say all. */
  name?: string;
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

export function RecordActionButton({ action }: { action: RecordAction }) {
  const { key, label, name, icon, variant, danger, to, act } = action;
  const shared = {
    variant,
    'data-action': key,
    ...(name && { 'aria-label': name }),
    ...(danger && { color: 'red' }),
    ...(icon && { leftSection: <Icon name={icon} /> }),
  };
  return to ? (
    <Button component={Link} to={to} {...shared}>
      {label}
    </Button>
  ) : (
    <Button onClick={act} {...shared}>
      {label}
    </Button>
  );
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
          <ActionIcon {...props} aria-label={menu} title={menu} className="am-more" data-more>
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
