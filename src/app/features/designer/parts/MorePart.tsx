/** The rest of a question: its stored name, who may see it, where it stands in lists, and its JSON. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../../core/definitions/types.ts';
import { fieldPointerOf, nameInPath, patchDefinition, patchField, withField } from '../../../../core/edit/draft.ts';
import { outlineKeyOf } from '../../../../core/edit/outline.ts';
import { withPatch } from '../../../../core/edit/parts.ts';
import { renameWithId } from '../../../../core/edit/questions.ts';
import { questionSettings } from '../../../../core/edit/settings.ts';
import { isObject } from '../../../../core/json.ts';
import { CheckboxField, CollapsibleFields } from '../../drafting/fields.tsx';
import { useDesigner } from '../context.ts';
import { JsonBox } from './JsonBox.tsx';
import { PanePart } from './PanePart.tsx';
import { SettingFields } from './Settings.tsx';

export function MorePart({ path, field }: { path: string; field: Field }) {
  const { t } = useTranslation('designer');
  const { draft, change } = useDesigner();
  const isColumn = path.includes('.');
  const flag = (key: 'restricted' | 'unique' | 'once' | 'ui:readonly') => (
    <CheckboxField
      key={key}
      label={t(`more.${key === 'ui:readonly' ? 'readonly' : key}`)}
      name={key}
      value={field[key] === true || undefined}
      onChange={(value) => change(patchField(draft, path, { [key]: value }))}
    />
  );
  return (
    <PanePart title={t('more.title')} name="more" isOpen={false} brief={<bdi dir="ltr">{path}</bdi>}>
      <StoredName path={path} field={field} />
      <div className="am-cluster am-gap-3 am-row-gap-2">
        {flag('restricted')}
        {isColumn ? flag('once') : flag('unique')}
        {field.default !== undefined && flag('ui:readonly')}
      </div>
      {!isColumn && <InLists name={path} />}
      <SettingFields
        shapes={questionSettings(path, field)}
        value={field}
        path={path}
        at={fieldPointerOf(path)}
        onChange={(key, value, step) => change(patchField(draft, path, { [key]: value }), step)}
      />
      <CollapsibleFields title={t('more.json')}>
        <JsonBox
          label={t('more.jsonOf')}
          name="question-json"
          value={field}
          onChange={(value) => change(withField(draft, path, value as unknown as Field))}
        />
      </CollapsibleFields>
    </PanePart>
  );
}

/** The name under which answers are stored. What is published keeps it. */
function StoredName({ path, field }: { path: string; field: Field }) {
  const { t } = useTranslation('designer');
  const { draft, change, choose, published } = useDesigner();
  const [typed, setTyped] = useState<string>();
  const isFixed = published.has(field.id);
  const take = () => {
    if (typed === undefined) return;
    const moved = renameWithId(draft, path, typed.trim());
    setTyped(undefined);
    if (moved.draft === draft) return;
    change(moved.draft);
    choose(outlineKeyOf(moved.place));
  };
  return (
    <TextInput
      label={t('more.name')}
      name="stored-name"
      description={t(isFixed ? 'more.nameFixed' : 'more.nameHint')}
      dir="ltr"
      maxLength={60}
      readOnly={isFixed}
      value={typed ?? nameInPath(path)}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  );
}

/** Whether the list of records shows, searches and filters by a question. */
function InLists({ name }: { name: string }) {
  const { t } = useTranslation('designer');
  const { draft, change } = useDesigner();
  const list = isObject(draft.definition.list) ? draft.definition.list : {};
  const sourceOf = (one: unknown) => (isObject(one) ? one.field : one);
  return (
    <div className="am-cluster am-gap-3 am-row-gap-2">
      {(['columns', 'search', 'filters'] as const).map((key) => {
        const all = Array.isArray(list[key]) ? (list[key] as unknown[]) : [];
        const isIn = all.some((one) => sourceOf(one) === name);
        const next = isIn ? all.filter((one) => sourceOf(one) !== name) : [...all, name];
        return (
          <CheckboxField
            key={key}
            label={t(`more.in.${key}`)}
            name={`in-${key}`}
            value={isIn || undefined}
            onChange={() =>
              change(patchDefinition(draft, { list: withPatch(list, { [key]: next.length > 0 ? next : undefined }) }))
            }
          />
        );
      })}
    </div>
  );
}
