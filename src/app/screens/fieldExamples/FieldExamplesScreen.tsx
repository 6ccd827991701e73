/** Shows every field type in every state and language with example data, for development and screenshot tests. */
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { LANGUAGE_NAMES } from '../../../core/text/languageNames.ts';
import { LANGUAGES, type Language } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import { text } from '../../data/words.ts';
import { Screen } from '../../shell/Screen.tsx';
import { useQueryParams } from '../../shell/useQueryParams.ts';
import { exampleForms } from './exampleForms.ts';
import { LanguageColumn } from './LanguageColumn.tsx';
import { SPECIMEN_STATES, Specimen, type SpecimenState } from './Specimen.tsx';
import './gallery.css';

/** `?language=en|fa|ps|all&form=…&state=…` limits what is shown. Default: the page's language and everything else. */
export default function FieldExamplesScreen() {
  const { t } = useTranslation('form');
  const { read, put } = useQueryParams();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const wanted = read('language');
  const [language, setLanguage] = useState<Language | 'all'>(
    wanted === 'all' || LANGUAGES.includes(wanted as Language) ? (wanted as Language | 'all') : preferences().language,
  );
  const only = read('form');
  const state = read('state') as SpecimenState | '';
  const forms = useMemo(() => exampleForms.filter((form) => !only || form.form === only), [only]);
  const states = state && SPECIMEN_STATES.includes(state) ? [state] : SPECIMEN_STATES;
  const languages = language === 'all' ? LANGUAGES : [language];
  return (
    <Screen name="gallery" title={t('gallery.title')} width="wide">
      <p className="am-help">{t('gallery.text')}</p>
      <div className="am-gap-3 am-above-4 am-after am-cluster">
        <SegmentedControl
          aria-label={t('gallery.language')}
          value={language}
          onChange={(value) => {
            setLanguage(value as Language | 'all');
            put({ language: value });
          }}
          data={[
            ...LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] })),
            { value: 'all', label: t('gallery.all') },
          ]}
        />
        <SegmentedControl
          aria-label={t('gallery.scheme')}
          value={colorScheme === 'dark' ? 'dark' : 'light'}
          onChange={(value) => setColorScheme(value as 'light' | 'dark')}
          data={[
            { value: 'light', label: t('gallery.light') },
            { value: 'dark', label: t('gallery.dark') },
          ]}
        />
        <label className="am-joined am-gap-2">
          {t('gallery.only')}{' '}
          <select className="am-input" value={only} onChange={(event) => put({ form: event.target.value })}>
            <option value="">{t('gallery.everything')}</option>
            {exampleForms.map((form) => (
              <option key={form.form} value={form.form}>
                {text(form.definition.title)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="am-gallery am-stack am-gap-4" data-languages={languages.length}>
        {languages.map((one) => (
          <LanguageColumn key={one} language={one}>
            {forms.map((form: CompiledForm) => (
              <Specimen key={form.form} form={form} language={one} states={states} />
            ))}
          </LanguageColumn>
        ))}
      </div>
    </Screen>
  );
}
