/** Lists the reports that this person may open: of all programmes, with a search, or of one department. */
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Navigation } from '../../../core/definitions/types.ts';
import type { ReportEntry } from '../../../core/generated/api.ts';
import { foldText, searchWords } from '../../../core/text/letters.ts';
import { useCommon, useSession } from '../../data/queries.ts';
import { departmentOfReports, departmentProgrammes, REPORT_ICONS, useReports } from '../../data/reports/reports.ts';
import { text } from '../../data/words.ts';
import { departmentCrumb, departmentName } from '../../shell/navigation/menu.ts';
import { Screen } from '../../shell/Screen.tsx';
import { SearchField } from '../../shell/SearchBox.tsx';
import { ToolRow } from '../../shell/ToolRow.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { ListFailure } from '../list/ListFailure.tsx';
import menu from '../menu/Menu.module.css';

type Department = Navigation['departments'][number];

export default function ReportsScreen({ department }: { department?: Department | undefined }) {
  const { t } = useTranslation('reports');
  const departments = useCommon().data?.navigation.departments ?? [];
  const reports = useReports();
  const mayMake = useSession().data?.may.definitions === true;
  const [words, setWords] = useState('');
  const title = t('title');
  const own = (reports.data?.data ?? []).filter(
    ({ programme }) => !department || departmentProgrammes(department).includes(programme),
  );
  const found = own.filter((entry) => matches(entry, words, departmentOfReports(departments, entry.programme)));
  return (
    <Screen
      name="menu"
      title={title}
      crumbs={[...departmentCrumb(department), { label: title }]}
      buttons={
        mayMake && (
          <Button component={Link} to="/admin/reports" variant="outline" size="sm" data-action="make-reports">
            {t('make')}
          </Button>
        )
      }
    >
      {own.length > 0 && (
        <ToolRow>
          <SearchField label={t('search')} words={words} onType={setWords} />
        </ToolRow>
      )}
      {reports.error && !reports.data ? (
        <ListFailure error={reports.error} label={title} onRetry={() => void reports.refetch()} />
      ) : !reports.data ? (
        <Skeleton height={320} radius="lg" />
      ) : found.length === 0 ? (
        <p className="am-nothing am-wide" data-empty={own.length > 0 ? 'narrowed' : 'none'}>
          <Icon name="report-analytics" size={32} /> {t(own.length > 0 ? 'noMatch' : 'none')}
        </p>
      ) : (
        <Groups entries={found} departments={departments} />
      )}
    </Screen>
  );
}

function Groups({ entries, departments }: { entries: readonly ReportEntry[]; departments: readonly Department[] }) {
  const { t } = useTranslation('reports');
  const nameOf = (programme: string) => {
    const found = departmentOfReports(departments, programme);
    return found ? departmentName(found) : t('others');
  };
  const names = [...new Set(entries.map(({ programme }) => nameOf(programme)))];
  return (
    <div className="am-packed">
      {names.map((name) => (
        <section key={name} className="am-surface am-titled">
          <h2>{name}</h2>
          <ul>
            {entries
              .filter(({ programme }) => nameOf(programme) === name)
              .map((entry) => (
                <li key={entry.report}>
                  <Link to={entry.path} className="am-way" data-report={entry.report}>
                    <span className={`${menu.sign} am-round am-action`}>
                      <Icon name={REPORT_ICONS[entry.kind]} size={20} />
                    </span>
                    <span className="am-pad-y-1 am-column am-grow">
                      {text(entry.title)}
                      {entry.description && <small>{text(entry.description)}</small>}
                    </span>
                    <Icon name="chevron-right" size={16} />
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** All typed words must occur in the names of the report, in any of the three languages, or of its department. */
function matches(entry: ReportEntry, typed: string, department: Department | undefined): boolean {
  const names = [entry.title, entry.description, department?.title, department?.heading];
  const hay = foldText(names.flatMap((one) => Object.values(one ?? {})).join(' '));
  return searchWords(typed).every((word) => hay.includes(word));
}
