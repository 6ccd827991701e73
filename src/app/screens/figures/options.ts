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

function valueAxis({ number, dimmed, line }: ChartLook) {
  return {
    type: 'value',
    minInterval: 1,
    splitNumber: 4,
    axisLabel: { color: dimmed, formatter: (value: number) => number(value) },
    splitLine: { lineStyle: { color: line } },
  };
}

function groupAxis(groups: readonly { name: string }[], { line }: ChartLook) {
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

/** Axes of horizontal bars with the first group on top. In right-to-left languages they grow from the right. */
export function barAxes(groups: readonly { name: string }[], look: ChartLook) {
  const { rightToLeft, text } = look;
  const longest = Math.max(0, ...groups.map(({ name }) => name.length)) * WIDEST_LETTER;
  const axisLabel = (most: number) => {
    const width = Math.min(most, longest);
    const formatter = (name: string) => twoLines(name, Math.floor(width / LETTER));
    return { color: text, interval: 0, width, overflow: 'truncate', lineHeight: 15, formatter };
  };
  return {
    xAxis: { ...valueAxis(look), inverse: rightToLeft },
    yAxis: {
      ...groupAxis(groups, look),
      inverse: true,
      position: rightToLeft ? 'right' : 'left',
      axisLabel: axisLabel(110),
    },
    media: [
      { option: { yAxis: { axisLabel: axisLabel(110) } } },
      { query: { minWidth: 480 }, option: { yAxis: { axisLabel: axisLabel(190) } } },
    ],
  };
}

/** Width of a letter in pixels, on average. */
const LETTER = 6;
const WIDEST_LETTER = 8;

/** Breaks a name once, since a row has space for two lines. What is too long for the second is cut there. */
function twoLines(name: string, letters: number): string {
  if (name.length <= letters) return name;
  const end = name.lastIndexOf(' ', letters);
  return end > 0 ? `${name.slice(0, end)}\n${name.slice(end + 1)}` : name;
}

export function barOption(groups: readonly FigureGroup[], look: ChartLook) {
  return {
    ...base(look),
    ...barAxes(groups, look),
    grid: { left: 8, right: 8, top: 4, bottom: 4, outerBoundsMode: 'same' },
    series: bars(groups, look, 20),
  };
}

/** Axes in order of time. In right-to-left languages it runs from the right. */
export function timeAxes(groups: readonly { name: string }[], look: ChartLook) {
  const { rightToLeft, dimmed } = look;
  return {
    xAxis: { ...groupAxis(groups, look), inverse: rightToLeft, axisLabel: { color: dimmed, hideOverlap: true } },
    yAxis: { ...valueAxis(look), position: rightToLeft ? 'right' : 'left' },
  };
}

export function monthOption(groups: readonly FigureGroup[], look: ChartLook) {
  return {
    ...base(look),
    ...timeAxes(groups, look),
    grid: { left: 8, right: 8, top: 8, bottom: 4, outerBoundsMode: 'same' },
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
