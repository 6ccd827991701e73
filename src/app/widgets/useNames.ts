/** Names of the list items, places and records that words name and that the record did not come with: they were chosen since. */
import { useQueries } from '@tanstack/react-query';
import type { FieldNode } from '../../core/definitions/types.ts';
import { idsWithoutName } from '../../core/form/answersInWords.ts';
import { type AnswerLevels, findAnswer } from '../../core/form/labelsInWords.ts';
import { holdsPlaces } from '../../core/form/types/question.ts';
import type { Refs } from '../../core/generated/api.ts';
import { answerNamesIn } from '../../core/text/languages.ts';
import { isSearchedList } from './choice/useOptions.ts';
import { LIST_QUERY } from './controls/useItems.ts';
import { useWidgets } from './environment.tsx';
import { type FormHost, useFormHost } from './host.tsx';
import type { PickItem, WidgetSource } from './source.ts';

export function useNamesInWords(words: string, levels: AnswerLevels): Refs {
  const { source } = useWidgets();
  const host = useFormHost();
  const asked = [...new Set(answerNamesIn(words))].flatMap((name) => {
    const found = findAnswer(levels, name);
    const ids = found && host ? idsWithoutName(found, name, host) : [];
    return found && host && ids.length > 0 ? [namesOf(found.node, ids, host, source)] : [];
  });
  const found = useQueries({ queries: asked.map((query) => ({ ...query, ...LIST_QUERY })) });
  const items = found.flatMap(({ data }) => data ?? []);
  return Object.fromEntries(
    items.map(({ id, name, name_en, name_fa, name_ps }) => [id, { name, name_en, name_fa, name_ps }]),
  ) as Refs;
}

/** Returns the call for names. A list that the input of the question loads whole is not asked for twice. */
function namesOf(node: FieldNode, ids: string[], { form }: FormHost, source: WidgetSource) {
  const { choices, places } = node.def;
  const query = (queryKey: readonly unknown[], queryFn: () => Promise<PickItem[]>) => ({ queryKey, queryFn });
  if (choices !== undefined && !isSearchedList(node))
    return query(['items', 'choices', choices], () => source.choices(choices));
  if (places) return query(['items', 'places', places], () => source.provinces());
  if (holdsPlaces(node)) return query(['items', 'named', ids], () => source.places(ids));
  const question = { form: form.form, version: form.version, field: node.path, answers: {}, ids };
  return query(['options', form.key, node.path, 'named', ids], async () => (await source.options(question)).data);
}
