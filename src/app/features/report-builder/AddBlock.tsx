/** Adds a block: whose records it is about, and what a person wants to see of them. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../theme/Icon.tsx';
import { focusNext, SelectField } from '../drafting/fields.tsx';
import own from './AddBlock.module.css';
import classes from './Builder.module.css';
import { useReportBuilder } from './context.ts';
import type { DraftBlock } from './draft.ts';
import { BLOCK_PRESETS, type BlockPreset, isPresetOffered, presetBlock } from './presets.ts';
import { formItems } from './sources.ts';

interface Props {
  programme: string;
  blocks: readonly DraftBlock[];
  form: string;
  onForm: (form: string) => void;
  onAdd: (block: DraftBlock) => void;
}

export function AddBlock({ programme, blocks, form, onForm, onAdd }: Props) {
  const { t } = useTranslation('reportBuilder');
  const builder = useReportBuilder();
  const choices = builder.choicesOf(form);
  const [isOpen, setOpen] = useState(blocks.length === 0);
  const add = (preset: BlockPreset) => {
    if (!choices) return;
    onAdd(presetBlock(preset, choices, { words: builder.words, blocks }));
    setOpen(false);
  };
  if (!isOpen)
    return (
      <button
        type="button"
        className="am-drop am-tall am-full am-amid am-action am-strong am-hovers am-inline"
        data-action="add-block"
        onClick={() => {
          setOpen(true);
          focusNext('[name=add-form]');
        }}
      >
        <Icon name="plus" size={18} /> {t('add.button')}
      </button>
    );
  return (
    <section
      className={`${classes.block} am-brief am-gap-3 am-card am-stack`}
      aria-labelledby="add-block"
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || blocks.length === 0) return;
        setOpen(false);
        focusNext('[data-action=add-block]');
      }}
    >
      <h3 id="add-block">{t('add.title')}</h3>
      <SelectField
        label={t('add.form')}
        name="add-form"
        hint={t('add.formHint')}
        items={formItems(builder.forms, programme)}
        value={form}
        onChange={onForm}
      />
      <p className="am-text am-strong">{t('add.what')}</p>
      <ul className={`${own.presets} am-tiles`} aria-busy={!choices}>
        {(Object.keys(BLOCK_PRESETS) as BlockPreset[])
          .filter((preset) => !choices || isPresetOffered(preset, choices))
          .map((preset) => (
            <li key={preset}>
              <button
                type="button"
                className="am-box am-beside am-start am-gap-3 am-full am-pad-3 am-hovers"
                disabled={!choices}
                data-preset={preset}
                onClick={() => add(preset)}
              >
                <Icon name={BLOCK_PRESETS[preset]} size={22} />
                <span className="am-stack am-gap-1 am-shrinks">
                  <strong>{t(`presets.${preset}.name`)}</strong>
                  <small>{t(`presets.${preset}.hint`)}</small>
                </span>
              </button>
            </li>
          ))}
      </ul>
    </section>
  );
}
