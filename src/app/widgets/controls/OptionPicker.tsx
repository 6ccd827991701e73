/** Searches the options of a question on the server: people, records, long lists, and what the filter of a list offers. */
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { toIdList } from '../../../core/form/types/fieldType.ts';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import { useFilterAnswers, useFormHost } from '../host.tsx';
import type { OptionPage } from '../source.ts';
import type { InputProps } from '../types.ts';
import { Combo } from './Combo.tsx';
import { LIST_QUERY, pickerFailure } from './useItems.ts';

const PAUSE = 250;
const NONE: OptionPage['data'] = [];

interface OptionPickerProps extends InputProps {
  multiple?: boolean | undefined;
  /** Id of the province whose records come first. */
  near?: string | undefined;
}

export function OptionPicker(props: OptionPickerProps) {
  const { multiple, onChange } = props;
  const { t } = useWidgetTexts();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text, PAUSE);
  const list = useOptions(props, asked);
  const chosen = toIdList(props.value) as string[];
  const known = useChosen(props, chosen, list.items);
  return (
    <Combo
      {...props}
      items={list.items}
      known={known}
      loading={list.loading || text !== asked}
      failed={list.error ? pickerFailure(list.error, t, list.again) : undefined}
      more={list.more}
      value={chosen}
      onSearch={setText}
      onPick={(ids) => {
        setText('');
        onChange(multiple ? (ids.length > 0 ? ids : undefined) : ids[0]);
      }}
    />
  );
}

/** Returns what identifies the question in a call. */
function useAsked({ node, base, near }: OptionPickerProps) {
  const { source } = useWidgets();
  const form = useFormHost()?.form;
  const answers = useFilterAnswers(node, base);
  const question = {
    form: form?.form ?? '',
    version: form?.version ?? 0,
    field: node.path,
    answers: JSON.parse(answers),
    ...(near && { near }),
  };
  return { source, question, key: ['options', form?.key, node.path, near ?? ''] as const, answers };
}

/** Returns the options of the pages that were loaded. A further letter, or another answer, cancels the running call. */
function useOptions(props: OptionPickerProps, text: string) {
  const { source, question, key, answers } = useAsked(props);
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...key, answers, text],
    queryFn: ({ pageParam, signal }) =>
      source.options({ ...question, ...(text && { text }), ...(pageParam && { after: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // While a person types on, the options stay. Options of another answer do not.
    placeholderData: (before, query) => (query?.queryKey[4] === answers ? before : undefined),
    enabled: !props.disabled,
    ...LIST_QUERY,
  });
  const items = useMemo(() => data?.pages.flatMap((page) => page.data) ?? NONE, [data]);
  const isEmptyPage = hasNextPage && items.length === 0;
  // A page without options is the part of a list in which the filter offers none.
  useEffect(() => {
    if (isEmptyPage && !isFetchingNextPage) void fetchNextPage();
  }, [isEmptyPage, isFetchingNextPage, fetchNextPage]);
  return {
    items,
    error,
    loading: (isPending && !props.disabled) || isEmptyPage,
    again: () => void refetch(),
    more: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
  };
}

/** Returns the chosen options, which may be on no page, and tells the form their attributes. */
function useChosen(props: OptionPickerProps, chosen: readonly string[], items: OptionPage['data']): OptionPage['data'] {
  const { source, question, key } = useAsked(props);
  const host = useFormHost();
  const [met, setMet] = useState(NONE);
  const missing = chosen.filter((id) => ![...met, ...items].some((item) => item.id === id));
  const { data = NONE } = useQuery({
    queryKey: [...key, missing],
    queryFn: async ({ signal }) => (await source.options({ ...question, ids: missing }, signal)).data,
    enabled: missing.length > 0,
    ...LIST_QUERY,
  });
  const found = chosen.flatMap((id) => [...met, ...items, ...data].find((item) => item.id === id) ?? []);
  const ids = found.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: ids say which options were found
  useEffect(() => {
    setMet(found);
    host?.store.meetOptions(
      props.node,
      found.map(({ attributes }) => attributes),
    );
  }, [ids, host, props.node]);
  const named = missing.flatMap((id) => {
    const ref = host?.refs[`${props.node.def.choices}:${id}`] ?? host?.refs[id];
    return ref ? [{ id, ...ref, name: ref.name ?? ref.code ?? id, attributes: { value: id } }] : [];
  });
  return [...named, ...found];
}
