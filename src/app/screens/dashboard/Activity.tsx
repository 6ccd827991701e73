/** The newest changes of records that this person sees. */

import { useTranslation } from 'react-i18next';
import type { ActivityView } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useForms } from '../../data/queries.ts';
import { instant, number, recordName, text } from '../../data/words.ts';
import { DotSeparated, RecordName } from '../../theme/RecordName.tsx';
import { useActionText } from '../record/useActionText.ts';
import { HomePanel, HomePanelLink, HomePanelRows } from './Panel.tsx';
import { pathOfHomeRow } from './WaitingPanel.tsx';

export function RecentActivity({ rows }: { rows: ActivityView[] }) {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  const actionText = useActionText();
  if (rows.length === 0) return null;
  return (
    <HomePanel icon="activity" title={t('dashboard.activity')}>
      <HomePanelRows>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two events of one record may be in the same second
          <li key={`${row.id} ${row.at} ${i}`}>
            <HomePanelLink
              to={
                (row.count > 1 && forms.find(({ form }) => form === row.form)?.paths.list) || pathOfHomeRow(row, forms)
              }
              side={<small>{instant(row.at)}</small>}
            >
              <b>
                {row.count > 1 ? (
                  `${text(row.title)}: ${number(row.count)}`
                ) : (
                  <RecordName of={recordName(row.name || row.code)} />
                )}
              </b>
              <small>
                <DotSeparated parts={[actionText(row.form, row.action), <bdi key="by">{row.by.name}</bdi>]} />
              </small>
              {row.taken_in_by && (
                <small>{t('history.takenIn', { name: isolateName(row.taken_in_by.name ?? '') })}</small>
              )}
            </HomePanelLink>
          </li>
        ))}
      </HomePanelRows>
    </HomePanel>
  );
}
