/** Shows from which day new records use a version, with a button to change it until the day has come. */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormVersion } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { date, instant, number } from '../../data/words.ts';
import { VersionDecisionDialog } from './DecisionDialog.tsx';
import { StartDayField } from './StartDay.tsx';

type Start = NonNullable<FormVersion['start']>;

interface Props {
  form: string;
  version: number;
  start: Start;
  /** False if a later version is used before its day. */
  isInTurn: boolean;
  /** Only the day of the newest version can be changed. */
  isNewest: boolean;
}

export function VersionStartPanel({ form, version, start, isInTurn, isNewest }: Props) {
  const { t } = useTranslation('admin');
  const [isAsked, setIsAsked] = useState(false);
  const { from, at, by, reason } = start;
  const day = isolateName(date(from));
  if (from <= deviceClock.today()) return <p className="am-hint">{t('versions.start.since', { day })}</p>;
  return (
    <>
      <p className="am-wraps" data-starts={from}>
        <b>{t(isInTurn ? 'versions.start.from' : 'versions.start.overtaken', { day })}</b>{' '}
        <span className="am-hint">
          {t('versions.retiredBy', { name: isolateName(by.name ?? '–'), at: instant(at) })}
        </span>
        {reason !== null && (
          <>
            <br />
            {t('restrictions.reasonWas', { reason: isolateName(reason) })}
          </>
        )}
      </p>
      {isNewest && (
        <Button variant="default" onClick={() => setIsAsked(true)} data-action="start">
          {t('versions.start.change')}
        </Button>
      )}
      {isAsked && <StartDialog {...{ form, version, start }} onClose={() => setIsAsked(false)} />}
    </>
  );
}

interface DialogProps extends Pick<Props, 'form' | 'version' | 'start'> {
  onClose: () => void;
}

function StartDialog({ form, version, start, onClose }: DialogProps) {
  const { t } = useTranslation('admin');
  const [from, setFrom] = useState<string | undefined>(start.from);
  const chosen = from ?? deviceClock.today();
  const names = { version: number(version), day: isolateName(date(chosen)) };
  return (
    <VersionDecisionDialog
      form={form}
      path={`${version}/start`}
      title={t('versions.start.change')}
      question={t('versions.start.ask', names)}
      reasonLabel={t('versions.start.reason')}
      done={t('versions.start.now', names)}
      isDangerous={false}
      isReady={chosen !== ''}
      also={{ from: chosen }}
      onClose={onClose}
    >
      <StartDayField value={from} onChange={setFrom} />
    </VersionDecisionDialog>
  );
}
