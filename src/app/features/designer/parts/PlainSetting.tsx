/** A setting with one value, with several names, or with a value for each of some names. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { patchedOrGone } from '../../../../core/edit/parts.ts';
import type { SettingShape } from '../../../../core/edit/settings.ts';
import { getOwn, isObject } from '../../../../core/json.ts';
import { CheckboxField, MultiSelectField, NumberField, SelectField, type SelectItem } from '../../drafting/fields.tsx';
import { messageAt, useFindings } from '../../drafting/findings.ts';
import type { SettingProps } from './settingProps.ts';

type PlainShape = Exclude<SettingShape, { is: 'parts' | 'unless' | 'list' | 'words' | 'expression' }>;

export function PlainSetting({
  shape,
  label,
  name,
  value,
  at,
  items,
  onChange,
}: Omit<SettingProps, 'shape'> & { shape: PlainShape; label: string }) {
  const { t } = useTranslation('designer');
  const issues = useFindings();
  switch (shape.is) {
    case 'yes':
      return <CheckboxField label={label} name={name} value={value === true || undefined} onChange={onChange} />;
    case 'number':
      return (
        <NumberField
          label={label}
          name={name}
          whole={shape.parts !== true}
          {...(shape.least !== undefined && { least: shape.least })}
          {...(shape.most !== undefined && { most: shape.most })}
          value={typeof value === 'number' ? value : undefined}
          onChange={(next) => onChange(next, name)}
        />
      );
    case 'line':
      return (
        <TextInput
          {...{ label, name }}
          dir="ltr"
          maxLength={200}
          value={typeof value === 'string' ? value : ''}
          error={messageAt(issues, at)}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined, name)}
        />
      );
    case 'lines':
      return <Lines {...{ label, name, at, value, onChange }} isNumbers={shape.numbers === true} />;
    case 'value':
      return <Value {...{ label, name, at, value, onChange }} />;
    case 'map':
      return <Mapped {...{ label, name, at, value, onChange }} of={items(shape.of)} values={shape.values} />;
    case 'marks':
      return (
        <MultiSelectField
          {...{ label, name, at }}
          items={shape.values.map((one) => ({ value: one, label: t(`settings.values.${one}`) }))}
          value={Array.isArray(value) ? (value as string[]) : undefined}
          onChange={onChange}
        />
      );
    case 'several':
      return (
        <MultiSelectField
          {...{ label, name, at }}
          items={items(shape.of)}
          value={Array.isArray(value) ? (value as string[]) : undefined}
          onChange={onChange}
        />
      );
    default:
      return <Chosen {...{ shape, label, name, value, at, items, onChange }} />;
  }
}

type ChosenShape = Extract<SettingShape, { is: 'one' | 'constant' }>;

/** One of what can be named, or one of some values. */
function Chosen({
  shape,
  label,
  name,
  value,
  at,
  items,
  onChange,
}: Pick<SettingProps, 'name' | 'value' | 'at' | 'items' | 'onChange'> & { shape: ChosenShape; label: string }) {
  const { t } = useTranslation('designer');
  const offered =
    shape.is === 'one'
      ? items(shape.of)
      : shape.values.map((one) => ({ value: String(one), label: t(`settings.values.${one}`) }));
  const chosen = (picked: string) => (shape.is === 'one' ? picked : shape.values.find((one) => String(one) === picked));
  return (
    <SelectField
      {...{ label, name, at }}
      none={t('settings.usual')}
      items={offered}
      value={value === undefined ? '' : String(value)}
      onChange={(picked) => onChange(picked === '' ? undefined : chosen(picked))}
    />
  );
}

type InputProps = Pick<SettingProps, 'name' | 'at' | 'value' | 'onChange'> & { label: string };

interface TypedProps extends Omit<InputProps, 'value'> {
  shown: string;
  take: (typed: string) => void;
}

/** What is typed stays as it is until the box is left, though it is taken at once. */
function Typed({ label, name, at, shown, take }: Omit<TypedProps, 'onChange'>) {
  const issues = useFindings();
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      {...{ label, name }}
      dir="ltr"
      maxLength={500}
      value={typed ?? shown}
      error={messageAt(issues, at)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        take(currentTarget.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

const namesIn = (typed: string): string[] => typed.split(/[\s,،]+/).filter(Boolean);

function Lines({ label, name, at, value, isNumbers, onChange }: InputProps & { isNumbers: boolean }) {
  const take = (typed: string) => {
    const read = isNumbers ? namesIn(typed).map(Number).filter(Number.isInteger) : namesIn(typed);
    onChange(read.length > 0 ? read : undefined, name);
  };
  return <Typed {...{ label, name, at, take }} shown={Array.isArray(value) ? value.join(', ') : ''} />;
}

/** A code, a number, true or false as they are written; several with a comma between them. */
function Value({ label, name, at, value, onChange }: InputProps) {
  const read = (one: string) => {
    if (one === 'true' || one === 'false') return one === 'true';
    return /^-?\d+(\.\d+)?$/.test(one) ? Number(one) : one;
  };
  const take = (typed: string) => {
    const all = namesIn(typed).map(read);
    const isSeveral = all.length > 1 || /[,،]/.test(typed);
    onChange(all.length === 0 ? undefined : isSeveral ? all : all[0], name);
  };
  const shown = Array.isArray(value) ? `${value.join(', ')}${value.length === 1 ? ',' : ''}` : String(value ?? '');
  return <Typed {...{ label, name, at, take }} shown={shown} />;
}

interface MappedProps extends InputProps {
  of: readonly SelectItem[];
  values: readonly string[];
}

/** For each of some names one of the values, or none. */
function Mapped({ label, name, at, value, of, values, onChange }: MappedProps) {
  const { t } = useTranslation('designer');
  const said = isObject(value) ? value : {};
  const lost = Object.keys(said).filter((one) => !of.some((item) => item.value === one));
  return (
    <fieldset className="am-brief am-pad-y-2 am-stack am-gap-3" name={name}>
      <legend className="am-small am-strong">{label}</legend>
      {[...of, ...lost.map((one) => ({ value: one, label: `? ${one}` }))].map((item) => (
        <SelectField
          key={item.value}
          label={item.label}
          name={`${name}_${item.value}`}
          none={t('settings.none')}
          items={values.map((one) => ({ value: one, label: t(`settings.values.${one}`) }))}
          value={String(getOwn(said, item.value) ?? '')}
          at={`${at}/${item.value}`}
          onChange={(picked) => onChange(patchedOrGone(said, { [item.value]: picked === '' ? undefined : picked }))}
        />
      ))}
    </fieldset>
  );
}
