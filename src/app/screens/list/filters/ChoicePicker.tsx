/**
 * A searchable picker for long lists of values: list items, places, people and records. Typed text is folded. Places and
 * records are searched on the server. Must be rendered inside OnlineWidgets.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { hashKey, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../../core/definitions/types.ts';
import { useForms } from '../../../data/queries.ts';
import { source } from '../../../data/source.ts';
import { nameOf, recordName } from '../../../data/words.ts';
import { Combo } from '../../../widgets/controls/Combo.tsx';
import type { PickItem } from '../../../widgets/source.ts';
import type { ListColumn } from '../../record/columns.ts';
import classes from './Filters.module.css';
import { type FilterPlaceLevel, filterValueKind, placeLevel } from './kinds.ts';
import { choiceListOf, formsOfColumn, useFilterOptions, useListItems, useValueNames } from './useChoices.ts';

interface Props {
  form: CompiledForm;
  column: ListColumn;
  /** Visible label. Without it, `name` is the accessible name. */
  label?: string;
  name?: string;
  value: string[];
  multiple?: boolean;
  level?: FilterPlaceLevel;
  /** Ids of the higher places that the options must lie in. */
  within?: string[];
  onChange: (value: string[]) => void;
}

const TYPING_MS = 250;

export function ChoicePicker({ form, column, label, name, value, multiple, level, within = [], onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const forms = useForms().data ?? [];
  const kind = filterValueKind(column);
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text, TYPING_MS);
  const nameOfId = useValueNames(form, column, value, t('filter.mine'));
  const options = useFilterOptions(form, column, t('filter.mine'));
  const items = useListItems(choiceListOf(column));
  const isRemote = kind === 'places' || kind === 'records';
  const wanted = formsOfColumn(column, forms);
  const wantedLevel = level ?? placeLevel(column);
  const searched = ['items', 'found', kind, kind === 'places' ? [wantedLevel, ...within] : wanted];
  const found = useQuery({
    queryKey: [...searched, asked],
    queryFn: async (): Promise<PickItem[]> => {
      if (kind === 'places') {
        const places = await source.findPlaces({
          text: asked,
          level: wantedLevel,
          ...(within.length > 0 && { within }),
        });
        return places.map((place) => ({ ...place, name: nameOf(place) }));
      }
      const records = await source.findRecords({ forms: wanted, text: asked });
      return records.map((record) => ({
        id: record.id,
        name: recordName(record.name),
        code: record.code,
        detail: [nameOf(record.province), record.code].filter(Boolean).join(' · ') || null,
      }));
    },
    enabled: isRemote && (kind === 'places' || wanted.length > 0),
    staleTime: 60_000,
    // While the next words are searched the last results stay, but not those of another place above.
    placeholderData: (before, query) =>
      hashKey(query?.queryKey.slice(0, -1) ?? []) === hashKey(searched) ? before : undefined,
  });
  const local: PickItem[] = [
    ...options.map((one) => ({ id: one.value, name: one.label })),
    ...(items.data ?? []).map((item) => ({ ...item, name: nameOf(item) })),
  ];
  const query = isRemote ? found : items;
  return (
    <div className={`${classes.field} am-shrinks`}>
      {label && <label htmlFor={id}>{label}</label>}
      <Combo
        id={id}
        {...(!label && name && { label: name })}
        items={isRemote ? (found.data ?? []) : local}
        known={value.map((one) => ({ id: one, name: nameOfId(one) }))}
        value={value}
        multiple={multiple}
        loading={query.isFetching && (isRemote || items.data === undefined)}
        {...(query.isError && {
          failed: { message: t('filter.notLoaded'), retry: () => void query.refetch() },
        })}
        {...(isRemote && { onSearch: setText })}
        onPick={onChange}
      />
    </div>
  );
}
