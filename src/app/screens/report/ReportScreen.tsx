/** A report: its filters, and its result on a page of its own (on dashboards below the filters). The URL holds both. */

import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { ReportEntry, ReportView } from '../../../core/generated/api.ts';
import { dotSeparated } from '../../../core/records/name.ts';
import { useCommon } from '../../data/queries.ts';
import {
  chosenFilterParams,
  departmentOfReports,
  missingRequiredFilters,
  type ReportMatch,
  readChosenFilters,
  resultPath,
  useReport,
  withoutTrailingSlash,
} from '../../data/reports/reports.ts';
import { number, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { departmentCrumb } from '../../shell/navigation/menu.ts';
import { Screen } from '../../shell/Screen.tsx';
import type { Crumb } from '../../shell/TopBar.tsx';
import { ReportFilterPanel } from './Filters.tsx';
import { PrintButton } from './PrintButton.tsx';
import { ReportBlocks } from './ReportBlocks.tsx';
import { ReportDownload } from './ReportDownload.tsx';

interface ScreenProps extends ReportMatch {
  /** Stands above everything, to say what is special about it. */
  notice?: ReactNode;
}

export default function ReportScreen({ entry, isResult, notice }: ScreenProps) {
  const view = useReport(entry.report);
  const crumbs = useCrumbs(entry);
  if (view.error && !view.data)
    return <Failed error={view.error} crumbs={crumbs} onRetry={() => void view.refetch()} />;
  if (!view.data) return <Loading />;
  return <Report entry={entry} view={view.data} isResult={isResult} crumbs={crumbs} notice={notice} />;
}

interface Props extends ScreenProps {
  view: ReportView;
  crumbs: Crumb[];
}

function Report({ entry, view, isResult, crumbs, notice }: Props) {
  const { t } = useTranslation(['reports', 'app']);
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const { filters, kind } = view;
  const chosen = readChosenFilters(filters, params);
  const asked = chosenFilterParams(chosen);
  const first = missingRequiredFilters(filters, chosen);
  const isAtOnce = kind === 'dashboard' || filters.length === 0;
  const shows = (isResult || isAtOnce) && first.length === 0;
  const [isOpen, setOpen] = useState(false);
  const apply = (next: URLSearchParams) => {
    setOpen(false);
    if (isAtOnce || isResult) setParams(next);
    else void navigate({ pathname: resultPath(entry), search: next.toString() });
  };
  return (
    <Screen
      name={kind === 'summary' || kind === 'dashboard' ? kind : 'report'}
      title={text(view.title)}
      width="wide"
      crumbs={crumbs}
      buttons={
        shows && (
          <>
            <ReportDownload report={entry.report} filters={asked} />
            <PrintButton />
          </>
        )
      }
    >
      {notice}
      {view.description && <p className="am-measure">{text(view.description)}</p>}
      {shows && filters.length > 0 && (
        <div className="am-flow am-above-2 am-below-3" data-no-print>
          <ActionButton
            icon="filter"
            variant={isOpen ? 'light' : 'default'}
            aria-expanded={isOpen}
            aria-controls="filters"
            action="filters"
            onClick={() => setOpen(!isOpen)}
          >
            {t('filters')}
            {asked.size > 0 && ` (${number(asked.size)})`}
          </ActionButton>
        </div>
      )}
      {first.length > 0 && isResult && (
        <p role="status">{t('chooseFirst', { names: dotSeparated(first.map(({ title }) => text(title))) })}</p>
      )}
      {(!shows || isOpen) && filters.length > 0 && (
        <ReportFilterPanel
          key={asked.toString()}
          button={text(view.button)}
          filters={filters}
          chosen={chosen}
          onShow={apply}
        />
      )}
      {shows && <ReportBlocks entry={entry} view={view} chosen={chosen} />}
      <div className="am-hint am-measure" data-rule>
        {view.rule && <p>{text(view.rule)}</p>}
        {view.closed && <p>{t('closedBlocks', { names: dotSeparated(view.closed.map((title) => text(title))) })}</p>}
      </div>
    </Screen>
  );
}

function useCrumbs(entry: ReportEntry): Crumb[] {
  const { t } = useTranslation('reports');
  const departments = useCommon().data?.navigation.departments ?? [];
  const department = departmentOfReports(departments, entry.programme);
  const list = department?.reports;
  return [
    ...departmentCrumb(department),
    ...(list ? [{ label: t('title'), to: withoutTrailingSlash(list.path) }] : []),
    { label: text(entry.title) },
  ];
}
