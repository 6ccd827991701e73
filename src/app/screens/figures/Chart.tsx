/** Bars, months or a ring drawn by ECharts. It repeats the table beside it, and is loaded when a chart is rendered. */
import { useComputedColorScheme } from '@mantine/core';
import { BarChart, PieChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import ReactECharts from 'echarts-for-react/esm/core';
import { useMemo } from 'react';
import type { FigureGroup, FigureView } from '../../../core/generated/api.ts';
import { direction } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import { number } from '../../data/words.ts';
import { barOption, type ChartLook, monthOption, ringOption } from './options.ts';

echarts.use([BarChart, PieChart, AriaComponent, GridComponent, TooltipComponent, SVGRenderer]);

interface Props {
  show: 'bars' | 'donut' | 'months' | 'ages';
  figure: FigureView;
  label: string;
  onOpen: (group: FigureGroup) => void;
}

export default function Chart({ show, figure: { groups }, label, onOpen }: Props) {
  const scheme = useComputedColorScheme('light');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colour scheme decides the page's colours
  const look = useMemo(() => readLook(), [scheme]);
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

function readLook(): ChartLook {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    rightToLeft: direction(preferences().language) === 'rtl',
    number,
    font: getComputedStyle(document.body).fontFamily,
    text: of('--mantine-color-text'),
    dimmed: of('--mantine-color-dimmed'),
    line: of('--line-color'),
    surface: of('--surface'),
    main: of('--mantine-color-lapis-6'),
    late: of('--mantine-color-red-6'),
    ring: ['lapis-7', 'saffron-4', 'teal-6', 'red-5', 'lapis-4', 'saffron-7', 'gray-5'].map((name) =>
      of(`--mantine-color-${name}`),
    ),
  };
}
