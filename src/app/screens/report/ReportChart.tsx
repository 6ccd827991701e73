/** The chart of a block, with a menu that saves it as a picture. It repeats the table beside it. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { ReportBlock, ReportBlockResult } from '../../../core/generated/api.ts';
import { drillDownParams } from '../../data/reports/reports.ts';
import { number, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import Chart from '../figures/Chart.tsx';
import { readChartLook } from '../figures/look.ts';
import { saveFileToDevice } from '../record/save.ts';
import { chartData, chartKindOf } from './chartData.ts';

interface Props {
  block: ReportBlock;
  result: ReportBlockResult;
}

export default function ReportChart({ block, result }: Props) {
  const { t } = useTranslation('reports');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const data = useMemo(() => chartData(block, result), [block, result]);
  const title = text(block.title) || result.columns.map(({ name }) => name).join(', ');
  if (!data) return null;
  const as = chartKindOf(block.show, data);
  const open = (group: number, series: number) => {
    const { measure } = data.series[series] ?? {};
    const key = data.keyOf(group, series);
    const opens = measure?.opens ?? block.measures.find(({ id }) => id === key.measure)?.opens;
    const value = data.series[series]?.values[group];
    if (opens && value)
      void navigate({ search: drillDownParams(params, key).toString() }, { preventScrollReset: true });
  };
  const save = async (type: 'svg' | 'png') => {
    const { chartFile } = await import('./chartFile.ts');
    saveFileToDevice(
      { blob: await chartFile(type, { as, data, title, look: readChartLook() }), name: `${title}.${type}` },
      `chart.${type}`,
    );
  };
  return (
    <>
      <Chart as={as} data={data} label={t('chart', { title })} onOpen={open} />
      {block.by !== null && data.groups.length < result.all && (
        <p className="am-hint am-above-1 am-after">
          {t(as === 'line' ? 'drawnNewest' : 'drawnFirst', {
            drawn: number(data.groups.length),
            all: number(result.all),
          })}
        </p>
      )}
      <div className="am-beside am-end" data-no-print>
        <DropMenu
          label={t('saveChart')}
          align="end"
          trigger={(props) => (
            <ActionButton icon="photo" {...props} variant="subtle" size="sm" action="save-chart">
              {t('saveChart')}
            </ActionButton>
          )}
        >
          <DropItem icon="photo" onSelect={() => void save('png')}>
            {t('png')}
          </DropItem>
          <DropItem icon="pencil" onSelect={() => void save('svg')}>
            {t('svg')}
          </DropItem>
        </DropMenu>
      </div>
    </>
  );
}
