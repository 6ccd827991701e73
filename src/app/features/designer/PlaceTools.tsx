/** Moves, copies and removes what is chosen, at the head of its words and beside it in the live form. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldAt } from '../../../core/edit/draft.ts';
import { moveByOne } from '../../../core/edit/move.ts';
import { type OutlinePlace, outlineKeyOf } from '../../../core/edit/outline.ts';
import { copyQuestion, removeQuestion } from '../../../core/edit/questions.ts';
import { focusNext } from '../drafting/fields.tsx';
import { ToolButton } from '../drafting/ToolButton.tsx';
import { FORM_KEY, useDesigner } from './context.ts';
import { RemoveQuestionDialog } from './RemoveDialog.tsx';

interface Props {
  place: OutlinePlace;
  /** Pane in which the tools stand, which keeps the focus. */
  pane: 'question' | 'form';
}

export function OutlinePlaceTools({ place, pane }: Props) {
  const { t } = useTranslation('designer');
  const { draft, change, choose, published } = useDesigner();
  const [isRemoving, setRemoving] = useState(false);
  const go = (by: -1 | 1) => {
    const moved = moveByOne(draft, place, by);
    if (moved.draft === draft) return;
    change(moved.draft);
    choose(outlineKeyOf(moved.place));
    focusNext(`[data-pane=${pane}] [data-action=move-${by < 0 ? 'up' : 'down'}]`);
  };
  const copy = (path: string) => {
    const copied = copyQuestion(draft, path);
    change(copied.draft);
    choose(outlineKeyOf(copied.place));
    focusNext(pane === 'question' ? '[data-pane=question] textarea' : '[data-pane=form] [data-action=copy]');
  };
  const remove = (path: string) => {
    const field = fieldAt(draft, path);
    if (field && published.has(field.id)) return setRemoving(true);
    change(removeQuestion(draft, path));
    choose(FORM_KEY);
    focusNext('[data-pane=outline] [data-row]');
  };
  return (
    <>
      <ToolButton icon="arrow-up" action="move-up" label={t('move.up')} onClick={() => go(-1)} />
      <ToolButton icon="arrow-down" action="move-down" label={t('move.down')} onClick={() => go(1)} />
      {place.kind === 'question' && (
        <>
          <ToolButton icon="copy" action="copy" label={t('move.copy')} onClick={() => copy(place.path)} />
          <ToolButton icon="trash" action="remove" label={t('move.remove')} onClick={() => remove(place.path)} />
        </>
      )}
      {isRemoving && place.kind === 'question' && (
        <RemoveQuestionDialog path={place.path} onClose={() => setRemoving(false)} />
      )}
    </>
  );
}
