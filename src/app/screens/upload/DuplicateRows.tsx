/** Lists duplicates of earlier rows or of existing records. Each is left out unless the user keeps it. */
import { Alert, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormEntry, SheetRowView } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { digits, number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';

interface Props {
  entry: FormEntry;
  rows: readonly SheetRowView[];
  kept: ReadonlySet<number>;
  onKeep: (kept: ReadonlySet<number>) => void;
  busy: boolean;
}

export function DuplicateRows({ entry, rows, kept, onKeep, busy }: Props) {
  const { t } = useTranslation();
  const doubtful = rows.filter(({ same }) => same !== null);
  const put = (numbers: number[], isKept: boolean) => {
    const next = new Set(kept);
    for (const row of numbers) {
      if (isKept) next.add(row);
      else next.delete(row);
    }
    onKeep(next);
  };
  const all = doubtful.map(({ row }) => row);
  return (
    <div className="am-above-3 am-stack" data-same={doubtful.length}>
      <Alert color="yellow" variant="light" icon={<Icon name="copy" />} role="status">
        {t('upload.same', { total: number(doubtful.length) })}
      </Alert>
      {doubtful.length > 1 && (
        <Checkbox
          label={t('upload.keepAll')}
          checked={all.every((row) => kept.has(row))}
          indeterminate={kept.size > 0 && !all.every((row) => kept.has(row))}
          disabled={busy}
          onChange={(event) => put(all, event.currentTarget.checked)}
        />
      )}
      <ul className="am-scrolls am-entries am-box" aria-label={t('upload.sameRows')}>
        {doubtful.map(({ row, same }) => (
          <li key={row} data-same-row={row}>
            <Checkbox
              label={t('upload.keep', { number: digits(row) })}
              checked={kept.has(row)}
              disabled={busy}
              onChange={(event) => put([row], event.currentTarget.checked)}
            />
            <span className="am-gap-3 am-row-gap-0 am-flow">
              {same?.rows[0] !== undefined && <span>{t('upload.sameRow', { number: digits(same.rows[0]) })}</span>}
              {same?.records.map(({ id, code }) => (
                <Link key={id} to={recordPath(entry, id)} target="_blank" rel="noreferrer" className="am-target">
                  {t('upload.sameRecord')} <bdi dir="ltr">{code ?? id}</bdi>
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
