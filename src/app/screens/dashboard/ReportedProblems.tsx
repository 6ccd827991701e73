/** What became of problems that this person reported. */

import { useTranslation } from 'react-i18next';
import type { ReportedProblem } from '../../../core/generated/api.ts';
import { useForms } from '../../data/queries.ts';
import { instant, recordName, text } from '../../data/words.ts';
import { RecordName } from '../../theme/RecordName.tsx';
import { HomePanel, HomePanelLink, HomePanelRows } from './Panel.tsx';
import { pathOfHomeRow } from './WaitingPanel.tsx';

export function ReportedProblems({ problems }: { problems: ReportedProblem[] }) {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  if (problems.length === 0) return null;
  return (
    <HomePanel icon="message" title={t('dashboard.problems')}>
      <HomePanelRows>
        {problems.map((row) => (
          <li key={row.id}>
            <HomePanelLink
              to={pathOfHomeRow({ ...row, id: row.record }, forms)}
              side={
                <>
                  <span className="am-tag" data-tone={row.open ? 'orange' : 'green'}>
                    {text(row.status)}
                  </span>
                  <small>{instant(row.at)}</small>
                </>
              }
            >
              <b>{text(row.title)}</b>
              {row.site && (
                <small>
                  <RecordName of={recordName(row.site)} />
                </small>
              )}
            </HomePanelLink>
          </li>
        ))}
      </HomePanelRows>
    </HomePanel>
  );
}
