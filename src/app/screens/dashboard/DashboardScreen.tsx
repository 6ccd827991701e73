/** The home screen: the cards of this person's home, in the order of the configuration. Cards without anything are left out. */

import { Alert, Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HomeView } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { isNoNetwork } from '../../data/errors.ts';
import { useForms, useHome, useSession } from '../../data/queries.ts';
import { number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { NoNetwork } from '../../shell/NoNetwork.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { RecentActivity } from './Activity.tsx';
import classes from './Dashboard.module.css';
import { DatesDue } from './DatesDue.tsx';
import { FiguresPanel } from './Figures.tsx';
import { FormCountsPanel } from './FormLines.tsx';
import { LocalDrafts } from './LocalDrafts.tsx';
import { WaitingByProgramme } from './Programmes.tsx';
import { QuickForms } from './QuickForms.tsx';
import { ReportedProblems } from './ReportedProblems.tsx';
import { SitesDue } from './SitesDue.tsx';
import { useDraftSync, useLocalDrafts } from './useLocalDrafts.ts';
import { WaitingPanel } from './WaitingPanel.tsx';

type Card = HomeView['cards'][number];

const CARDS: Record<Card, (home: HomeView) => ReactNode> = {
  figures: (home) => <FiguresPanel figures={home.figures} />,
  returned: (home) => <WaitingPanel home={home} which="to_correct" />,
  'to-check': (home) => <WaitingPanel home={home} which="to_verify" />,
  'nobody-verifies': (home) => <WaitingPanel home={home} which="to_nobody" />,
  drafts: () => <LocalDrafts />,
  'sites-due': (home) => <SitesDue due={home.due} />,
  'dates-due': (home) => <DatesDue dates={home.dates} />,
  problems: (home) => <ReportedProblems problems={home.problems} />,
  quick: (home) => <QuickForms names={home.quick} />,
  forms: (home) => <FormCountsPanel lines={home.lines} />,
  activity: (home) => <RecentActivity rows={home.activity} />,
  departments: (home) => <WaitingByProgramme waiting={home.waiting} />,
};

const CARD_OF = { to_correct: 'returned', to_verify: 'to-check', to_nobody: 'nobody-verifies' } as const;

/** Cards as wide as the screen. The others stand in two columns where there is room, and phones show all in one. */
const WIDE: ReadonlySet<Card> = new Set(['figures', 'quick', 'departments']);

export default function DashboardScreen() {
  const { t } = useTranslation();
  const session = useSession();
  const home = useHome();
  const isPhone = useIsNarrowScreen();
  // What is started seldom is behind the plus of the lower bar then.
  const hasPlus = isPhone && home.data?.due.some(isOpen);
  const shown = home.data?.cards.filter((card) => !(hasPlus && card === 'quick')) ?? [];
  useDraftSync(home.data?.drafts, home.dataUpdatedAt);
  const name = session.data?.user.name;
  return (
    <Screen
      name="dashboard"
      title={name ? t('dashboard.hello', { name: isolateName(name) }) : t('dashboard.title')}
      quietTitle={isPhone}
    >
      {home.error && (
        <>
          {isNoNetwork(home.error) ? <NoNetwork /> : <FailureNote error={home.error} />}
          <Button mb="md" onClick={() => void home.refetch()}>
            {t('retry')}
          </Button>
          {/* What is on this device can be opened without the server. */}
          {!home.data && <LocalDrafts />}
        </>
      )}
      {home.data?.held.map(({ form, version, next, title }) => (
        <Alert key={`${form}@${version}`} color="saffron" variant="light" mb="md" role="status">
          {t('dashboard.held', { title: isolateName(text(title)), version: number(version), next: number(next) })}
        </Alert>
      ))}
      {home.isPending && <Skeleton height={240} radius="lg" />}
      {home.data && (
        <>
          <NothingWaits home={home.data} />
          {(isPhone ? [shown] : groupsOf(shown)).map((cards) => (
            <div key={cards.join()} className={WIDE.has(cards[0] as Card) ? undefined : classes.flow}>
              {cards.map((card) => (
                <div key={card} className={classes.cell} data-card={card}>
                  {CARDS[card](home.data)}
                </div>
              ))}
            </div>
          ))}
        </>
      )}
    </Screen>
  );
}

function isOpen({ sites, visited }: HomeView['due'][number]): boolean {
  return visited < sites;
}

/** The narrow cards together, so that their columns are about equally long; wide ones above them and below. */
function groupsOf(cards: readonly Card[]): Card[][] {
  const isNarrow = (card: Card) => !WIDE.has(card);
  const first = cards.findIndex(isNarrow);
  const above = first < 0 ? cards : cards.slice(0, first);
  const rest = cards.slice(above.length);
  return [[...above], rest.filter(isNarrow), rest.filter((card) => WIDE.has(card))].filter((group) => group.length > 0);
}

/** Says so in one sentence when nothing is left to do. */
function NothingWaits({ home }: { home: HomeView }) {
  const { t } = useTranslation();
  const forms = useForms();
  const drafts = useLocalDrafts();
  const { cards, waiting, due, dates } = home;
  const waits =
    waiting.some(({ key, total }) => total > 0 && cards.includes(CARD_OF[key])) ||
    due.some(isOpen) ||
    dates.length > 0 ||
    (cards.includes('forms') && home.lines.length > 0);
  if (waits || !forms.data || !drafts.data || drafts.data.length > 0) return null;
  return (
    <p className="am-inline am-gap-3 am-after am-pad-4 am-shade am-strong" data-tone="green" data-nothing>
      <Icon name="circle-check" size={28} /> {t('dashboard.nothing')}
    </p>
  );
}
