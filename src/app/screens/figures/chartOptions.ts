/**
 * ECharts options of charts. Pure, so that tests can check right-to-left layout and digits. Series differ in pattern, dash or
 * symbol as well as in colour. Names are isolated, because a chart writes from left to right in every language.
 */
import { isolateName } from '../../../core/text/languages.ts';

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

export interface ChartContent {
  /** `late`: longer ago than it should be. */
  groups: readonly { name: string; late?: boolean | undefined }[];
  series: readonly { name: string; values: readonly (number | null)[] }[];
}

export type ChartKind = 'bars' | 'stacked' | 'ring' | 'line';

/** Height in pixels. */
export function chartHeight(as: ChartKind, { groups, series }: ChartContent): number {
  if (as === 'ring') return 240;
  const legend = series.length > 1 ? 40 : 0;
  if (as === 'line') return 260 + legend;
  return 40 + legend + groups.length * (as === 'bars' && series.length > 1 ? 14 + series.length * 16 : 34);
}

export function chartOption(as: ChartKind, data: ChartContent, look: ChartLook) {
  if (as === 'ring') return ringOption(data, look);
  const isLine = as === 'line';
  const isSeveral = data.series.length > 1;
  return {
    ...base(look),
    ...(isLine ? timeAxes(data, look) : barAxes(data, look)),
    color: isSeveral ? look.ring : [look.main],
    aria: { enabled: true, label: { enabled: false }, decal: { show: isSeveral && !isLine } },
    grid: { left: 8, right: 16, top: isSeveral ? 44 : 12, bottom: 4, outerBoundsMode: 'same' },
    ...(isSeveral && { legend: legendOf(look) }),
    tooltip: { ...base(look).tooltip, trigger: isLine ? 'axis' : 'item' },
    series: data.series.map(({ name, values }, at) => ({
      name,
      ...(isLine ? lineOf(values, at) : barsOf(values, data, look)),
      ...(as === 'stacked' && { stack: 'all' }),
    })),
  };
}

const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin'];
const DASHES = ['solid', 'dashed', 'dotted'];

function lineOf(values: readonly (number | null)[], at: number) {
  return {
    type: 'line',
    data: values,
    symbol: SYMBOLS[at % SYMBOLS.length],
    symbolSize: 8,
    showSymbol: true,
    lineStyle: { width: 2, type: DASHES[at % DASHES.length] },
  };
}

function barsOf(values: readonly (number | null)[], { groups }: ChartContent, { late }: ChartLook) {
  const data = values.map((value, group) => ({
    value: value ?? 0,
    ...(groups[group]?.late && { itemStyle: { color: late } }),
  }));
  return { type: 'bar', barMaxWidth: 20, data };
}

/** A ring whose parts differ in pattern as well as colour. Their names stand in a list: beside small parts they would lie on each other. */
function ringOption({ groups, series }: ChartContent, look: ChartLook) {
  const values = series[0]?.values ?? [];
  const [start, end] = look.rightToLeft ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const legend = legendOf(look);
  const list = (width: number) => ({
    ...legend,
    ...{ show: true, orient: 'vertical', top: 'middle', itemGap: 12 },
    textStyle: { ...legend.textStyle, width, overflow: 'break', lineHeight: 15 },
  });
  const at = (percent: number) => [`${look.rightToLeft ? 100 - percent : percent}%`, '50%'];
  return {
    ...base(look),
    aria: { enabled: true, label: { enabled: false }, decal: { show: true } },
    color: look.ring,
    legend,
    series: [
      {
        type: 'pie',
        clockwise: !look.rightToLeft,
        label: { show: false },
        itemStyle: { borderColor: look.surface, borderWidth: 2 },
        data: groups.map(({ name }, group) => ({ name, value: values[group] ?? 0 })),
      },
    ],
    // The first applies where no query does, also after the window was made smaller.
    media: [
      {
        option: {
          legend: { ...list(220), [start]: '52%', [end]: 'auto' },
          series: [{ radius: ['42%', '68%'], center: at(28) }],
        },
      },
      {
        query: { maxWidth: 420 },
        option: {
          legend: { ...list(130), [start]: 'auto', [end]: 0 },
          series: [{ radius: ['34%', '56%'], center: at(24) }],
        },
      },
    ],
  };
}

/** Axes of horizontal bars with the first group on top. In right-to-left languages they grow from the right. */
function barAxes({ groups }: ChartContent, look: ChartLook) {
  const { rightToLeft, text } = look;
  const axisLabel = (letters: number) => {
    const formatter = (name: string) => twoLines(name, letters);
    return { color: text, interval: 0, lineHeight: 15, formatter };
  };
  return {
    xAxis: { ...valueAxis(look), inverse: rightToLeft },
    yAxis: { ...groupAxis(groups, look), inverse: true, position: rightToLeft ? 'right' : 'left' },
    // The first applies where no query does, also after the window was made smaller.
    media: [
      { option: { yAxis: { axisLabel: axisLabel(20) } } },
      { query: { minWidth: 480 }, option: { yAxis: { axisLabel: axisLabel(32) } } },
    ],
  };
}

/** Breaks a name, since a row has space for two lines. The table has names whole that are longer. */
function twoLines(name: string, letters: number): string {
  const space = name.length > letters ? name.lastIndexOf(' ', letters) : -1;
  const lines = space > 0 ? [name.slice(0, space), name.slice(space + 1)] : [name];
  return lines.map((line) => isolateName(line.length > letters ? `${line.slice(0, letters - 1)}…` : line)).join('\n');
}

/** Axes in order of time. In right-to-left languages it runs from the right. */
function timeAxes({ groups }: ChartContent, look: ChartLook) {
  const { rightToLeft, dimmed } = look;
  return {
    xAxis: { ...groupAxis(groups, look), inverse: rightToLeft, axisLabel: { color: dimmed, hideOverlap: true } },
    yAxis: { ...valueAxis(look), position: rightToLeft ? 'right' : 'left' },
  };
}

function base({ font, text, number, surface, line, rightToLeft }: ChartLook) {
  return {
    animation: false,
    textStyle: { fontFamily: font, color: text },
    tooltip: {
      backgroundColor: surface,
      borderColor: line,
      textStyle: { color: text, fontFamily: font, align: rightToLeft ? 'right' : 'left' },
      valueFormatter: (value: unknown) => number(Number(value)),
    },
  };
}

function legendOf({ text, font, rightToLeft, number }: ChartLook) {
  const align = rightToLeft ? 'right' : 'left';
  const textStyle = { color: text, fontFamily: font };
  const pageFormatter = ({ current, total }: { current: number; total: number }) =>
    isolateName(`${number(current)}/${number(total)}`);
  return { top: 0, type: 'scroll', textStyle, pageTextStyle: textStyle, pageFormatter, align, formatter: isolateName };
}

function valueAxis({ number, dimmed, line }: ChartLook) {
  return {
    type: 'value',
    minInterval: 1,
    splitNumber: 4,
    axisLabel: { color: dimmed, formatter: (value: number) => number(value) },
    splitLine: { lineStyle: { color: line } },
  };
}

function groupAxis(groups: ChartContent['groups'], { line }: ChartLook) {
  return {
    type: 'category',
    data: groups.map(({ name }) => name),
    axisTick: { show: false },
    axisLine: { lineStyle: { color: line } },
  };
}
