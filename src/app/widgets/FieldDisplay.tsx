/** Shows the answer of one field for reading. It works outside a WidgetProvider too. */
import { AnswerDisplay } from './Answer.tsx';
import { useHasWidgetProvider } from './environment.tsx';
import { OnlineWidgets } from './OnlineWidgets.tsx';
import type { DisplayProps } from './types.ts';
import './widgets.css';

export function FieldDisplay(props: DisplayProps) {
  return useHasWidgetProvider() ? (
    <AnswerDisplay {...props} />
  ) : (
    <OnlineWidgets>
      <AnswerDisplay {...props} />
    </OnlineWidgets>
  );
}
