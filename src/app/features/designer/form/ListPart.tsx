/** The list of records: its columns in order, what it searches and filters by, and how it is sorted. */
import { useTranslation } from 'react-i18next';
import { patchDefinition } from '../../../../core/edit/draft.ts';
import { withoutAt, withPatch } from '../../../../core/edit/parts.ts';
import { getOwn, isObject } from '../../../../core/json.ts';
import { comma, text } from '../../../data/words.ts';
import { CollapsibleFields, MistakeList, MultiSelectField, SelectField } from '../../drafting/fields.tsx';
import { useDesigner } from '../context.ts';
import { ListEntry } from '../parts/ListEntry.tsx';
import { PanePart } from '../parts/PanePart.tsx';
import { useSettingItems } from '../parts/settingItems.ts';

export function ListPart() {
  const { t } = useTranslation('designer');
  const { draft, change } = useDesigner();
  const list = isObject(draft.definition.list) ? draft.definition.list : {};
  const all = (key: 'columns' | 'filters' | 'search') => (Array.isArray(list[key]) ? (list[key] as unknown[]) : []);
  const columns = all('columns');
  const patch = (value: Record<string, unknown>) => change(patchDefinition(draft, { list: withPatch(list, value) }));
  const sourceOf = (one: unknown) => String(isObject(one) ? one.field : one);
  const name = (source: string) => {
    const field = getOwn(draft.definition.fields, source);
    return (
      text(field?.short ?? field?.label) || t(`list.sources.${source.replaceAll('.', '_')}`, { defaultValue: source })
    );
  };
  const offered = useSettingItems(undefined)('sources');
  const free = offered.filter(({ value }) => !columns.some((one) => sourceOf(one) === value));
  const sort = typeof list.sort === 'string' ? list.sort : '';
  const plain = (key: 'filters' | 'search') => all(key).filter((one): one is string => typeof one === 'string');
  return (
    <PanePart
      title={t('list.title')}
      name="list"
      isOpen={false}
      brief={columns.map((one) => name(sourceOf(one))).join(comma())}
    >
      <MistakeList at={(pointer) => pointer.startsWith('/list')} />
      <Columns columns={columns} name={(one) => name(sourceOf(one))} onChange={(next) => patch({ columns: next })} />
      <SelectField
        label={t('list.add')}
        name="add-column"
        none={t('add.choose')}
        items={free}
        value=""
        onChange={(value) => value !== '' && patch({ columns: [...columns, value] })}
      />
      <CollapsibleFields title={t('list.more')} isFilled={all('filters').length + all('search').length > 0}>
        {(['filters', 'search'] as const).map((key) => (
          <MultiSelectField
            key={key}
            label={t(`list.${key}`)}
            name={`list-${key}`}
            items={offered}
            value={plain(key)}
            at={`/list/${key}`}
            onChange={(value) => patch({ [key]: value })}
          />
        ))}
        <SelectField
          label={t('list.sort')}
          name="list-sort"
          none={t('list.usual')}
          items={columns.map(sourceOf).flatMap((one) => [
            { value: one, label: t('list.up', { name: name(one) }) },
            { value: `-${one}`, label: t('list.down', { name: name(one) }) },
          ])}
          value={sort}
          at="/list/sort"
          onChange={(value) => patch({ sort: value === '' ? undefined : value })}
        />
      </CollapsibleFields>
    </PanePart>
  );
}

interface ColumnsProps {
  columns: readonly unknown[];
  name: (column: unknown) => string;
  onChange: (columns: unknown[]) => void;
}

/** The columns in their order. */
function Columns({ columns, name, onChange }: ColumnsProps) {
  const { t } = useTranslation('designer');
  return (
    <ol className="am-stack" aria-label={t('list.columns')}>
      {columns.map((one, index) => (
        <ListEntry
          key={name(one)}
          kind="column"
          isLine
          list={columns}
          index={index}
          remove={t('list.remove')}
          onOrder={onChange}
          onRemove={() => onChange(withoutAt(columns, index))}
        >
          <bdi>{name(one)}</bdi>
        </ListEntry>
      ))}
    </ol>
  );
}
