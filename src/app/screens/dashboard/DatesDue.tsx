/** Days that are near or past and by which something is to be done. */

import { useTranslation } from 'react-i18next';
import type { DueDateView } from '../../../core/generated/api.ts';
import { useForms } from '../../data/queries.ts';
import { date, recordName, text } from '../../data/words.ts';
import { RecordName } from '../../theme/RecordName.tsx';
import { HomePanel, HomePanelLink, HomePanelRows } from './Panel.tsx';
import { pathOfHomeRow } from './WaitingPanel.tsx';

export function DatesDue({ dates }: { dates: DueDateView[] }) {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  if (dates.length === 0) return null;
  return (
    <HomePanel icon="clock" title={t('dashboard.dates')}>
      <HomePanelRows>
        {dates.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record may have several milestones on one day
          <li key={`${row.id} ${row.day} ${at}`}>
            <HomePanelLink
              to={pathOfHomeRow(row, forms)}
              side={
                <small className={row.late ? 'am-column am-bottom am-wrong' : undefined}>
                  {date(row.day, 'short')}
                  {row.late && <span>{t('dashboard.late')}</span>}
                </small>
              }
            >
              <b>
                <RecordName of={recordName(row.name || row.code)} />
              </b>
              <small>{text(row.label)}</small>
            </HomePanelLink>
          </li>
        ))}
      </HomePanelRows>
    </HomePanel>
  );
}
