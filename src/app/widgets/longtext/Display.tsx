import { useText } from '../controls/PlainDisplay.tsx';
import { writtenIn } from '../controls/writtenIn.ts';
import type { DisplayProps } from '../types.ts';

/** Keeps the writer's lines; each takes its own direction. */
export function Display(props: DisplayProps) {
  return (
    <div className="am-paragraphs" dir="auto" {...writtenIn(props.node)}>
      {useText(props)}
    </div>
  );
}
