/** No rows: says why, and what to do next. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BarLink } from '../../shell/TopBar.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './List.module.css';

export function Empty({
  narrowed,
  deleted,
  plural,
  create,
  onClear,
}: {
  narrowed: boolean;
  /** The list of deleted records. */
  deleted?: boolean;
  plural: string;
  create: { to: string; label: string } | undefined;
  onClear?: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.empty} data-empty={narrowed ? 'narrowed' : 'none'}>
      <Icon name={narrowed ? 'search' : 'inbox'} size={40} />
      <p className={classes.emptyTitle}>
        {narrowed ? t('empty.narrowed') : t(deleted ? 'empty.deleted' : 'empty.none', { name: plural })}
      </p>
      <p>
        {t(
          narrowed
            ? 'empty.narrowedHint'
            : deleted
              ? 'empty.deletedHint'
              : create
                ? 'empty.noneHint'
                : 'empty.noneRead',
        )}
      </p>
      {narrowed && onClear ? (
        <Button variant="outline" leftSection={<Icon name="x" size={16} />} onClick={onClear}>
          {t('filter.clear')}
        </Button>
      ) : (
        create && (
          <BarLink to={create.to} icon="plus" primary>
            {create.label}
          </BarLink>
        )
      )}
    </div>
  );
}
