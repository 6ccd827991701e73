/** Settings of the form or of a question, each by what it is made of (`core/edit/settings.ts`). */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { freeName } from '../../../../core/edit/names.ts';
import { patchedOrGone, replacedAt, withoutAt } from '../../../../core/edit/parts.ts';
import type { SettingShape, SettingShapes } from '../../../../core/edit/settings.ts';
import { getOwn, isObject } from '../../../../core/json.ts';
import { number } from '../../../data/words.ts';
import { AddButton, CheckboxField, CollapsibleFields, MistakeList } from '../../drafting/fields.tsx';
import { TranslatedTextField } from '../../drafting/TranslatedTextField.tsx';
import { useDesigner } from '../context.ts';
import { ExpressionField } from './ExpressionField.tsx';
import { ListEntry } from './ListEntry.tsx';
import { PlainSetting } from './PlainSetting.tsx';
import { useSettingItems } from './settingItems.ts';
import type { SettingProps } from './settingProps.ts';

interface Props {
  shapes: SettingShapes;
  /** What the settings are of: the form, or the question at `path`. */
  value: object;
  path?: string;
  at: string;
  /** `step`: changes that follow each other in one box are undone together. */
  onChange: (key: string, value: unknown, step: string) => void;
}

export function SettingFields({ shapes, value, path, at, onChange }: Props) {
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
    if (shape.is !== 'parts' && shape.is !== 'list' && shape.is !== 'map') return <Setting key={key} {...props} />;
    return (
      <CollapsibleFields
        key={key}
        title={titled(t(`settings.${props.words}.title`), own)}
        isFilled={own !== undefined && isShort(shape)}
      >
        <p className="am-hint">{t(`settings.${props.words}.hint`)}</p>
        <MistakeList at={(pointer) => pointer === props.at} />
        <Setting {...props} />
      </CollapsibleFields>
    );
  });
}

/** A long list would push what stands below it away, so it begins folded, with the number of its entries. */
const isShort = (shape: SettingShape): boolean =>
  shape.is === 'parts' &&
  !Object.values(shape.parts).some((part) => part.is === 'list' || part.is === 'parts' || part.is === 'words');

function titled(title: string, own: unknown): string {
  const count = Array.isArray(own) ? own.length : isObject(own) ? Object.keys(own).length : 0;
  return count > 0 ? `${title} (${number(count)})` : title;
}

function Setting(props: SettingProps): ReactNode {
  const { shape, words, name, value, at, path, onChange } = props;
  const { t } = useTranslation('designer');
  const { languages } = useDesigner();
  const label = t([`settings.${words}.title`, `settings.${words}`]);
  switch (shape.is) {
    case 'parts':
      return (
        <>
          {words.includes('.') && <h4 className="am-small am-strong">{label}</h4>}
          <Parts {...props} shapes={shape.parts} value={isObject(value) ? value : undefined} />
        </>
      );
    case 'unless':
      return (
        <fieldset className="am-box am-pad-2 am-row-gap-1 am-stack">
          <legend>{label}</legend>
          <CheckboxField
            label={t('settings.unless')}
            name={name}
            value={value === false || undefined}
            onChange={(off) => onChange(off ? false : undefined)}
          />
          {value !== false && <Parts {...props} shapes={shape.parts} value={isObject(value) ? value : undefined} />}
        </fieldset>
      );
    case 'list':
      return (
        <>
          {words.includes('.') && <h4 className="am-small am-strong">{label}</h4>}
          <List {...props} list={shape} value={Array.isArray(value) ? value : []} />
        </>
      );
    case 'words':
      return (
        <TranslatedTextField
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
      return <PlainSetting {...props} shape={shape} label={label} />;
  }
}

function Parts({
  shapes,
  ...props
}: Omit<SettingProps, 'shape' | 'value'> & { shapes: SettingShapes; value: object | undefined }) {
  return (
    <div className="am-brief am-pad-y-2 am-stack am-gap-3">
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

type ListShape = Extract<SettingShape, { is: 'list' }>;

function List({
  list,
  value,
  ...props
}: Omit<SettingProps, 'shape' | 'value'> & { list: ListShape; value: unknown[] }) {
  const { t } = useTranslation('designer');
  const set = (next: unknown[], step = '') => props.onChange(next.length > 0 ? next : undefined, step);
  const { names } = list;
  const add = () => {
    const taken = new Set(value.map((one) => String((isObject(one) && names && getOwn(one, names)) || '')));
    const stem = props.name.replace(/s$/, '').replace(/^.*_/, '');
    set([...value, names ? { [names]: freeName(stem, taken).replaceAll('_', '-') } : {}]);
  };
  return (
    <div className="am-brief am-stack">
      <ol className="am-stack">
        {value.map((one, index) => (
          <ListEntry
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an entry change while it is written
            key={index}
            kind="setting"
            list={value}
            index={index}
            remove={t('settings.remove')}
            onOrder={(next) => set(next)}
            onRemove={() => set(withoutAt(value, index))}
          >
            <Parts
              {...props}
              shapes={list.parts}
              name={`${props.name}_${index}`}
              at={`${props.at}/${index}`}
              value={isObject(one) ? one : {}}
              onChange={(next, step) => set(replacedAt(value, index, next ?? {}), `${index} ${step}`)}
            />
          </ListEntry>
        ))}
      </ol>
      <AddButton action={`add-${props.name}`} onClick={add}>
        {t(`settings.${props.words}.add`)}
      </AddButton>
    </div>
  );
}
