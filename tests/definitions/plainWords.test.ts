/**
 * Rules of plain words that no single word breaks: what a Pashto label ends with, questions that a “yes” answers, digits and
 * Latin letters, what is deleted on a device, one translation for one English text and two for two, and no outdated text where
 * somebody is without help. Words to avoid are in the glossary.
 */
import { describe, expect, it } from 'vitest';
import { definitions, interfaceTexts, json, one, type Text, type Texts, unfilled } from '../support/texts.ts';

const all: Texts = new Map([...interfaceTexts, ...definitions]);

/** Places that may break a rule, with the reason. */
const EXCEPT: Record<string, string> = {
  // Letters of a list of options: “د: money was used elsewhere”.
  'projects/project-weekly.form/fields/category/options/3/label': 'letter of an option',
  'app:login.local.unknown_user': 'the first sentence is asked for word for word',
  'app:problems.download': 'asked for word for word',
  'server:problems.sheet': 'asked for word for word',
  'offline:why.parent': 'asked for word for word',
  'reportBuilder:about.kinds.feedback': 'the name of a kind of report',
  // Expressions and codes are typed as they stand.
  'definitions:issues.expression_date': 'a date in an expression',
  'designer:when.expressionHint': 'an expression',
  'designer:answer.defaultHint': 'an expression',
  'errors:borders_outside': 'name of a reference system',
  'examples/example-lists.form/fields/change_product/help': 'codes as they are stored',
  // A subordinate clause is negative, the question is not.
  'courts/civil-monitoring.form/fields/interpreter_given/label': 'about those who do not know the language',
  'courts/criminal-monitoring.form/fields/interpreter_given/label': 'about those who do not know the language',
  'courts/civil-monitoring.form/fields/decision_within_claim/label': 'no less and no more',
  'mines/mine-quarterly.form/fields/land_restored/label': 'land that is not used any more',
  'admin:events.choice_merged': 'says what was merged: an entry',
  'admin:places.events.place_merged': 'says what was merged: a place',
  'admin:places.events.place_separated': 'says what was separated: a place',
};

const found = (texts: Texts, isWrong: (text: Text, at: string) => boolean) =>
  [...texts].filter(([at, text]) => !(at in EXCEPT) && isWrong(text, at)).map(([at]) => at);

/** A Pashto preposition needs the second half of its pair: له … سره, په … کې, تر … پورې. */
const HANGING = /(^|\s)(له|په|د|تر)\s*(\([^)]*\))?\s*([:؛.]|$)/;
const isHanging = ({ ps: words }: Text) => HANGING.test(unfilled(words).trim());
const isNegative = ({ fa: dari, ps: pashto }: Text) =>
  /^آیا [^؟]*(نمی‌|نیست|ندار)[^؟]*؟/.test(dari) || /^ایا [^؟]*(^|\s)(نه|نشته)(\s[^؟]*)?؟/.test(pashto);
const isInLatinDigits = (text: Text) =>
  [text.fa, text.ps].some((words) =>
    unfilled(words)
      .split(/\s+/)
      .some((part) => /[0-9]/.test(part) && !/[A-Za-z]/.test(part)),
  );
/** Deleting “the data of this device” sounds as if photos and messages went too. */
const isOfDevice = (text: Text) =>
  /معلومات (این )?دستگاه/.test(text.fa) ||
  /د (دې )?وسیلې (ټول )?معلومات/.test(text.ps) ||
  /local database|data of (this|the) device/i.test(text.en);
/** Words of a programmer that stand in no definition, and none that is typed or names a format. */
const JARGON =
  /\b(examples|administrators|M&E|MB|GB|KB|kB|email|web|online|offline|login|server|app|browser|database)\b/;
const isJargon = (text: Text) => [text.fa, text.ps].some((words) => JARGON.test(unfilled(words)));

/** Words of programmers in the interface, each with a plainer one; a sheet is one of a workbook. */
const STIFF =
  /\b(restricted|operators?|scope|reference data|local database|binds?|propert(y|ies)|data contract|validators?|engine|parent record|of every record)\b|(?<!workbook.*)\bsheets?\b/i;
const OF_WORKBOOKS =
  /^(xlsform|export|workbook|server:codebook)[:.]|^errors:(sheet_|survey_missing)|^definitions:issues\.import_/;
const isStiff = ({ en: words }: Text, at: string) =>
  interfaceTexts.has(at) && !OF_WORKBOOKS.test(at) && STIFF.test(unfilled(words));

/** Returns the English texts of three words or more that have more than one translation. */
function twoTranslations(texts: Texts): string[] {
  const known = new Map<string, { at: string; text: Text }>();
  return [...texts].flatMap(([at, text]) => {
    if (at in EXCEPT || unfilled(text.en).trim().split(/\s+/).length < 3) return [];
    const other = known.get(text.en);
    if (!other) known.set(text.en, { at, text });
    return other && (other.text.fa !== text.fa || other.text.ps !== text.ps) ? [`${other.at} and ${at}`] : [];
  });
}

