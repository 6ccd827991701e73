/** Asks whether new records use a version from today or from a later day on. */

import { Radio } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { useTranslation } from 'react-i18next';
import type { PublishImpact } from '../../../core/generated/api.ts';
import { addDays } from '../../../core/text/dates.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { date, number } from '../../data/words.ts';
import { DayInput } from '../../screens/list/filters/DayInput.tsx';

interface Props {
  /** ISO day; '' while none is typed. Undefined: today. */
  value: string | undefined;
  onChange: (from: string | undefined) => void;
  /** Versions that were to be used from a day on. Those of a later day will not be. */
  planned?: PublishImpact['planned'];
}

export function StartDayField({ value, onChange, planned = [] }: Props) {
  const { t } = useTranslation('admin');
  const today = deviceClock.today();
  const skipped = planned.filter(({ from }) => from >= (value ?? today));
  return (
    <div className="am-after am-stack" data-start-day>
      <Radio.Group
        label={t('versions.start.label')}
        value={value === undefined ? 'today' : 'later'}
        onChange={(chosen) => onChange(chosen === 'today' ? undefined : (addDays(today, 1) ?? today))}
      >
        <Radio value="today" label={t('versions.start.today')} />
        <Radio value="later" label={t('versions.start.later')} />
      </Radio.Group>
      {value !== undefined && (
        <>
          <DayInput label={t('versions.start.first')} value={value} onChange={onChange} />
          <p className="am-hint">{t('versions.start.until')}</p>
        </>
      )}
      {skipped.map(({ version, from }) => (
        <p key={version} data-skipped={version}>
          {t('versions.start.skips', { version: number(version), day: isolateName(date(from)) })}
        </p>
      ))}
    </div>
  );
}
