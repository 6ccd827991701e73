/** One report: open it, change it, withdraw it or offer it again, and everything that was published of it. */

import { Alert, Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { partOfReport, reportOfPart } from '../../../core/definitions/parts.ts';
import type { CommonPart } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { text } from '../../data/words.ts';
import { saveFileToDevice } from '../../screens/record/save.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { originText } from '../common-parts/api.ts';
import { CommonPartHistory } from '../common-parts/PartHistory.tsx';
import { useCommonPart } from '../common-parts/usePart.tsx';
import { builderApi, reportDraftPath } from './api.ts';

export default function ReportPartScreen() {
  const { report = '' } = useParams();
  const part = partOfReport(report);
  const { t } = useTranslation('reportBuilder');
  const { t: admin } = useTranslation('admin');
  const navigate = useNavigate();
  const { found, instead, ask, dialog } = useCommonPart(part);
  const change = useMutation({
    mutationFn: () => builderApi.start({ from: report }),
    onSuccess: ({ data }) => navigate(reportDraftPath(data.id)),
  });
  if (instead) return instead;
  const { data: served, content } = found ?? {};
  const title = text(served?.title) || t('list.title');
  const isWithdrawn = served?.report?.withdrawn === true;
  const withdraw = () => {
    if (!served) return;
    const { withdrawn: _before, ...kept } = content ?? {};
    const question = t(isWithdrawn ? 'part.askOffer' : 'part.askWithdraw', { name: isolateName(title) });
    ask({ given: { content: isWithdrawn ? kept : { ...kept, withdrawn: true } }, hash: served.hash, question });
  };
  return (
    <Screen
      name="report-part"
      title={title}
      crumbs={[{ label: t('list.title'), to: '/admin/reports' }, { label: title }]}
      buttons={
        served && (
          <ActionButton
            icon="pencil"
            size="sm"
            action="change"
            loading={change.isPending}
            onClick={() => change.mutate()}
          >
            {t('part.change')}
          </ActionButton>
        )
      }
    >
      {!found && <Skeleton height={240} radius="lg" />}
      {change.error && <FailureNote error={change.error} />}
      {found && served && (
        <>
          {(isWithdrawn || served.replaced) && (
            <Alert
              color="yellow"
              variant="light"
              icon={<Icon name="alert-triangle" />}
              mb="md"
              data-withdrawn={isWithdrawn || undefined}
            >
              {isWithdrawn ? t('part.isWithdrawn') : t('part.replaced')}
            </Alert>
          )}
          {served.report?.description && <p className="am-after am-dimmed">{text(served.report.description)}</p>}
          <p className="am-hint">{originText(served, admin)}</p>
          <Actions part={served} file={found.text} onWithdraw={withdraw} />
          <CommonPartHistory found={found} onAsk={ask} />
        </>
      )}
      {dialog(title)}
    </Screen>
  );
}

interface ActionsProps {
  part: CommonPart;
  /** The text of the file that would hold the report. */
  file: string;
  onWithdraw: () => void;
}

function Actions({ part, file, onWithdraw }: ActionsProps) {
  const { t } = useTranslation('reportBuilder');
  const isWithdrawn = part.report?.withdrawn === true;
  return (
    <div className="am-cluster am-gap-4 am-row-gap-2 am-above-3 am-after">
      {!isWithdrawn && part.report && (
        <Link to={part.report.path} className="am-target" data-action="open">
          <Icon name="report-analytics" size={18} /> {t('part.open')}
        </Link>
      )}
      <ActionButton
        icon={isWithdrawn ? 'restore' : 'archive'}
        variant="default"
        size="sm"
        action="withdraw"
        onClick={onWithdraw}
      >
        {t(isWithdrawn ? 'part.offer' : 'part.withdraw')}
      </ActionButton>
      <ActionButton
        icon="download"
        variant="default"
        size="sm"
        action="download"
        onClick={() =>
          saveFileToDevice(
            { blob: new Blob([file], { type: 'application/json' }), name: null },
            `${reportOfPart(part.part)}.report.json`,
          )
        }
      >
        {t('part.file')}
      </ActionButton>
    </div>
  );
}
