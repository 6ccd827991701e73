/** The blocks of the report, in order, and a way to add one. */

import { useTranslation } from 'react-i18next';
import { replacedAt, withoutAt } from '../../../core/edit/parts.ts';
import { moveItem } from '../../data/order.ts';
import { focusNext } from '../drafting/fields.tsx';
import { messageAt, useFindings } from '../drafting/findings.ts';
import { AddBlock } from './AddBlock.tsx';
import { BlockCard } from './BlockCard.tsx';
import classes from './Builder.module.css';
import { type DraftBlock, type DraftReport, freeBlockId } from './draft.ts';

interface Props {
  report: DraftReport;
  /** Form whose records a new block is about. */
  form: string;
  onForm: (form: string) => void;
  onChange: (blocks: DraftBlock[]) => void;
  onFirst: (block: DraftBlock) => void;
}

export function BlockList({ report: { blocks, programme }, form, onForm, onChange, onFirst }: Props) {
  const { t } = useTranslation('reportBuilder');
  const issues = useFindings();
  const error = messageAt(issues, '/blocks');
  return (
    <section className={`${classes.blocks} am-gap-4 am-stack`} aria-labelledby="builder-blocks">
      <h2 id="builder-blocks">{t('blocks.title')}</h2>
      {blocks.length === 0 && <p className="am-hint">{t('blocks.none')}</p>}
      {error && <p className="am-wrong">{error}</p>}
      {blocks.map((block, index) => (
        <BlockCard
          key={block.id}
          at={`/blocks/${index}`}
          value={block}
          programme={programme}
          isFirst={index === 0}
          isLast={index === blocks.length - 1}
          onChange={(next) => onChange(replacedAt(blocks, index, next))}
          onMove={(by) => {
            onChange([...moveItem(blocks, block, index + by)]);
            // At the end of the list only the other way is left.
            focusNext(
              ...(by < 0 ? ['up', 'down'] : ['down', 'up']).map(
                (to) => `${cardOf(block)} [data-action=block-arrow-${to}]`,
              ),
            );
          }}
          onCopy={() => {
            const copy = { ...block, id: freeBlockId(block.id, blocks) };
            onChange([...blocks.slice(0, index + 1), copy, ...blocks.slice(index + 1)]);
            focusNext(`${cardOf(copy)} input`);
          }}
          onRemove={() => {
            onChange(withoutAt(blocks, index));
            const next = blocks[index + 1] ?? blocks[index - 1];
            focusNext(next ? `${cardOf(next)} [data-action=block-trash]` : '[name=add-form]');
          }}
        />
      ))}
      <AddBlock
        key={blocks.length === 0 ? 'first' : 'more'}
        programme={programme}
        blocks={blocks}
        form={form}
        onForm={onForm}
        onAdd={(block) => {
          if (blocks.length === 0) onFirst(block);
          else onChange([...blocks, block]);
          focusNext(`${cardOf(block)} input`);
        }}
      />
    </section>
  );
}

function cardOf({ id }: DraftBlock): string {
  return `[data-block-card="${CSS.escape(id)}"]`;
}
