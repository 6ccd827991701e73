/** Labels of options with the answers that they name. */
import { useMemo, useSyncExternalStore } from 'react';
import type { FieldNode } from '../../core/definitions/types.ts';
import { answerLevelsAt, insertAnswersInOptions, optionsNameAnswers } from '../../core/form/answersInWords.ts';
import { useWidgets } from './environment.tsx';
import { NO_SUBSCRIPTION, useFormHost } from './host.tsx';

/**
 * Returns the question of an open form with its labels in words; the same object if no label names an answer. `base` is the
 * pointer of its row.
 */
export function useOptionWords<Node extends FieldNode | undefined>(node: Node, base: string): Node {
  const host = useFormHost();
  const { language, calendar, constants } = useWidgets();
  const store = host && node && optionsNameAnswers(node) ? host.store : undefined;
  const worded = () =>
    store && node
      ? insertAnswersInOptions(node, answerLevelsAt(store.form, store.data, base), {
          language,
          calendar,
          constants,
          refs: {},
        })
      : node;
  // As a text, which changes only when a label does: a list with other labels is drawn anew.
  const labels = useSyncExternalStore(store?.subscribe ?? NO_SUBSCRIPTION, () =>
    store ? JSON.stringify(worded()?.def.options) : '',
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels say what is in the words
  return useMemo(() => worded() as Node, [node, labels]);
}
