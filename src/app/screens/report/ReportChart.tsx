/** The chart of a block, drawn by ECharts, with a menu that saves it as a picture. It repeats the table beside it. */
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TitleComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import ReactECharts from 'echarts-for-react/esm/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { ReportBlock, ReportBlockResult } from '../../../core/generated/api.ts';
import { openedParams } from '../../data/reports.ts';
import { number, text } from '../../data/words.ts';
import { ActButton } from '../../shell/ActButton.tsx';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { useLook } from '../figures/look.ts';
import { saveFile } from '../record/save.ts';
import { chartData } from './chartData.ts';
import { drawnAs, heightOf, reportOption } from './chartOptions.ts';
import classes from './Report.module.css';

echarts.use([
  BarChart,
  LineChart,
  PieChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  TitleComponent,
  TooltipComponent,
  SVGRenderer,
]);

interface Props {
  block: ReportBlock;
  result: ReportBlockResult;
}

export default function ReportChart({ block, result }: Props) {
  const { t } = useTranslation('reports');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const look = useLook();
  const data = useMemo(() => chartData(block, result), [block, result]);
  const title = text(block.title) || result.columns.map(({ name }) => name).join(', ');
  if (!data) return null;
  const as = drawnAs(block.show, data);
  const option = reportOption(as, data, look);
  const height = heightOf(as, data);
  const open = ({ dataIndex, seriesIndex = 0 }: { dataIndex: number; seriesIndex?: number }) => {
    const { measure } = data.series[seriesIndex] ?? {};
    const key = data.keyOf(dataIndex, seriesIndex);
    const opens = measure?.opens ?? block.measures.find(({ id }) => id === key.measure)?.opens;
    const value = data.series[seriesIndex]?.values[dataIndex];
    if (opens && value) void navigate({ search: openedParams(params, key).toString() }, { preventScrollReset: true });
  };
  const save = async (type: 'svg' | 'png') => {
    const { chartFile } = await import('./chartFile.ts');
    saveFile(
      { blob: await chartFile(type, { option, height, title, look }), name: `${title}.${type}` },
      `chart.${type}`,
    );
  };
  return (
    <>
      <div role="img" aria-label={t('chart', { title })} data-chart={as}>
        <ReactECharts
          echarts={echarts}
          option={option}
          notMerge
          opts={{ renderer: 'svg' }}
          // ECharts computes text positions itself, so the page's direction must not mirror them.
          style={{ height, width: '100%', direction: 'ltr' }}
          onEvents={{ click: open }}
        />
      </div>
      {block.by !== null && data.groups.length < result.all && (
        <p className={`am-hint ${classes.note}`}>
          {t(as === 'line' ? 'drawnNewest' : 'drawnFirst', {
            drawn: number(data.groups.length),
            all: number(result.all),
          })}
        </p>
      )}
      <div className={classes.save} data-no-print>
        <DropMenu
          label={t('saveChart')}
          align="end"
          trigger={(props) => (
            <ActButton icon="photo" {...props} variant="subtle" size="sm" action="save-chart">
              {t('saveChart')}
            </ActButton>
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
