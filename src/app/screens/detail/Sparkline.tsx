/** A small line of numbers over time, without axes. Its name tells the numbers to those who do not see it. */
import classes from './Overview.module.css';

interface Props {
  /** Oldest first. */
  values: readonly number[];
  /** The lowest and the highest value that there can be. */
  bounds: readonly [lowest: number, highest: number];
  label: string;
}

/** Size in pixels, and the room around the line for its last point. */
const WIDTH = 96;
const HEIGHT = 28;
const EDGE = 4;

export function Sparkline({ values, bounds: [lowest, highest], label }: Props) {
  const points = values.map((value, index) => {
    const x = EDGE + (index * (WIDTH - 2 * EDGE)) / Math.max(values.length - 1, 1);
    const y = HEIGHT - EDGE - ((value - lowest) * (HEIGHT - 2 * EDGE)) / (highest - lowest);
    return [Math.round(x * 10) / 10, Math.round(y * 10) / 10] as const;
  });
  const last = points.at(-1);
  if (!last) return null;
  return (
    <svg
      className={`${classes.sparkline} am-mirrored`}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      <polyline points={points.map((point) => point.join()).join(' ')} />
      <circle cx={last[0]} cy={last[1]} r={3} />
    </svg>
  );
}
