/** The words of a question: the question itself, its short name, help and picture. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, Text } from '../../../../core/definitions/types.ts';
import { fieldPointerOf, patchField } from '../../../../core/edit/draft.ts';
import { outlineKeyOf } from '../../../../core/edit/outline.ts';
import { nameFromLabel } from '../../../../core/edit/questions.ts';
import { CollapsibleFields } from '../../drafting/fields.tsx';
import { TranslatedTextField } from '../../drafting/TranslatedTextField.tsx';
import { useDesigner } from '../context.ts';
import { MediaBox } from './MediaBox.tsx';
import { PanePart } from './PanePart.tsx';

interface Props {
  path: string;
  field: Field;
}

export function WordsPart({ path, field }: Props) {
  const { t } = useTranslation('designer');
  const { draft, change, choose, languages, published, begin } = useDesigner();
  const latest = useRef({ draft, path });
  latest.current = { draft, path };
  const at = fieldPointerOf(path);
  const set = (key: 'label' | 'short' | 'help' | 'placeholder' | 'unit') => (words: Text | undefined) =>
    change(patchField(draft, path, { [key]: words }), `${path} ${key}`);
  /** A new question takes the name of its words when they are written. */
  const name = () => {
    const moved = nameFromLabel(latest.current.draft, latest.current.path, !published.has(field.id), begin.label);
    if (moved.draft === latest.current.draft) return;
    change(moved.draft, `${path} label`);
    choose(outlineKeyOf(moved.place));
  };
  return (
    <PanePart title={t('words.title')} name="words">
      <TranslatedTextField
        label={t('words.label')}
        isQuiet
        isLong
        at={`${at}/label`}
        name="label"
        required
        languages={languages}
        value={field.label}
        onChange={set('label')}
        onBlur={name}
      />
      <CollapsibleFields title={t('words.more')}>
        {(['short', 'help', 'placeholder'] as const).map((key) => (
          <TranslatedTextField
            key={key}
            label={t(`words.${key}`)}
            isLong
            at={`${at}/${key}`}
            name={key}
            languages={languages}
            value={field[key]}
            onChange={set(key)}
          />
        ))}
      </CollapsibleFields>
      <MediaBox at={`${at}/media`} name="question" />
    </PanePart>
  );
}
