/** One line of grants: a role, a programme, a province. */
import { ActionIcon, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Grant } from '../../../core/records/types.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Accounts.module.css';
import type { GrantTexts } from './grantTexts.ts';

interface GrantRowProps {
  row: Grant;
  number: number;
  texts: Pick<GrantTexts, 'roles' | 'programmes' | 'provinces'>;
  refused: (field: string) => string | undefined;
  onChange: (patch: Partial<Grant>) => void;
  onRemove?: () => void;
}

export function GrantRow({ row, number: nth, texts, refused, onChange, onRemove }: GrantRowProps) {
  const { t } = useTranslation();
  const named = (part: string) => t('accounts.grantPart', { part, number: number(nth) });
  return (
    <div className={classes.grant}>
      <NativeSelect
        aria-label={named(t('accounts.role'))}
        value={row.role}
        error={refused('role')}
        onChange={(event) => onChange({ role: event.currentTarget.value })}
      >
        <option value="">{t('choose')}</option>
        {texts.roles.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={named(t('accounts.programme'))}
        value={row.programme ?? ''}
        error={refused('programme')}
        onChange={(event) => onChange({ programme: event.currentTarget.value || null })}
      >
        <option value="">{t('profile.allProgrammes')}</option>
        {texts.programmes.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={named(t('accounts.province'))}
        value={row.province_id ?? ''}
        error={refused('province_id')}
        onChange={(event) => onChange({ province_id: event.currentTarget.value || null })}
      >
        <option value="">{t('profile.allProvinces')}</option>
        {texts.provinces.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </NativeSelect>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={t('accounts.removeGrant', { number: number(nth) })}
          onClick={onRemove}
        >
          <Icon name="x" />
        </ActionIcon>
      )}
    </div>
  );
}
