/** Settings of the form or of a question, each by what it is made of (`core/edit/settings.ts`). */
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { freeName } from '../../../../core/edit/names.ts';
import { patchedOrGone, replacedAt, swappedAt, withoutAt } from '../../../../core/edit/parts.ts';
import type { Shape, Shapes, Source } from '../../../../core/edit/settings.ts';
import { isObject } from '../../../../core/errors/json.ts';
import { getOwn } from '../../../../core/getOwn.ts';
import { number } from '../../../data/words.ts';
import { AddButton, Check, Figure, Found, type Item, More, One, Several } from '../../drafting/fields.tsx';
import { messageAt, useFindings } from '../../drafting/findings.ts';
import { Tool } from '../../drafting/Tool.tsx';
import { Words } from '../../drafting/Words.tsx';
import { useDesigner } from '../context.ts';
import classes from '../Designer.module.css';
import { ExpressionField } from './ExpressionField.tsx';
import { useSettingItems } from './settingItems.ts';

interface Props {
  shapes: Shapes;
  /** What the settings are of: the form, or the question at `path`. */
  value: object;
  path?: string;
  at: string;
  /** `step`: changes that follow each other in one box are undone together. */
  onChange: (key: string, value: unknown, step: string) => void;
}

export function Settings({ shapes, value, path, at, onChange }: Props) {
  const { t } = useTranslation('designer');
  const items = useSettingItems(path);
  return Object.entries(shapes).map(([key, shape]) => {
    const own = getOwn(value as Record<string, unknown>, key);
    // What cannot be set because there is nothing to name is not offered.
    if (own === undefined && 'of' in shape && items(shape.of).length === 0) return null;
    const set = (next: unknown, step = '') => onChange(key, next, `${path ?? ''} ${key} ${step}`);
    const props = {
      shape,
      words: key.replace(':', '_'),
      name: key,
      value: own,
      at: `${at}/${key}`,
      path: path ?? '',
      items,
      onChange: set,
    };
    if (shape.is !== 'parts' && shape.is !== 'list') return <Setting key={key} {...props} />;
    return (
      <More
        key={key}
        title={titled(t(`settings.${props.words}.title`), own)}
        isFilled={own !== undefined && isShort(shape)}
      >
        <p className="am-hint">{t(`settings.${props.words}.hint`)}</p>
        <Found at={(pointer) => pointer === props.at} />
        <Setting {...props} />
      </More>
    );
  });
}

/** A long list would push what stands below it away, so it begins folded, with the number of its entries. */
const isShort = (shape: Shape): boolean =>
  shape.is === 'parts' && !Object.values(shape.parts).some((part) => part.is === 'list' || part.is === 'words');

function titled(title: string, own: unknown): string {
  const count = Array.isArray(own) ? own.length : isObject(own) ? Object.keys(own).length : 0;
  return count > 0 ? `${title} (${number(count)})` : title;
}

interface OneProps {
  shape: Shape;
  /** Where its words stand in the locale, and its name among the inputs. */
  words: string;
  name: string;
  value: unknown;
  at: string;
  path: string;
  items: (of: Source) => Item[];
  onChange: (value: unknown, step?: string) => void;
}

function Setting(props: OneProps): ReactNode {
  const { shape, words, name, value, at, path, onChange } = props;
  const { t } = useTranslation('designer');
  const { languages } = useDesigner();
  const label = t([`settings.${words}.title`, `settings.${words}`]);
  switch (shape.is) {
    case 'parts':
      return <Parts {...props} shapes={shape.parts} value={isObject(value) ? value : undefined} />;
    case 'list':
      return (
        <>
          {words.includes('.') && <h4 className={classes.small}>{label}</h4>}
          <List {...props} list={shape} value={Array.isArray(value) ? value : []} />
        </>
      );
    case 'words':
      return (
        <Words
          label={label}
          isLong
          {...{ at, name, languages }}
          value={isObject(value) ? value : undefined}
          onChange={(next) => onChange(next, name)}
        />
      );
    case 'expression':
      return (
        <ExpressionField
          {...{ label, at, name }}
          path={path}
          value={typeof value === 'string' ? value : ''}
          onChange={(next) => onChange(next, name)}
        />
      );
    default:
      return <Plain {...props} shape={shape} label={label} />;
  }
}

