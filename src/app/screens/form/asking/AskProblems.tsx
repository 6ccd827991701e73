/** Asks of each new problem whether it is one that is open at the site already. Only the person who stands there knows. */

import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { problemRows } from '../../../../core/form/index.ts';
import type { SameProblem } from '../../../../core/generated/api.ts';
import { PROBLEM_DETAILS } from '../../../../core/problems/log.ts';
import { dotSeparated } from '../../../../core/records/name.ts';
import { formatDate } from '../../../../core/text/dates.ts';
import { isolateName } from '../../../../core/text/languages.ts';

import { Dialog } from '../../../widgets/controls/Dialog.tsx';
import { itemName, useWidgets, useWidgetTexts } from '../../../widgets/environment.tsx';
import { useProblemTypes } from '../../../widgets/problems/useProblemTypes.ts';
import type { FormStore } from '../../../widgets/store.ts';

type Known = SameProblem['problems'][number];

/** What was said of one new problem: which one it is, or nothing if it is another one. */
export interface ProblemDecision {
  row: string;
  known: Known | undefined;
}

interface AskProblemsProps {
  store: FormStore;
  same: readonly SameProblem[];
  onBack: () => void;
  onDecided: (decisions: ProblemDecision[]) => void;
}

/** `same` has at least one. They are asked one after another. */
export function AskProblems({ store, same, onBack, onDecided }: AskProblemsProps) {
  const { language, calendar } = useWidgets();
  const { t } = useWidgetTexts();
  const { items } = useProblemTypes();
  const [decided, setDecided] = useState<ProblemDecision[]>([]);
  const asked = same[decided.length];
  if (!asked) return null;
  const type = items.find(({ id }) => id === asked.problem_type_id);
  const typed = problemRows(store.form, store.data).find(({ id }) => id === asked.id)?.[PROBLEM_DETAILS];
  const decide = (known: Known | undefined) => {
    const now = [...decided, { row: asked.id, known }];
    if (now.length === same.length) onDecided(now);
    else setDecided(now);
  };
  const names = (known: Known) => ({
    problem: dotSeparated([known.code, known.details]) || '…',
    date: formatDate(known.date_identified, { language, calendar }),
  });
  return (
    <Dialog title={t('problems.same.title')} onClose={onBack}>
      <Text>{t('problems.same.text', { type: isolateName(type ? itemName(type, language) : '') })}</Text>
      {typeof typed === 'string' && <Text c="dimmed">{t('problems.same.typed', { details: isolateName(typed) })}</Text>}
      <Stack gap="xs" mt="md">
        {asked.problems.map((known) => (
          <Button key={known.id} variant="default" styles={WRAPPED} data-same={known.id} onClick={() => decide(known)}>
            {t('problems.same.is', names(known))}
          </Button>
        ))}
        <Button variant="default" styles={WRAPPED} data-same="other" onClick={() => decide(undefined)}>
          {t('problems.same.other')}
        </Button>
        <Button onClick={onBack}>{t('problems.same.back')}</Button>
      </Stack>
    </Dialog>
  );
}

const WRAPPED = {
  root: { height: 'auto', paddingBlock: '0.5rem' },
  label: { whiteSpace: 'normal', lineHeight: 'var(--line-tight)' },
} as const;
