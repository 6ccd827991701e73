/** Draws a chart with its title into a file. A canvas, because a picture of an SVG would not have the page's fonts. */
import { TitleComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import {
  type ChartContent,
  type ChartKind,
  type ChartLook,
  chartHeight,
  chartOption,
} from '../figures/chartOptions.ts';

echarts.use([CanvasRenderer, TitleComponent]);

/** In pixels; a PNG has twice as many. */
const WIDTH = 960;
const HEAD = 56;
const MARGIN = 24;

interface Drawing {
  as: ChartKind;
  data: ChartContent;
  title: string;
  look: ChartLook;
}

export async function chartFile(type: 'svg' | 'png', { as, data, title, look }: Drawing): Promise<Blob> {
  const place = document.createElement('div');
  const chart = echarts.init(place, null, {
    renderer: type === 'svg' ? 'svg' : 'canvas',
    width: WIDTH,
    height: chartHeight(as, data) + HEAD + MARGIN,
    devicePixelRatio: 2,
  });
  try {
    chart.setOption({
      ...moved(chartOption(as, data, look)),
      title: titleOf(title, look),
      backgroundColor: look.surface,
    });
    if (type === 'svg') return new Blob([chart.renderToSVGString()], { type: 'image/svg+xml' });
    const canvas = chart.getRenderedCanvas({ pixelRatio: 2, backgroundColor: look.surface });
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The browser drew no picture'))), 'image/png'),
    );
  } finally {
    chart.dispose();
  }
}

function titleOf(title: string, { rightToLeft, text, font }: ChartLook) {
  return {
    text: title,
    top: MARGIN / 2,
    left: rightToLeft ? 'right' : 'left',
    padding: [4, MARGIN],
    textStyle: { color: text, fontFamily: font, fontSize: 18 },
  };
}

interface Placed {
  grid?: { top: number; bottom: number; left: number; right: number };
  legend?: { top: number };
}

/** Makes space for the title above the chart and a margin around it. */
function moved(option: object): object {
  const { grid, legend } = option as Placed;
  return {
    ...option,
    ...(legend && { legend: { ...legend, top: HEAD } }),
    ...(grid && {
      grid: {
        ...grid,
        top: grid.top + HEAD,
        bottom: grid.bottom + MARGIN,
        left: grid.left + MARGIN,
        right: grid.right + MARGIN,
      },
    }),
  };
}
