/** Editable grants, one row each, with the server's errors. */

import { ActionIcon, type ButtonProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { getOwn } from '../../../core/json.ts';
import type { Grant } from '../../../core/records/types.ts';
import { isApiError } from '../../data/errors.ts';
import { number } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Accounts.module.css';
import { type GrantOption, useGrantTexts } from './grantTexts.ts';

export interface EditedGrant extends Grant {
  key: number;
}

export const EMPTY_GRANT: Grant = { role: '', programme: null, province_id: null };

export const toGrantRows = (grants: readonly Grant[]): EditedGrant[] => grants.map((grant, key) => ({ ...grant, key }));

export const fromGrantRows = (rows: readonly EditedGrant[]): Grant[] => rows.map(({ key: _key, ...grant }) => grant);

export const withGrant = (rows: readonly EditedGrant[], grant: Grant): EditedGrant[] => [
  ...rows,
  { ...grant, key: Math.max(-1, ...rows.map((one) => one.key)) + 1 },
];

/** Returns the server's error messages for a JSON Pointer. */
export function serverErrorAt(error: unknown, pointer: string): string | undefined {
  if (!isApiError(error)) return undefined;
  return getOwn(error.errors, pointer)
    ?.map((one) => one.message ?? one.code)
    .join(' ');
}

interface Props {
  rows: readonly EditedGrant[];
  error: unknown;
  /** True if the grants are shown but cannot be changed. */
  fixed?: boolean | undefined;
  /** Roles to choose from. Default: all. */
  roles?: GrantOption[];
  onChange: (change: (rows: EditedGrant[]) => EditedGrant[]) => void;
}

/** The parts of a grant, each with its texts. */
const PARTS = [
  { field: 'role', of: 'roles', label: 'accounts.role', any: 'choose' },
  { field: 'programme', of: 'programmes', label: 'accounts.programme', any: 'profile.allProgrammes' },
  { field: 'province_id', of: 'provinces', label: 'accounts.province', any: 'profile.allProvinces' },
] as const;

export function GrantRows({ rows, error, fixed, roles, onChange }: Props) {
  const { t } = useTranslation();
  const texts = useGrantTexts();
  const options = { ...texts, ...(roles && { roles }) };
  return rows.map((row, index) => (
    <div key={row.key} className={`${classes.grant} am-stack am-start am-below-2`}>
      {PARTS.map(({ field, of, label, any }) => (
        <SelectWithAny
          key={field}
          aria-label={t('accounts.grantPart', { part: t(label), number: number(index + 1) })}
          any={t(any)}
          options={options[of]}
          value={row[field] ?? ''}
          error={serverErrorAt(error, `/grants/${index}/${field}`)}
          onChange={(value) => {
            const patch = { [field]: field === 'role' ? value : value || null };
            onChange((all) => all.map((one) => (one.key === row.key ? { ...one, ...patch } : one)));
          }}
        />
      ))}
      {!fixed && (
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={t('accounts.removeGrant', { number: number(index + 1) })}
          onClick={() => onChange((all) => all.filter((one) => one.key !== row.key))}
        >
          <Icon name="x" />
        </ActionIcon>
      )}
    </div>
  ));
}

export function AddGrant({ size, onAdd }: { size?: ButtonProps['size']; onAdd: () => void }) {
  const { t } = useTranslation();
  return (
    <ActionButton icon="plus" variant="outline" {...(size && { size })} onClick={onAdd}>
      {t('accounts.addGrant')}
    </ActionButton>
  );
}
