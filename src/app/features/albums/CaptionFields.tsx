/** Fields for a caption in each language. The user's own is visible, the others open with one click. */
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../../core/text/languageNames.ts';
import { type Language, languageTag, textDirection } from '../../../core/text/languages.ts';
import { text } from '../../data/words.ts';
import { type Captions, captionLanguages } from './captions.ts';
import { useGallery } from './galleryForms.ts';

interface Props {
  captions: Captions;
  onChange: (captions: Captions) => void;
}

export function CaptionFields({ captions, onChange }: Props) {
  const { t } = useTranslation('gallery');
  const { picture } = useGallery();
  const [first, ...others] = captionLanguages(picture);
  if (!first) return null;
  const field = (one: Language) => (
    <Textarea
      key={one}
      name={picture.captions[one] ?? picture.caption?.name}
      label={picture.captions[one] ? t('captionIn', { language: LANGUAGE_NAMES[one] }) : text(picture.caption?.label)}
      lang={languageTag(one)}
      dir={textDirection(one)}
      rows={2}
      maxLength={4000}
      value={captions[one]}
      onChange={(event) => onChange({ ...captions, [one]: event.currentTarget.value })}
    />
  );
  return (
    <div className="am-stack">
      {field(first)}
      {others.length > 0 && (
        <details open={others.some((one) => captions[one] !== '') || undefined}>
          <summary className="am-opener am-action">{t('otherLanguages')}</summary>
          {others.map(field)}
        </details>
      )}
    </div>
  );
}
