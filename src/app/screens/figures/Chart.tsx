/** Bars, months or a ring drawn by ECharts. It repeats the table beside it, and is loaded when a chart is rendered. */
import { BarChart, PieChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import ReactECharts from 'echarts-for-react/esm/core';
import { useMemo } from 'react';
import type { FigureGroup, FigureView } from '../../../core/generated/api.ts';
import { useLook } from './look.ts';
import { barOption, monthOption, ringOption } from './options.ts';

echarts.use([BarChart, PieChart, AriaComponent, GridComponent, TooltipComponent, SVGRenderer]);

interface Props {
  show: 'bars' | 'donut' | 'months' | 'ages';
  figure: FigureView;
  label: string;
  onOpen: (group: FigureGroup) => void;
}

export default function Chart({ show, figure: { groups }, label, onOpen }: Props) {
  const look = useLook();
  const option = useMemo(() => {
    if (show === 'donut') return ringOption(groups, look);
    return show === 'months' ? monthOption(groups, look) : barOption(groups, look);
  }, [show, groups, look]);
  const height = show === 'donut' ? 220 : show === 'months' ? 240 : 24 + groups.length * 34;
  const events = useMemo(
    () => ({ click: ({ dataIndex }: { dataIndex: number }) => groups[dataIndex] && onOpen(groups[dataIndex]) }),
    [groups, onOpen],
  );
  return (
    <div role="img" aria-label={label} data-chart={show}>
      <ReactECharts
        echarts={echarts}
        option={option}
        notMerge
        opts={{ renderer: 'svg' }}
        // ECharts computes text positions itself, so the page's direction must not mirror them.
        style={{ height, width: '100%', direction: 'ltr' }}
        onEvents={events}
      />
    </div>
  );
}
