/** Asks what becomes of the answers of a published question that is removed. */
import { Button, Radio, Skeleton, Textarea } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldAt, siblingFields } from '../../../core/edit/draft.ts';
import { isAnswered } from '../../../core/edit/kinds.ts';
import { dropQuestion, storedPathsOf, transferAnswers } from '../../../core/edit/migrate.ts';
import type { QuestionHistory } from '../../../core/generated/api.ts';
import { ownTag } from '../../../core/text/languages.ts';
import { cleanText, isBlankText } from '../../../core/text/letters.ts';
import { call } from '../../data/http.ts';
import { preferences } from '../../data/preferences.ts';
import { number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import { focusNext, SelectField } from '../drafting/fields.tsx';
import { FORM_KEY, useDesigner } from './context.ts';

export function RemoveQuestionDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const { t } = useTranslation('designer');
  const { draft, change, choose, languages, published } = useDesigner();
  const field = fieldAt(draft, path);
  const [fate, setFate] = useState<'drop' | 'move'>('drop');
  const [reason, setReason] = useState('');
  const [target, setTarget] = useState('');
  const form = String(draft.definition.form);
  const history = useQuery({
    queryKey: ['definition', form, 'questions', field?.id],
    queryFn: () =>
      call<QuestionHistory>(`definitions/${encodeURIComponent(form)}/questions/${encodeURIComponent(field?.id ?? '')}`),
  });
  const answered = history.data?.wordings.reduce((sum, one) => sum + one.answered, 0);
  // Answers of several parts have no single place to go to.
  const mayMove = !path.includes('.') && storedPathsOf(draft, path).length === 1;
  const others = Object.entries(siblingFields(draft, path)).filter(
    ([name, one]) => name !== path && storedPathsOf(draft, name).length === 1 && isAnswered(one),
  );
  const isReady = fate === 'drop' ? !isBlankText(reason) : target !== '';
  const language = ownTag(languages, preferences().language) ?? languages[0] ?? 'en';
  const remove = () => {
    const isNew = !published.has(fieldAt(draft, target)?.id ?? '');
    change(
      fate === 'drop'
        ? dropQuestion(draft, path, { [language]: cleanText(reason) })
        : transferAnswers(draft, path, target, isNew),
    );
    choose(FORM_KEY);
    focusNext('[data-pane=outline] [data-row]');
    onClose();
  };
  return (
    <Dialog title={t('remove.title', { name: text(field?.short ?? field?.label) || path })} onClose={onClose}>
      <div className="am-gap-4 am-stack">
        {history.isPending && <Skeleton height={24} />}
        {history.error && <FailureNote error={history.error} />}
        {answered !== undefined && <p>{t('remove.answers', { count: answered, number: number(answered) })}</p>}
        <Radio.Group value={fate} onChange={(value) => setFate(value as 'drop' | 'move')} label={t('remove.question')}>
          <Radio value="drop" label={t('remove.drop')} />
          <Radio value="move" label={t('remove.move')} disabled={!mayMove || others.length === 0} />
        </Radio.Group>
        {fate === 'drop' ? (
          <Textarea
            label={t('remove.reason')}
            name="reason"
            dir="auto"
            required
            withAsterisk={false}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        ) : (
          <SelectField
            label={t('remove.target')}
            name="target"
            none={t('add.choose')}
            items={others.map(([name, one]) => ({ value: name, label: text(one.short ?? one.label) || name }))}
            value={target}
            onChange={setTarget}
          />
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t('cancel', { ns: 'app' })}
          </Button>
          <Button color="red" variant="outline" data-action="do-remove" disabled={!isReady} onClick={remove}>
            {t('remove.do')}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
