/** The ratings of a visit in one small picture: a bar for each, its height the answer. The words are read aloud. */
import { useTranslation } from 'react-i18next';
import type { RatingBars as Bars } from '../../../core/generated/api.ts';
import { useCommon } from '../../data/queries.ts';
import { comma, number, text } from '../../data/words.ts';

const HEIGHT = 18;
const LOWEST = 5;
/** Of a blank answer: a stub as thin as a line. */
const STUB = 1.5;
export function RatingBars({ ratings }: { ratings: Bars | undefined }) {
  const { t } = useTranslation();
  const scale = useCommon().data?.constants.ratings ?? [];
  if (!ratings) return null;
  const bars = ratings.flat();
  // Up to 40 fit into the width of 16.
  const pitch = bars.length <= 16 ? 7 : bars.length <= 24 ? 5 : 3;
  const width = 0.7 * pitch;
  const best = Math.max(...scale.map(({ points }) => points ?? 0), 1);
  const counts = scale.map(({ label, points }) => ({ words: text(label), is: points ?? 0 }));
  const words = [...counts, { words: t('review.blank'), is: null }].flatMap(({ words, is }) => {
    const times = bars.filter((bar) => bar === is).length;
    return times > 0 ? [`${words} ${number(times)}`] : [];
  });
  // Sections stand apart.
  const shifts = ratings.flatMap((section, at) => section.map(() => at * (pitch - width)));
  const drawn = bars.map((bar, at) => ({
    x: at * pitch + Number(shifts[at]),
    high: bar === null ? STUB : bar === 0 ? 0 : LOWEST + ((HEIGHT - LOWEST) * (bar - 1)) / (best - 1),
    tone: scale.find(({ points }) => points && points === bar)?.variant,
  }));
  const wide = (drawn.at(-1)?.x ?? 0) + width;
  return (
    <svg
      className="am-bars"
      role="img"
      aria-label={`${t('columns.record.ratings')}: ${words.join(comma())}`}
      width={wide}
      height={HEIGHT}
      viewBox={`0 0 ${wide} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {drawn.map(({ x, high, tone }) => (
        <rect key={x} x={x} y={HEIGHT - high} width={width} height={high} data-tone={tone} />
      ))}
    </svg>
  );
}
