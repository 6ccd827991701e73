/** The help of a question. Where it explains the options by their labels, each has a line of its own. */

import type { ReactNode } from 'react';
import type { FieldNode } from '../../core/definitions/types.ts';
import { helpByOption } from '../../core/form/helpByOption.ts';
import { closedOptionsOf } from '../../core/form/types/question.ts';
import { Icon } from '../theme/Icon.tsx';
import { useIsNarrowScreen } from '../theme/usePhone.ts';
import { useWidgets, useWidgetTexts } from './environment.tsx';
import { markLanguage } from './markLanguage.tsx';
import { WordsWithAnswers } from './WithAnswers.tsx';

export function FieldHelp({ node, id, words, base }: { node: FieldNode; id: string; words: string; base: string }) {
  const { say, foreign } = useWidgetTexts();
  const tag = foreign(node.def.help);
  const { constants } = useWidgets();
  const labels = (closedOptionsOf(node, constants) ?? []).map(({ label }) => say(label));
  const { lead, options } = helpByOption(words, labels);
  if (options.length === 0)
    return (
      <p className="am-help" id={id}>
        {markLanguage(tag, <WordsWithAnswers words={words} base={base} />)}
      </p>
    );
  return (
    <OptionHelp id={id}>
      {markLanguage(tag, <WordsWithAnswers words={lead} base={base} />)}
      <ul>
        {options.map(({ label, words: explained }) => (
          <li key={label}>
            <b>{label}:</b> <WordsWithAnswers words={explained} base={base} />
          </li>
        ))}
      </ul>
    </OptionHelp>
  );
}

/** What each option means is long, and known after a few visits: a phone shows it on request. */
function OptionHelp({ id, children }: { id: string; children: ReactNode }) {
  const { t } = useWidgetTexts();
  const isPhone = useIsNarrowScreen();
  if (!isPhone)
    return (
      <div className="am-help" id={id}>
        {children}
      </div>
    );
  return (
    <details className="am-help am-help-folded am-holds">
      <summary>
        <Icon name="info-circle" size={20} label={t('choice.meaning')} />
      </summary>
      <div id={id}>{children}</div>
    </details>
  );
}
