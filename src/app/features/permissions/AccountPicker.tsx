/** Searches the accounts that the user may see, by name or user name, and picks one. */
import { Select } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PermissionAccount } from '../../../core/generated/api.ts';
import { permissionKeys, permissionsApi } from './api.ts';

interface Props {
  area: string | undefined;
  value: string;
  /** True to include accounts without a role in the area. */
  all?: boolean;
  onChange: (id: string, account: PermissionAccount | undefined) => void;
}

export function AccountPicker({ area, value, all, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed, 250);
  // The box shows the chosen label. Drop its user name from the search, or only that account would be found.
  const query = { text: words.replace(/ \([^)]*\)$/, ''), ...(all && { all: '1' }) };
  const accounts = useQuery({
    queryKey: permissionKeys.accounts(area, query),
    queryFn: () => permissionsApi.accounts(area, query),
    placeholderData: keepPreviousData,
  });
  const [known, setKnown] = useState<{ value: string; label: string } | null>(null);
  const found = (accounts.data?.data ?? []).map(({ id, name, username }) => ({
    value: id,
    label: `${name} (${username})`,
  }));
  const options = known && !found.some((one) => one.value === known.value) ? [known, ...found] : found;
  return (
    <Select
      label={t('permissions:person')}
      placeholder={t('accounts.search')}
      searchable
      data={options}
      filter={({ options: given }) => given}
      value={value === '' ? null : value}
      onSearchChange={setTyped}
      onChange={(id) => {
        setKnown(options.find((one) => one.value === id) ?? null);
        onChange(
          id ?? '',
          accounts.data?.data.find((one) => one.id === id),
        );
      }}
      nothingFoundMessage={t('empty.narrowed')}
    />
  );
}
