/** Fields for a caption in three languages. The user's own is visible, the others open with one click. */
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../../core/text/languageNames.ts';
import { LANGUAGES, type Language, languageTag, textDirection } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import type { Captions } from './captions.ts';

interface Props {
  captions: Captions;
  onChange: (captions: Captions) => void;
}

export function CaptionFields({ captions, onChange }: Props) {
  const { t } = useTranslation('gallery');
  const { language } = preferences();
  const others = LANGUAGES.filter((one) => one !== language);
  const field = (one: Language) => (
    <Textarea
      key={one}
      name={`caption_${one}`}
      label={t('captionIn', { language: LANGUAGE_NAMES[one] })}
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
      {field(language)}
      <details open={others.some((one) => captions[one] !== '') || undefined}>
        <summary className="am-opener am-action">{t('otherLanguages')}</summary>
        {others.map(field)}
      </details>
    </div>
  );
}
