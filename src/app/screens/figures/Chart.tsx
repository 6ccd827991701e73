/** A chart drawn by ECharts. It repeats the table beside it, and is loaded when a chart is rendered. */
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import ReactECharts from 'echarts-for-react/esm/core';
import { useMemo } from 'react';
import { type ChartContent, type ChartKind, chartHeight, chartOption } from './chartOptions.ts';
import { useChartLook } from './look.ts';

echarts.use([
  BarChart,
  LineChart,
  PieChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  SVGRenderer,
]);

interface Props {
  as: ChartKind;
  data: ChartContent;
  label: string;
  onOpen: (group: number, series: number) => void;
}

export default function Chart({ as, data, label, onOpen }: Props) {
  const look = useChartLook();
  const option = useMemo(() => chartOption(as, data, look), [as, data, look]);
  const events = useMemo(
    () => ({
      click: ({ dataIndex, seriesIndex = 0 }: { dataIndex: number; seriesIndex?: number }) =>
        onOpen(dataIndex, seriesIndex),
    }),
    [onOpen],
  );
  return (
    <div role="img" aria-label={label} data-chart={as}>
      <ReactECharts
        echarts={echarts}
        option={option}
        notMerge
        opts={{ renderer: 'svg' }}
        // ECharts computes text positions itself, so the page's direction must not mirror them.
        style={{ height: chartHeight(as, data), width: '100%', direction: 'ltr' }}
        onEvents={events}
      />
    </div>
  );
}
