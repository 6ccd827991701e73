/** What a filter or search value may be: closed options, states, places, organisations, items of a list, records. */
import { useQuery } from '@tanstack/react-query';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { useCommon, useForms } from '../../data/queries.ts';
import { useSource } from '../../data/source.ts';
import type { ListMeta, Named } from '../../data/types.ts';
import { nameOf, text } from '../../data/words.ts';
import type { ListColumn } from '../record/columns.ts';
import { recordTitle } from '../record/title.ts';

export interface Choice {
  value: string;
  label: string;
}

export type ValueKind = 'choice' | 'date' | 'number' | 'words';

const CHOICE_TYPES = new Set([
  'choice',
  'multi',
  'rating',
  'yesno',
  'yes-no-dontknow',
  'person',
  'record',
  'place',
  'matrix',
]);
const NUMBER_TYPES = new Set(['integer', 'decimal', 'money', 'year', 'counts']);

export function valueKind(column: ListColumn): ValueKind {
  if (column.kind === 'status' || column.kind === 'organization') return 'choice';
  if (isPlace(column)) return level(column) === 'province' ? 'choice' : 'words';
  if (column.kind === 'date' || column.kind === 'instant') return 'date';
  const type = column.node?.type;
  if (!type) return 'words';
  if (CHOICE_TYPES.has(type)) return 'choice';
  if (type === 'date' || type === 'datetime') return 'date';
  if (NUMBER_TYPES.has(type) || (type === 'derived' && !column.node?.def.derived?.concat)) return 'number';
  return 'words';
}

function isPlace(column: ListColumn): boolean {
  return (
    column.kind === 'place' ||
    column.node?.type === 'place' ||
    /^parent\.(province|district|village)(_id)?$/.test(column.source)
  );
}

function level(column: ListColumn): 'province' | 'district' | 'village' {
  if (/district/.test(column.source)) return 'district';
  if (/village/.test(column.source)) return 'village';
  return 'province';
}

export function useChoices(form: CompiledForm, column: ListColumn, meta: ListMeta | undefined): Choice[] {
  const source = useSource();
  const common = useCommon();
  const forms = useForms();
  const { node } = column;
  const list = node?.def.choices;
  const wanted = node?.def.record?.forms ?? node?.def.person?.forms;
  const needsProvinces = isPlace(column) && level(column) === 'province' && !meta?.provinces?.length;
  const needsOrganizations = column.kind === 'organization' && !meta?.organizations?.length;
  const remote = useQuery({
    queryKey: [
      'choices',
      list ?? (needsProvinces ? 'provinces' : needsOrganizations ? 'organization' : wanted?.join()) ?? '',
    ],
    enabled: Boolean(list || needsProvinces || needsOrganizations || (wanted && forms.data)),
    staleTime: 5 * 60_000,
    queryFn: async (): Promise<Choice[]> => {
      if (list) return named(await source.masterTable(list));
      if (needsProvinces) return named(await source.provinces());
      if (needsOrganizations) return named(await source.masterTable('organization'));
      const entries = (forms.data ?? []).filter((entry) => wanted?.includes(entry.form));
      const pages = await Promise.all(entries.map((entry) => source.list(entry.api, { per_page: 200 })));
      return pages.flatMap((page) => page.data.map((record) => ({ value: record.id, label: recordTitle(record) })));
    },
  });
  if (column.kind === 'status') {
    return (common.data?.workflows[form.definition.workflow]?.states ?? []).map((s) => ({
      value: s.id,
      label: text(s.label),
    }));
  }
  if (column.kind === 'organization' && meta?.organizations?.length) return named(meta.organizations);
  if (isPlace(column) && meta?.provinces?.length) return named(meta.provinces);
  if (node && !list && !wanted) return options(node, common.data?.constants);
  return remote.data ?? [];
}

function named(items: Named[]): Choice[] {
  return items.map((item) => ({ value: item.id, label: nameOf(item) }));
}

type Constants = NonNullable<ReturnType<typeof useCommon>['data']>['constants'];

function options(node: FieldNode, constants: Constants | undefined): Choice[] {
  if (node.def.options) return node.def.options.map((o) => ({ value: o.value, label: text(o.label) }));
  const scale =
    node.type === 'rating'
      ? constants?.ratings
      : node.type === 'yesno'
        ? constants?.yesNo
        : node.type === 'yes-no-dontknow'
          ? constants?.yesNoDontKnow
          : undefined;
  return (scale ?? []).map((o) => ({ value: o.value, label: text(o.label) }));
}
