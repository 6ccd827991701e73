/** What ECharts is told for each kind of figure. Pure, so that right-to-left and digits can be checked without drawing. */
import type { FigureGroup } from '../../../core/generated/api.ts';

export interface ChartLook {
  rightToLeft: boolean;
  number(value: number): string;
  font: string;
  text: string;
  dimmed: string;
  line: string;
  surface: string;
  main: string;
  late: string;
  ring: string[];
}

function base({ font, text, number, surface, line, rightToLeft }: ChartLook) {
  return {
    animation: false,
    textStyle: { fontFamily: font, color: text },
    aria: { enabled: false },
    tooltip: {
      backgroundColor: surface,
      borderColor: line,
      textStyle: { color: text, fontFamily: font, align: rightToLeft ? 'right' : 'left' },
      valueFormatter: (value: unknown) => number(Number(value)),
    },
  };
}

const colour = (group: FigureGroup, look: ChartLook) => ({ color: group.late ? look.late : look.main });

/** Lying bars, the first group on top; in right-to-left languages they grow from the right. */
export function barOption(groups: readonly FigureGroup[], look: ChartLook) {
  const { rightToLeft, number, text, dimmed, line } = look;
  return {
    ...base(look),
    grid: { left: 8, right: 8, top: 4, bottom: 4, outerBoundsMode: 'same' },
    xAxis: {
      type: 'value',
      inverse: rightToLeft,
      minInterval: 1,
      splitNumber: 4,
      axisLabel: { color: dimmed, formatter: (value: number) => number(value) },
      splitLine: { lineStyle: { color: line } },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      position: rightToLeft ? 'right' : 'left',
      data: groups.map(({ name }) => name),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: line } },
      axisLabel: { color: text, width: 110, overflow: 'break', lineHeight: 15 },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 20,
        data: groups.map((group) => ({ value: group.total, itemStyle: colour(group, look) })),
      },
    ],
  };
}

/** Standing bars in the order of time, which runs from the right in right-to-left languages. */
export function monthOption(groups: readonly FigureGroup[], look: ChartLook) {
  const { rightToLeft, number, dimmed, line } = look;
  return {
    ...base(look),
    grid: { left: 8, right: 8, top: 8, bottom: 4, outerBoundsMode: 'same' },
    xAxis: {
      type: 'category',
      inverse: rightToLeft,
      data: groups.map(({ name }) => name),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: line } },
      axisLabel: { color: dimmed, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      position: rightToLeft ? 'right' : 'left',
      minInterval: 1,
      splitNumber: 4,
      axisLabel: { color: dimmed, formatter: (value: number) => number(value) },
      splitLine: { lineStyle: { color: line } },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 28,
        data: groups.map((group) => ({ value: group.total, itemStyle: colour(group, look) })),
      },
    ],
  };
}

/** A ring with a pattern besides the colour of each part; names stand beside the parts. */
export function ringOption(groups: readonly FigureGroup[], look: ChartLook) {
  return {
    ...base(look),
    aria: { enabled: true, label: { enabled: false }, decal: { show: true } },
    color: look.ring,
    series: [
      {
        type: 'pie',
        radius: ['40%', '62%'],
        labelLine: { length: 6, length2: 6 },
        clockwise: !look.rightToLeft,
        label: {
          color: look.text,
          fontFamily: look.font,
          formatter: '{b}',
          overflow: 'break',
          bleedMargin: 0,
          edgeDistance: '1%',
        },
        itemStyle: { borderColor: look.surface, borderWidth: 2 },
        data: groups.map(({ name, total }) => ({ name, value: total, label: { show: total > 0 } })),
      },
    ],
  };
}
