/** Shows the answer of one field for reading. It works outside a WidgetProvider too. */
import { Answer } from './Answer.tsx';
import { useHasWidgets } from './environment.tsx';
import { OnlineWidgets } from './OnlineWidgets.tsx';
import type { DisplayProps } from './types.ts';
import './widgets.css';

export function FieldDisplay(props: DisplayProps) {
  return useHasWidgets() ? (
    <Answer {...props} />
  ) : (
    <OnlineWidgets>
      <Answer {...props} />
    </OnlineWidgets>
  );
}
