/** Shown instead of rows: says why there are none and what to do next. */
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { Icon } from '../../theme/Icon.tsx';

export function EmptyList({
  narrowed,
  deleted,
  plural,
  create,
  onClear,
}: {
  narrowed: boolean;
  /** True in the list of deleted records. */
  deleted?: boolean;
  plural: string;
  create: { to: string; label: string } | undefined;
  onClear?: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="am-surface am-nothing am-column am-level am-gap-2" data-empty={narrowed ? 'narrowed' : 'none'}>
      <Icon name={narrowed ? 'search' : 'inbox'} size={40} />
      <p className="am-strong">
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
        <ActionButton icon="x" variant="outline" onClick={onClear}>
          {t('filter.clear')}
        </ActionButton>
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
