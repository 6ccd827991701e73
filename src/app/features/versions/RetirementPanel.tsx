/** Shows whether a form takes new records and who decided so, with a button to decide otherwise. */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry, Retirement } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { date, instant } from '../../data/words.ts';
import { RetirementDialog } from './RetirementDialog.tsx';

interface Props {
  entry: FormEntry;
  retired: Retirement | null;
}

export function RetirementPanel({ entry, retired }: Props) {
  const { t } = useTranslation('admin');
  const [isAsked, setIsAsked] = useState(false);
  const decision = retired ? 'resume' : 'retire';
  return (
    <section className="am-gap-3 am-row-gap-2 am-card am-after am-cluster" data-retired={retired !== null}>
      <div className="am-column am-words">
        {retired ? (
          <>
            <b>{t('versions.retired', { day: isolateName(date(retired.from)) })}</b>
            <span className="am-hint">
              {t('versions.retiredBy', { name: isolateName(retired.by.name ?? '–'), at: instant(retired.at) })}
            </span>
            <span>{t('restrictions.reasonWas', { reason: isolateName(retired.reason) })}</span>
          </>
        ) : (
          <span>{t('versions.notRetired')}</span>
        )}
      </div>
      <Button variant="default" onClick={() => setIsAsked(true)} data-action={decision}>
        {t(`versions.${decision}`)}
      </Button>
      {isAsked && <RetirementDialog entry={entry} decision={decision} onClose={() => setIsAsked(false)} />}
    </section>
  );
}
