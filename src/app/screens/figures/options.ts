/** Builds the ECharts options of each figure. Pure, so that tests can check right-to-left layout and digits. */
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

export function base({ font, text, number, surface, line, rightToLeft }: ChartLook) {
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

export function valueAxis({ number, dimmed, line }: ChartLook) {
  return {
    type: 'value',
    minInterval: 1,
    splitNumber: 4,
    axisLabel: { color: dimmed, formatter: (value: number) => number(value) },
    splitLine: { lineStyle: { color: line } },
  };
}

export function groupAxis(groups: readonly { name: string }[], { line }: ChartLook) {
  return {
    type: 'category',
    data: groups.map(({ name }) => name),
    axisTick: { show: false },
    axisLine: { lineStyle: { color: line } },
  };
}

function bars(groups: readonly FigureGroup[], look: ChartLook, barMaxWidth: number) {
  const data = groups.map((group) => ({ value: group.total, itemStyle: colour(group, look) }));
  return [{ type: 'bar', barMaxWidth, data }];
}

/** Horizontal bars with the first group on top. In right-to-left languages they grow from the right. */
export function barOption(groups: readonly FigureGroup[], look: ChartLook) {
  const { rightToLeft, text } = look;
  return {
    ...base(look),
    grid: { left: 8, right: 8, top: 4, bottom: 4, outerBoundsMode: 'same' },
    xAxis: { ...valueAxis(look), inverse: rightToLeft },
    yAxis: {
      ...groupAxis(groups, look),
      inverse: true,
      position: rightToLeft ? 'right' : 'left',
      axisLabel: { color: text, width: 110, overflow: 'break', lineHeight: 15 },
    },
    series: bars(groups, look, 20),
  };
}

/** Vertical bars in order of time. In right-to-left languages time runs from the right. */
export function monthOption(groups: readonly FigureGroup[], look: ChartLook) {
  const { rightToLeft, dimmed } = look;
  return {
    ...base(look),
    grid: { left: 8, right: 8, top: 8, bottom: 4, outerBoundsMode: 'same' },
    xAxis: { ...groupAxis(groups, look), inverse: rightToLeft, axisLabel: { color: dimmed, hideOverlap: true } },
    yAxis: { ...valueAxis(look), position: rightToLeft ? 'right' : 'left' },
    series: bars(groups, look, 28),
  };
}

/** A ring whose parts differ in pattern as well as colour. Each part has its name beside it. */
export function ringOption(groups: readonly Pick<FigureGroup, 'name' | 'total'>[], look: ChartLook) {
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