type PlainShape = Exclude<Shape, { is: 'parts' | 'list' | 'words' | 'expression' }>;

/** A setting with one value, or several names. */
function Plain({
  shape,
  label,
  name,
  value,
  at,
  items,
  onChange,
}: Omit<OneProps, 'shape'> & { shape: PlainShape; label: string }) {
  const { t } = useTranslation('designer');
  const issues = useFindings();
  switch (shape.is) {
    case 'yes':
      return <Check label={label} name={name} value={value === true || undefined} onChange={onChange} />;
    case 'number':
      return (
        <Figure
          label={label}
          name={name}
          whole
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
    case 'several':
      return (
        <Several
          {...{ label, name, at }}
          items={items(shape.of)}
          value={Array.isArray(value) ? (value as string[]) : undefined}
          onChange={onChange}
        />
      );
    case 'one':
    case 'constant': {
      const offered =
        shape.is === 'one'
          ? items(shape.of)
          : shape.values.map((one) => ({ value: String(one), label: t(`settings.values.${one}`) }));
      const chosen = (picked: string) =>
        shape.is === 'one' ? picked : shape.values.find((one) => String(one) === picked);
      return (
        <One
          {...{ label, name, at }}
          none={t('settings.usual')}
          items={offered}
          value={value === undefined ? '' : String(value)}
          onChange={(picked) => onChange(picked === '' ? undefined : chosen(picked))}
        />
      );
    }
  }
}

function Parts({
  shapes,
  ...props
}: Omit<OneProps, 'shape' | 'value'> & { shapes: Shapes; value: object | undefined }) {
  return (
    <div className={classes.partBody}>
      {Object.entries(shapes).map(([part, shape]) => (
        <Setting
          key={part}
          {...props}
          shape={shape}
          words={part === 'title' ? 'heading' : `${props.words}.${part}`}
          name={`${props.name}_${part}`}
          at={`${props.at}/${part}`}
          value={getOwn((props.value ?? {}) as Record<string, unknown>, part)}
          onChange={(next, step) => props.onChange(patchedOrGone(props.value, { [part]: next }), `${part} ${step}`)}
        />
      ))}
    </div>
  );
}

type ListShape = Extract<Shape, { is: 'list' }>;

function List({ list, value, ...props }: Omit<OneProps, 'shape' | 'value'> & { list: ListShape; value: unknown[] }) {
  const { t } = useTranslation('designer');
  const set = (next: unknown[], step = '') => props.onChange(next.length > 0 ? next : undefined, step);
  const { names } = list;
  const add = () => {
    const taken = new Set(value.map((one) => String((isObject(one) && names && getOwn(one, names)) || '')));
    const stem = props.name.replace(/s$/, '').replace(/^.*_/, '');
    set([...value, names ? { [names]: freeName(stem, taken).replaceAll('_', '-') } : {}]);
  };
  return (
    <div className={classes.options}>
      {value.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an entry change while it is written
        <div key={index} className={classes.option} data-entry={index}>
          <Parts
            {...props}
            shapes={list.parts}
            name={`${props.name}_${index}`}
            at={`${props.at}/${index}`}
            value={isObject(one) ? one : {}}
            onChange={(next, step) => set(replacedAt(value, index, next ?? {}), `${index} ${step}`)}
          />
          <div className={classes.optionTools}>
            <Tool
              icon="arrow-up"
              action="entry-up"
              label={t('move.up')}
              isOff={index === 0}
              onClick={() => set(swappedAt(value, index, index - 1))}
            />
            <Tool
              icon="arrow-down"
              action="entry-down"
              label={t('move.down')}
              isOff={index === value.length - 1}
              onClick={() => set(swappedAt(value, index, index + 1))}
            />
            <Tool
              icon="trash"
              action="remove-entry"
              label={t('settings.remove')}
              onClick={() => set(withoutAt(value, index))}
            />
          </div>
        </div>
      ))}
      <AddButton action={`add-${props.name}`} onClick={add}>
        {t(`settings.${props.words}.add`)}
      </AddButton>
    </div>
  );
}
