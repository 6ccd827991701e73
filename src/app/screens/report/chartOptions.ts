/** ECharts options of a report's charts. Pure. Series differ in pattern, dash or symbol as well as in colour. */
import type { ReportBlock } from '../../../core/generated/api.ts';
import { barAxes, base, type ChartLook, ringOption, timeAxes } from '../figures/options.ts';
import type { ChartData } from './chartData.ts';

export type DrawnAs = 'bars' | 'stacked' | 'ring' | 'line';

export function drawnAs(show: ReportBlock['show'], { series }: ChartData): DrawnAs {
  if (show === 'trend') return 'line';
  if (show === 'donut' && series.length === 1) return 'ring';
  return show === 'stacked' ? 'stacked' : 'bars';
}

/** Height in pixels. */
export function heightOf(as: DrawnAs, { groups, series }: ChartData): number {
  if (as === 'ring') return 240;
  const legend = series.length > 1 ? 40 : 0;
  if (as === 'line') return 260 + legend;
  return 40 + legend + groups.length * (as === 'bars' && series.length > 1 ? 14 + series.length * 16 : 34);
}

const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin'];
const DASHES = ['solid', 'dashed', 'dotted'];

export function reportOption(as: DrawnAs, data: ChartData, look: ChartLook) {
  if (as === 'ring') {
    const values = data.series[0]?.values ?? [];
    return ringOption(
      data.groups.map(({ name }, at) => ({ name, total: values[at] ?? 0 })),
      look,
    );
  }
  const isLine = as === 'line';
  const several = data.series.length > 1;
  const { rightToLeft, text, font } = look;
  return {
    ...base(look),
    color: several ? look.ring : [look.main],
    aria: { enabled: true, label: { enabled: false }, decal: { show: several && !isLine } },
    grid: { left: 8, right: 16, top: several ? 44 : 12, bottom: 4, outerBoundsMode: 'same' },
    ...(several && {
      legend: {
        top: 0,
        type: 'scroll',
        textStyle: { color: text, fontFamily: font },
        align: rightToLeft ? 'right' : 'left',
      },
    }),
    tooltip: { ...base(look).tooltip, trigger: isLine ? 'axis' : 'item' },
    ...(isLine ? timeAxes(data.groups, look) : barAxes(data.groups, look)),
    series: data.series.map(({ name, values }, at) => ({
      name,
      type: isLine ? 'line' : 'bar',
      data: values.map((value) => value ?? (isLine ? null : 0)),
      ...(as === 'stacked' && { stack: 'all' }),
      ...(isLine
        ? {
            symbol: SYMBOLS[at % SYMBOLS.length],
            symbolSize: 8,
            showSymbol: true,
            lineStyle: { width: 2, type: DASHES[at % DASHES.length] },
          }
        : { barMaxWidth: 20 }),
    })),
  };
}