/** Two English words that are one in Dari or Pashto, with the reason why nobody confuses them. */
const ONE_WORD: Record<string, string> = {
  'definitions:diff.block_added': 'a report has blocks and a form sections: never in one list',
  'definitions:diff.block_removed': 'a report has blocks and a form sections: never in one list',
  'definitions:diff.blocks_reordered': 'a report has blocks and a form sections: never in one list',
  'definitions:diff.places.blocks_measures': 'figures of a form, numbers of a report: never in one list',
  'definitions:issues.kind_unknown': 'type and kind of a form are one word',
  'offline:sync.do': 'a title and its button',
};

/** Returns neighbours that say different things in English and the same in Dari or Pashto, the later one first. */
function collisions(texts: Texts): string[] {
  const known = new Map<string, { at: string; en: string }>();
  const plain = (words: string) =>
    unfilled(words)
      .toLowerCase()
      .replace(/[^a-z…]/g, '');
  return [...texts].flatMap(([at, text]) =>
    (['fa', 'ps'] as const).flatMap((language) => {
      // Forms of the plural are one text.
      if (/_(one|other)$/.test(at) || text[language] === '') return [];
      const key = `${at.replace(/[.:][^.:]*$/, '')} ${language} ${text[language]}`;
      const other = known.get(key);
      if (!other) known.set(key, { at, en: text.en });
      return other && plain(other.en) !== plain(text.en) ? [at] : [];
    }),
  );
}

type Status = Record<string, Record<string, { state: string }>>;
const stale = (status: Status) =>
  ['errors', 'offline'].flatMap((name) =>
    Object.entries(status[`locales/en/${name}.json`] ?? {})
      .filter(([, { state }]) => state === 'stale')
      .map(([pointer]) => `${name}${pointer}`),
  );

describe('plain words', () => {
  it('reads every text', () => {
    expect([interfaceTexts.size > 2500, definitions.size > 4000]).toEqual([true, true]);
  });

  it.each([
    [
      'leave no Pashto preposition hanging',
      isHanging,
      one({ ps: 'یوځای شو له: {{into}}' }),
      one({ ps: 'له دې سره یوځای شو: {{into}}' }),
    ],
    [
      'ask so that a yes is good',
      isNegative,
      one({ fa: 'آیا هیچ طفلی کار نمی‌کند؟' }),
      one({ fa: 'آیا معدن از کار اطفال پاک است؟' }),
    ],
    ['write digits of the language', isInLatinDigits, one({ ps: 'لکه 09:30.' }), one({ ps: 'لکه ۰۹:۳۰، SG2' })],
    [
      'say whose data is deleted on a device',
      isOfDevice,
      one({ fa: 'پاک کردن معلومات این دستگاه' }),
      one({ fa: 'پاک کردن معلومات امانت از این دستگاه' }),
    ],
    [
      'leave no code and no English in Dari and Pashto',
      isJargon,
      one({ fa: 'صفحه آغاز M&E' }),
      one({ fa: 'فایل CSV' }),
    ],
    [
      'say in English what a colleague would say',
      (text: Text, at: string) => isStiff(text, at === 'wrong' ? 'app:product' : at),
      one({ en: 'Reset the local database' }),
      one({ en: 'The workbook has no sheet for it' }),
    ],
  ] as const)('%s', (_, isWrong, wrong, right) => {
    expect(
      found(
        new Map([
          ['wrong', wrong],
          ['right', right],
        ]),
        isWrong,
      ),
    ).toEqual(['wrong']);
    expect(found(all, isWrong)).toEqual([]);
  });

  it('have one translation for one English text', () => {
    const try_ = { en: 'Nothing was sent yet', fa: 'هنوز فرستاده نشده', ps: 'لا نه ده لېږل شوې' };
    const other = { ...try_, fa: 'هنوز نرفته' };
    expect(
      twoTranslations(
        new Map([
          ['a', try_],
          ['b', other],
          ['c', try_],
        ]),
      ),
    ).toEqual(['a and b']);
    expect(twoTranslations(interfaceTexts)).toEqual([]);
  });

  it('say two things in two ways', () => {
    const save = { en: 'Save', fa: 'ذخیره', ps: 'خوندي کول' };
    const wrong = { en: 'Protect', fa: 'محافظت', ps: 'خوندي کول' };
    const texts: Texts = new Map([
      ['a:x.save', save],
      ['a:x.protect', wrong],
      ['a:y.protect', wrong],
      ['a:x.saveToo', { ...save, en: 'Save!' }],
    ]);
    expect(collisions(texts)).toEqual(['a:x.protect']);
    expect(new Set(collisions(interfaceTexts))).toEqual(new Set(Object.keys(ONE_WORD)));
  });

  it('follow the English in errors and in work without network', () => {
    const entry = (state: string): Status => ({ 'locales/en/errors.json': { '/busy': { state } } });
    expect([stale(entry('stale')), stale(entry('draft'))]).toEqual([['errors/busy'], []]);
    for (const language of ['fa', 'ps'])
      expect(stale(json(`locales/status/${language}/interface.json`) as Status), language).toEqual([]);
  });

  it('have exceptions that are needed', () => {
    const rules = [isHanging, isNegative, isInLatinDigits, isOfDevice, isJargon, isStiff];
    const isOwnWord = (at: string) => /_(merged|separated)$/.test(at);
    const idle = Object.keys(EXCEPT).filter((at) => {
      const text = all.get(at);
      return !text || !(isOwnWord(at) || rules.some((isWrong) => isWrong(text, at)));
    });
    expect(idle).toEqual([]);
  });
});
