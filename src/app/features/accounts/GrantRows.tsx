/** Grants that are being edited: one row each, with what the server refused of it. */
import { Button, type ButtonProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Grant } from '../../../core/records/types.ts';
import { isApiError } from '../../data/errors.ts';
import { Icon } from '../../theme/Icon.tsx';
import { GrantRow } from './GrantRow.tsx';
import { useGrantTexts } from './grantTexts.ts';

export interface EditedGrant extends Grant {
  key: number;
}

export const NO_GRANT: Grant = { role: '', programme: null, province_id: null };

export const grantRows = (grants: readonly Grant[]): EditedGrant[] => grants.map((grant, key) => ({ ...grant, key }));

export const grantsOf = (rows: readonly EditedGrant[]): Grant[] => rows.map(({ key: _key, ...grant }) => grant);

export const withGrant = (rows: readonly EditedGrant[], grant: Grant): EditedGrant[] => [
  ...rows,
  { ...grant, key: Math.max(-1, ...rows.map((one) => one.key)) + 1 },
];

/** What the server found wrong at this place. */
export function refusalOf(error: unknown, pointer: string): string | undefined {
  if (!isApiError(error)) return undefined;
  return error.errors?.[pointer]?.map((one) => one.message ?? one.code).join(' ');
}

interface Props {
  rows: readonly EditedGrant[];
  error: unknown;
  /** Shown, not changed. */
  fixed?: boolean | undefined;
  /** Roles that may be chosen; without it, all. */
  roles?: { value: string; label: string }[];
  onChange: (change: (rows: EditedGrant[]) => EditedGrant[]) => void;
}

export function GrantRows({ rows, error, fixed, roles, onChange }: Props) {
  const texts = useGrantTexts();
  return rows.map((row, index) => (
    <GrantRow
      key={row.key}
      row={row}
      number={index + 1}
      texts={{ ...texts, ...(roles && { roles }) }}
      refused={(field) => refusalOf(error, `/grants/${index}/${field}`)}
      onChange={(patch) => onChange((all) => all.map((one) => (one.key === row.key ? { ...one, ...patch } : one)))}
      {...(!fixed && { onRemove: () => onChange((all) => all.filter((one) => one.key !== row.key)) })}
    />
  ));
}

export function AddGrant({ size, onAdd }: { size?: ButtonProps['size']; onAdd: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="outline" {...(size && { size })} leftSection={<Icon name="plus" size={16} />} onClick={onAdd}>
      {t('accounts.addGrant')}
    </Button>
  );
}
