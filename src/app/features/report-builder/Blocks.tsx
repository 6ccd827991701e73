/** The blocks of the report, in order, and a way to add one. */
import { useTranslation } from 'react-i18next';
import { moved } from '../../data/order.ts';
import { AddBlock } from './AddBlock.tsx';
import { BlockCard } from './BlockCard.tsx';
import classes from './Builder.module.css';
import { messageAt, useBuilder } from './context.ts';
import { type DraftBlock, type DraftReport, freeId, replacedAt, withoutAt } from './draft.ts';

interface Props {
  report: DraftReport;
  /** Form whose records a new block is about. */
  form: string;
  onForm: (form: string) => void;
  onChange: (blocks: DraftBlock[]) => void;
  onFirst: (block: DraftBlock) => void;
}

export function Blocks({ report: { blocks, programme }, form, onForm, onChange, onFirst }: Props) {
  const { t } = useTranslation('reportBuilder');
  const { issues } = useBuilder();
  const error = messageAt(issues, '/blocks');
  return (
    <section className={classes.blocks} aria-labelledby="builder-blocks">
      <h2 id="builder-blocks">{t('blocks.title')}</h2>
      {blocks.length === 0 && <p className="am-hint">{t('blocks.none')}</p>}
      {error && <p className={classes.wrong}>{error}</p>}
      {blocks.map((block, index) => (
        <BlockCard
          key={block.id}
          at={`/blocks/${index}`}
          value={block}
          programme={programme}
          isFirst={index === 0}
          isLast={index === blocks.length - 1}
          onChange={(next) => onChange(replacedAt(blocks, index, next))}
          onMove={(by) => onChange([...moved(blocks, block, index + by)])}
          onCopy={() =>
            onChange([
              ...blocks.slice(0, index + 1),
              { ...block, id: freeId(block.id, blocks) },
              ...blocks.slice(index + 1),
            ])
          }
          onRemove={() => onChange(withoutAt(blocks, index))}
        />
      ))}
      <AddBlock
        key={blocks.length === 0 ? 'first' : 'more'}
        programme={programme}
        blocks={blocks}
        form={form}
        onForm={onForm}
        onAdd={(block) => (blocks.length === 0 ? onFirst(block) : onChange([...blocks, block]))}
      />
    </section>
  );
}
