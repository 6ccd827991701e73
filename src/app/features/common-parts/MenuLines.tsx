/** The menu as lines of departments: moved up and down and to another department, named, added and removed. Its text stays beside it. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Navigation } from '../../../core/definitions/types.ts';
import { type Patch, replacedAt, swappedAt, withoutAt, withPatch } from '../../../core/edit/parts.ts';
import type { CommonPartResponse, FormEntry } from '../../../core/generated/api.ts';
import { useForms } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import { departmentName } from '../../shell/navigation/menu.ts';
import { CollapsibleFields, focusNext, SelectField } from '../drafting/fields.tsx';
import { ToolButton } from '../drafting/ToolButton.tsx';
import { TranslatedTextField } from '../drafting/TranslatedTextField.tsx';
import { AskLeavingEditor } from './AskLeaving.tsx';
import type { CommonPartChange } from './api.ts';

type Department = Navigation['departments'][number];
type Line = Department['items'][number];

interface Props {
  found: CommonPartResponse;
  onAsk: (asked: CommonPartChange) => void;
}

export function MenuEditor({ found: { data, content }, onAsk }: Props) {
  const { t } = useTranslation('admin');
  const forms = useForms().data ?? [];
  // The hash belongs to the menu that was there when the editing began, so that a later one is not overwritten unseen.
  const [edited, setEdited] = useState<{ menu: Navigation; hash: string }>();
  const served = content as unknown as Navigation;
  const menu = edited?.menu ?? served;
  const set = (departments: Department[]) =>
    setEdited({ menu: { ...menu, departments }, hash: edited?.hash ?? data.hash });
  const { departments } = menu;
  /** Moves a line one step, at the end of its department into the next one. */
  const move = (department: number, line: number, by: -1 | 1) => {
    const { items } = departments[department] as Department;
    if (items[line + by]) return set(withItems(departments, department, swappedAt(items, line, line + by)));
    const other = department + by;
    if (departments[other]) moveTo(department, line, other, by > 0);
  };
  const moveTo = (department: number, line: number, other: number, isFirst = false) => {
    const moved = departments[department]?.items[line];
    const target = departments[other]?.items;
    if (!moved || !target || other === department) return;
    const left = withItems(departments, department, withoutAt(departments[department]?.items ?? [], line));
    set(withItems(left, other, isFirst ? [moved, ...target] : [...target, moved]));
  };
  const inMenus = new Set(departments.flatMap(({ items }) => items.flatMap(({ form }) => form ?? [])));
  const free = forms
    .filter(({ form, kind }) => !inMenus.has(form) && kind !== 'table')
    .map(({ form, plural }) => ({ value: form, label: text(plural) || form }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <section aria-label={t('menu.title')} className="am-gap-4 am-stack" data-menu>
      <p className="am-hint">{t('menu.lead')}</p>
      {departments.map((department, at) => (
        <OneDepartment
          key={department.id}
          {...{ departments, forms, free }}
          at={at}
          onMove={(line, by) => move(at, line, by)}
          onMoveTo={(line, other) => moveTo(at, line, other)}
          onItems={(items) => set(withItems(departments, at, items))}
        />
      ))}
      <Group gap="xs" mb="xl">
        <Button
          size="sm"
          disabled={!edited}
          data-action="check-menu"
          onClick={() => edited && onAsk({ given: { content: { ...edited.menu } }, hash: edited.hash })}
        >
          {t('definitionDrafts.check')}
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={!edited}
          onClick={() => setEdited(undefined)}
          data-action="discard-menu"
        >
          {t('commonParts.discard')}
        </Button>
      </Group>
      <AskLeavingEditor isEdited={edited !== undefined} />
    </section>
  );
}

function withItems(departments: readonly Department[], at: number, items: Line[]): Department[] {
  return departments.map((one, index) => (index === at ? { ...one, items } : one));
}

interface DepartmentProps {
  departments: readonly Department[];
  forms: readonly FormEntry[];
  /** Forms that are in no menu. */
  free: { value: string; label: string }[];
  at: number;
  onMove: (line: number, by: -1 | 1) => void;
  onMoveTo: (line: number, department: number) => void;
  onItems: (items: Line[]) => void;
}

function OneDepartment({ departments, forms, free, at, onMove, onMoveTo, onItems }: DepartmentProps) {
  const { t } = useTranslation('admin');
  const department = departments[at] as Department;
  return (
    <section className="am-surface am-card am-stack" data-department={department.id}>
      <h2>{departmentName(department)}</h2>
      {department.items.length === 0 && <p className="am-hint">{t('menu.empty')}</p>}
      <ol className="am-rows">
        {department.items.map((line, index) => (
          <OneLine
            key={line.id}
            line={line}
            forms={forms}
            departments={departments}
            department={at}
            isFirst={at === 0 && index === 0}
            isLast={at === departments.length - 1 && index === department.items.length - 1}
            onMove={(by) => {
              onMove(index, by);
              focusNext(...['up', 'down'].map((to) => `[data-line="${CSS.escape(line.id)}"] [data-action=line-${to}]`));
            }}
            onMoveTo={(other) => onMoveTo(index, other)}
            onChange={(patch) => onItems(replacedAt(department.items, index, withPatch(line, patch)))}
            onRemove={() => onItems(withoutAt(department.items, index))}
          />
        ))}
      </ol>
      <SelectField
        label={t('menu.add')}
        name={`add-${department.id}`}
        none={t('menu.choose')}
        items={free}
        value=""
        onChange={(form) => form !== '' && onItems([...department.items, { id: form, form }])}
      />
    </section>
  );
}

interface LineProps {
  line: Line;
  forms: readonly FormEntry[];
  departments: readonly Department[];
  department: number;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onMoveTo: (department: number) => void;
  onChange: (patch: Patch<Line>) => void;
  onRemove: () => void;
}

function OneLine({ line, forms, departments, department, isFirst, isLast, ...act }: LineProps) {
  const { t } = useTranslation('admin');
  const form = forms.find((one) => one.form === line.form);
  const name = text(line.title) || text(form?.plural) || line.id;
  const tools = [
    { to: 'up', icon: 'arrow-up', isOff: isFirst, onClick: () => act.onMove(-1) },
    { to: 'down', icon: 'arrow-down', isOff: isLast, onClick: () => act.onMove(1) },
    { to: 'remove', icon: 'trash', isOff: false, onClick: act.onRemove },
  ];
  return (
    <li className="am-pad-y-1" data-line={line.id}>
      <div className="am-gap-1 am-inline">
        <bdi className="am-grow">{name}</bdi>
        {tools.map(({ to, icon, isOff, onClick }) => (
          <ToolButton
            key={to}
            icon={icon}
            action={`line-${to}`}
            label={t(`menu.${to}`, { name })}
            {...{ isOff, onClick }}
          />
        ))}
      </div>
      <CollapsibleFields title={t('menu.more')}>
        <SelectField
          label={t('menu.department')}
          name={`department-${line.id}`}
          items={departments.map((one, index) => ({ value: String(index), label: departmentName(one) }))}
          value={String(department)}
          onChange={(other) => act.onMoveTo(Number(other))}
        />
        <TranslatedTextField
          label={t('menu.name')}
          at=""
          name={`title-${line.id}`}
          value={line.title}
          onChange={(title) => act.onChange({ title })}
        />
      </CollapsibleFields>
    </li>
  );
}
