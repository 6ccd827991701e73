/** What a workbook becomes: how much of it came over, what is wrong with it, what changed and what was left. */
import { Alert, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { XlsformFinding, XlsformNote, XlsformReading } from '../../../../core/generated/api.ts';
import { number, text } from '../../../data/words.ts';
import { DefinitionText } from '../../../theme/DefinitionText.tsx';
import { Icon } from '../../../theme/Icon.tsx';
import classes from './Workbook.module.css';

const RANKS = ['wrong', 'doubt', 'tidy'] as const;
const KINDS = ['lost', 'changed'] as const;
/** Lines that stand there before somebody asks for all. */
const FIRST = 50;

export function WorkbookReading({ reading, children }: { reading: XlsformReading; children: ReactNode }) {
  const { t } = useTranslation('workbook');
  const { findings, notes, more, rows, cells_seen: seen, cells_carried: carried, title, form, next } = reading;
  const count = (of: number) => ({ count: of, number: number(of) });
  return (
    <>
      <section className="am-shrinks am-above-4 am-card am-stack" data-reading={form}>
        <h2 className="am-below-1 am-wraps">
          {text(title) ? <DefinitionText of={title} /> : <bdi dir="ltr">{form}</bdi>}
        </h2>
        <p>{t('carried', { carried: number(carried), seen: number(seen), rows: number(rows) })}</p>
        {next && <Next next={next} />}
        {children}
      </section>
      <section className="am-shrinks am-above-4 am-card am-stack" data-findings={findings.length}>
        <h2 className="am-below-1 am-wraps">
          {findings.length > 0 ? t('findings', count(findings.length)) : t('sound')}
        </h2>
        {findings.length > 0 && <p className="am-after am-dimmed">{t('findingsHint')}</p>}
        {RANKS.map((rank) => (
          <Lines
            key={rank}
            name={rank}
            title={t(`ranks.${rank}`)}
            lines={findings.filter((one) => one.rank === rank)}
          />
        ))}
      </section>
      {notes.length > 0 && (
        <section className="am-shrinks am-above-4 am-card am-stack" data-notes={notes.length}>
          <h2 className="am-below-1 am-wraps">{t('notes', count(notes.length))}</h2>
          {KINDS.map((kind) => (
            <Lines key={kind} name={kind} title={t(`kinds.${kind}`)} lines={notes.filter((one) => one.kind === kind)} />
          ))}
        </section>
      )}
      {more > 0 && <p className="am-after am-dimmed">{t('more', count(more))}</p>}
    </>
  );
}

/** What becomes of the questions of a form that is there already. */
function Next({ next }: { next: NonNullable<XlsformReading['next']> }) {
  const { t } = useTranslation('workbook');
  const { version, renamed, added, removed } = next;
  const changes = [
    ['renamed', renamed.map(({ from, to }) => `${from} → ${to}`)],
    ['removed', removed],
    ['added', added],
  ] as const;
  return (
    <Alert color="saffron" variant="light" icon={<Icon name="info-circle" />} mb="md" data-next={version}>
      {t('next', { version: number(version) })}
      <ul className="am-bullets am-above-1 am-wraps">
        {changes.map(([kind, names]) =>
          names.length === 0 ? null : (
            <li key={kind} data-change={kind}>
              {t(kind)} <bdi dir="ltr">{names.join(', ')}</bdi>
            </li>
          ),
        )}
      </ul>
    </Alert>
  );
}

type Line = XlsformFinding | XlsformNote;

function Lines({ name, title, lines }: { name: string; title: string; lines: readonly Line[] }) {
  const { t } = useTranslation('workbook');
  const [isAll, setAll] = useState(false);
  if (lines.length === 0) return null;
  const left = isAll ? 0 : lines.length - FIRST;
  return (
    <details className={classes.lines} open data-lines={name}>
      <summary className="am-opener">
        {title} <span className="am-light am-dimmed">{number(lines.length)}</span>
      </summary>
      <ul className="am-below-3">
        {(isAll ? lines : lines.slice(0, FIRST)).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={at} data-code={line.code}>
            <code className="am-dimmed" dir="ltr">
              {line.address}
            </code>
            <span>
              {line.message} {'mend' in line && <b>{line.mend}</b>}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button variant="default" size="sm" onClick={() => setAll(true)}>
          {t('showAll', { number: number(lines.length) })}
        </Button>
      )}
    </details>
  );
}
