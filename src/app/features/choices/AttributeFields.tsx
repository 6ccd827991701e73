/** Takes what filters read of an entry: the entry above it, and the attributes that its list declares. */

import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChoiceItem, ChoiceTable } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { localDigits } from '../../../core/text/letters.ts';
import { preferences } from '../../data/preferences.ts';
import { nameOf, text } from '../../data/words.ts';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { Combo } from '../../widgets/controls/Combo.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import { choiceListKeys, choiceListsApi, isItemOffered } from './api.ts';

/** Values by key, as they are sent. Numbers are text, in the digits that were typed. */
export type TypedAttributes = Record<string, string | boolean | null>;

interface Props {
  table: ChoiceTable;
  values: TypedAttributes;
  /** Values of text attributes that other entries have. */
  others: readonly ChoiceItem[];
  errorOf: (field: string) => string | undefined;
  onChange: (patch: TypedAttributes) => void;
}

export function typedAttributes(table: ChoiceTable, entry: ChoiceItem | null): TypedAttributes {
  const names = [...(table.parent_list === null ? [] : ['parent']), ...Object.keys(table.attributes)];
  const typed = (value: unknown) => {
    if (typeof value === 'number') return localDigits(value, preferences().language);
    return typeof value === 'string' || typeof value === 'boolean' ? value : null;
  };
  return Object.fromEntries(names.map((name) => [name, typed(getOwn(entry as Record<string, unknown> | null, name))]));
}

export function AttributeFields({ table, values, others, errorOf, onChange }: Props) {
  const { t } = useTranslation('admin');
  return (
    <div className="am-stack am-halves am-gap-3 am-above-3">
      {table.parent_list !== null && (
        <ParentPicker
          list={table.parent_list}
          value={values.parent as string | null}
          error={errorOf('parent')}
          onPick={(parent) => onChange({ parent })}
        />
      )}
      {Object.entries(table.attributes).map(([name, { type, label }]) => {
        const value = getOwn(values, name) ?? '';
        const shared = { name, label: text(label) || <bdi dir="ltr">{name}</bdi>, error: errorOf(name) };
        if (type === 'boolean')
          return (
            <SelectWithAny
              {...shared}
              key={name}
              any={t('tables.notSaid')}
              options={[
                { value: 'true', label: t('tables.yes') },
                { value: 'false', label: t('tables.no') },
              ]}
              value={String(value)}
              onChange={(chosen) => onChange({ [name]: chosen === '' ? null : chosen === 'true' })}
            />
          );
        const known = new Set(others.map((one) => getOwn(one as unknown as Record<string, unknown>, name)));
        return (
          <div key={name}>
            <TextInput
              {...shared}
              dir="auto"
              inputMode={type === 'number' ? 'decimal' : 'text'}
              list={`known-${name}`}
              value={String(value)}
              onChange={(event) => onChange({ [name]: event.currentTarget.value })}
            />
            {type === 'string' && (
              <datalist id={`known-${name}`}>
                {[...known].map((one) => typeof one === 'string' && <option key={one} value={one} />)}
              </datalist>
            )}
          </div>
        );
      })}
    </div>
  );
}

interface ParentPickerProps {
  list: string;
  value: string | null;
  error?: string | undefined;
  onPick: (id: string | null) => void;
}

export function ParentPicker({ list, value, error, onPick }: ParentPickerProps) {
  const { t } = useTranslation('admin');
  const id = useId();
  const found = useQuery({ queryKey: choiceListKeys.entries(list), queryFn: () => choiceListsApi.entries(list) });
  const items = (found.data ?? []).filter((one) => isItemOffered(one) || one.id === value);
  return (
    <OnlineWidgets>
      <div data-parent>
        <label className="am-text am-strong" htmlFor={id}>
          {t('tables.parent')}
        </label>
        <Combo
          id={id}
          items={items.map((one) => ({ ...one, name: nameOf(one) }))}
          value={value === null ? [] : [value]}
          loading={found.isPending}
          invalid={error !== undefined}
          {...(error !== undefined && { describedBy: `${id}-error` })}
          {...(found.error && { failed: { message: t('filter.notLoaded'), retry: () => void found.refetch() } })}
          onPick={([one]) => onPick(one ?? null)}
        />
        {error && (
          <p id={`${id}-error`} className="am-above-1 am-wrong am-small">
            {error}
          </p>
        )}
      </div>
    </OnlineWidgets>
  );
}
