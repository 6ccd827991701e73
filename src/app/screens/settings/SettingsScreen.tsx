/** Sets language, calendar and colours of this browser. Language and calendar are also saved with the account. */
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useContext, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '../../../core/text/dates.ts';
import { LANGUAGE_NAMES } from '../../../core/text/languageNames.ts';
import { isolateName, LANGUAGES, type Language } from '../../../core/text/languages.ts';
import { chooseCalendar, preferences } from '../../data/preferences.ts';
import { source } from '../../data/source.ts';
import { useOffline } from '../../offline/context.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { FeaturesContext } from '../../shell/features.ts';
import { useChooseLanguage } from '../../shell/Language.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { InstallSettings } from './Install.tsx';
import classes from './Settings.module.css';

export default function SettingsScreen() {
  const { t } = useTranslation();
  const { language, calendar } = preferences();
  const features = useContext(FeaturesContext);
  const { mode } = useOffline();
  const chooseLanguage = useChooseLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const save = useMutation({ mutationFn: (chosen: Calendar) => source.savePreferences({ calendar: chosen }) });
  return (
    <Screen name="settings" title={t('nav.settings')} width="narrow" crumbs={[{ label: t('nav.settings') }]}>
      <section className={`am-surface ${classes.rows} am-after am-pad-x-4`}>
        <Row
          label={t('settings.language')}
          value={language}
          onChange={(value) => chooseLanguage(value as Language)}
          options={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
        />
        <Row
          label={t('settings.calendar')}
          value={calendar}
          onChange={(value) => {
            chooseCalendar(value as Calendar);
            save.mutate(value as Calendar, { onSettled: () => window.location.reload() });
          }}
          options={(['solar', 'gregorian'] as const).map((one) => ({ value: one, label: t(`settings.${one}`) }))}
        />
        <Row
          label={t('settings.colours')}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
          options={(['auto', 'light', 'dark'] as const).map((one) => ({ value: one, label: t(`settings.${one}`) }))}
        />
      </section>
      {features.map(({ settings }) => settings && <settings.Section key={settings.id} />)}
      {mode === 'online' && <Digest />}
      <InstallSettings />
    </Screen>
  );
}

/** How often the user gets their news by e-mail. Without an address or a mail server it only says so. */
function Digest() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const digest = useQuery({ queryKey: ['digest'], queryFn: source.digest });
  const save = useMutation({
    mutationFn: source.chooseDigest,
    onSuccess: (chosen) => client.setQueryData(['digest'], chosen),
  });
  if (!digest.data) return null;
  const { every, email, sends } = digest.data;
  const hint = !sends ? 'digestOff' : email ? 'digestTo' : 'digestNoAddress';
  return (
    <section className={`am-surface ${classes.rows} am-after am-pad-x-4`}>
      <Row
        label={t('settings.digest')}
        value={save.isPending ? save.variables : every}
        onChange={(value) => save.mutate(value as typeof every)}
        disabled={!sends || !email}
        options={(['never', 'daily', 'weekly'] as const).map((one) => ({ value: one, label: t(`settings.${one}`) }))}
      />
      {save.error && <FailureNote error={save.error} />}
      <p className={`am-hint ${classes.hint} am-above-2`}>
        {t(`settings.${hint}`, { email: isolateName(email ?? '') })}
      </p>
    </section>
  );
}

/** A setting in one line: its name, and its value at the end, which opens the other values. */
function Row({ label, ...select }: ComponentProps<typeof SelectWithAny> & { label: string }) {
  const id = useId();
  return (
    <div className={`${classes.row} am-inline am-gap-4 am-between`}>
      <label htmlFor={id}>{label}</label>
      <SelectWithAny {...select} id={id} variant="unstyled" />
    </div>
  );
}
