/** Sets language, calendar and colours of this browser. Language and calendar are also saved with the account. */
import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '../../../core/text/dates.ts';
import { formatDate } from '../../../core/text/dates.ts';
import { LANGUAGE_NAMES } from '../../../core/text/languageNames.ts';
import { isolate, LANGUAGES, type Language, languageTag } from '../../../core/text/languages.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { chooseCalendar, preferences } from '../../data/preferences.ts';
import { source } from '../../data/source.ts';
import { useOffline } from '../../offline/context.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { FeaturesContext } from '../../shell/features.ts';
import { useChooseLanguage } from '../../shell/Language.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Install } from './Install.tsx';
import classes from './Settings.module.css';

export default function SettingsScreen() {
  const { t } = useTranslation();
  const { language, calendar } = preferences();
  const features = useContext(FeaturesContext);
  const { mode } = useOffline();
  const chooseLanguage = useChooseLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const save = useMutation({ mutationFn: (chosen: Calendar) => source.savePreferences({ calendar: chosen }) });
  const today = deviceClock.today();
  return (
    <Screen name="settings" title={t('nav.settings')} width="narrow" crumbs={[{ label: t('nav.settings') }]}>
      <Choice title={t('settings.language')} hint={t('settings.languageHint')}>
        <SegmentedControl
          fullWidth
          aria-label={t('settings.language')}
          value={language}
          onChange={(value) => chooseLanguage(value as Language)}
          data={LANGUAGES.map((one) => ({
            value: one,
            label: <span lang={languageTag(one)}>{LANGUAGE_NAMES[one]}</span>,
          }))}
        />
      </Choice>
      <Choice
        title={t('settings.calendar')}
        hint={t('settings.calendarHint', { today: formatDate(today, { language, calendar }) })}
      >
        <SegmentedControl
          fullWidth
          aria-label={t('settings.calendar')}
          value={calendar}
          onChange={(value) => {
            chooseCalendar(value as Calendar);
            save.mutate(value as Calendar, { onSettled: () => window.location.reload() });
          }}
          data={(['solar', 'gregorian'] as const).map((one) => ({ value: one, label: t(`settings.${one}`) }))}
        />
      </Choice>
      <Choice title={t('settings.colours')} hint={t('settings.coloursHint')}>
        <SegmentedControl
          fullWidth
          aria-label={t('settings.colours')}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
          data={(['auto', 'light', 'dark'] as const).map((one) => ({ value: one, label: t(`settings.${one}`) }))}
        />
      </Choice>
      {features.map(({ settings }) => settings && <settings.Section key={settings.id} />)}
      {mode === 'online' && <Digest />}
      <Install />
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
    <Choice title={t('settings.digest')} hint={t(`settings.${hint}`, { email: isolate(email ?? '') })}>
      {save.error && <FailureNote error={save.error} />}
      <SegmentedControl
        fullWidth
        aria-label={t('settings.digest')}
        value={save.isPending ? save.variables : every}
        onChange={(value) => save.mutate(value as typeof every)}
        disabled={!sends || !email}
        data={(['never', 'daily', 'weekly'] as const).map((one) => ({ value: one, label: t(`settings.${one}`) }))}
      />
    </Choice>
  );
}

function Choice({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className={`am-surface ${classes.panel}`}>
      <h2>{title}</h2>
      {children}
      <p className={`am-hint ${classes.hint}`}>{hint}</p>
    </section>
  );
}
