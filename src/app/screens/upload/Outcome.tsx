/** Shows how many records an import created, with links to them. */

import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormEntry, MadeRecord, SheetImport } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { instant, number } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import classes from './Upload.module.css';

const MOST_LINKS = 50;

interface Props {
  entry: FormEntry;
  outcome: SheetImport;
  onAgain: () => void;
}

export function UploadOutcome({ entry, outcome, onAgain }: Props) {
  const { t } = useTranslation();
  const { already, imported, message, records } = outcome;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={classes.outcome} data-imported={imported}>
      <Alert
        color={already ? 'blue' : 'teal'}
        variant="light"
        icon={<Icon name={already ? 'info-circle' : 'circle-check'} />}
        role="status"
      >
        {already ? t('upload.already', { at: instant(already.at), name: isolateName(already.by.name ?? '') }) : message}
      </Alert>
      <RecordLinks entry={entry} records={records} />
      <div className="am-gap-4 am-row-gap-2 am-above-3 am-below-3 am-cluster">
        <BarLink to={entry.paths.list} icon="list-details" primary>
          {t('upload.toList')}
        </BarLink>
        <ActionButton icon="file-spreadsheet" variant="outline" size="sm" onClick={onAgain}>
          {t('upload.another')}
        </ActionButton>
      </div>
    </div>
  );
}

export function RecordLinks({ entry, records }: { entry: FormEntry; records: readonly MadeRecord[] }) {
  const { t } = useTranslation();
  return (
    <ul className="am-tiles am-above-1 am-gap-4 am-row-gap-0">
      {records.slice(0, MOST_LINKS).map(({ id, code, name, deleted }) => (
        <li key={id}>
          {deleted ? (
            <DotSeparated
              parts={[
                <bdi key="code" dir="ltr">
                  {code}
                </bdi>,
                t('upload.deleted'),
              ]}
            />
          ) : (
            <Link to={recordPath(entry, id)} className="am-target">
              <bdi dir="ltr">{code}</bdi> <bdi>{name === code ? '' : name}</bdi>
            </Link>
          )}
        </li>
      ))}
      {records.length > MOST_LINKS && <li>{t('upload.more', { total: number(records.length - MOST_LINKS) })}</li>}
    </ul>
  );
}
