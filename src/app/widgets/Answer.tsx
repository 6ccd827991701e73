/** Shows the answer of one field for reading: the display of its type, or a dash if it is empty. */
import { insertAnswersInOptions, optionsNameAnswers } from '../../core/form/answersInWords.ts';
import { FIELD_TYPES } from '../../core/form/types/index.ts';
import { useWidgets } from './environment.tsx';
import { useReadAnswers } from './readAnswers.ts';
import type { DisplayProps } from './types.ts';

export function AnswerDisplay({ node, data, refs }: DisplayProps) {
  const { registry, language, calendar, constants } = useWidgets();
  const read = useReadAnswers();
  const { Display } = registry[node.type];
  if (node.type !== 'note' && FIELD_TYPES[node.type].isEmpty(node, data)) return <span className="am-dimmed">—</span>;
  const worded =
    read && optionsNameAnswers(node)
      ? insertAnswersInOptions(node, read.levels, { language, calendar, constants, refs: read.refs })
      : node;
  return <Display node={worded} data={data} refs={refs} />;
}
