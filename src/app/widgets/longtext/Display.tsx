import { useText } from '../controls/PlainDisplay.tsx';
import type { DisplayProps } from '../types.ts';

/** Keeps the writer's lines; each takes its own direction. */
export function Display(props: DisplayProps) {
  return (
    <div className="am-paragraphs" dir="auto">
      {useText(props)}
    </div>
  );
}
