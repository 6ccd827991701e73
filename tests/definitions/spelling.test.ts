/** English texts are in British spelling, but for words that the specification states in the American one. */
import { describe, expect, it } from 'vitest';
import { definitions, interfaceTexts, one, type Text, type Texts, unfilled } from '../support/texts.ts';

/** American spellings: endings that no British word has, then stems. */
const AMERICAN = new RegExp(
  `\\b(?:${[
    // Not “size”, “prize” and the like, which are written so everywhere.
    '(?!(?:re|over|under|down)?siz|priz|seiz|capsiz|maiz|(?:un)?baptiz)[a-z]+(?:iz(?:e[drs]?|ing|ers?|ations?|ational|able)|yz(?:e[drs]?|ing|ers?))',
    '(?:col|fav|hon|lab|neighb|behavi|harb|rum|vap|vig|endeav)or(?:s|ed|ing|able|ite|ites|al|hood|hoods|less|er|ers)?',
    '(?:cent|theat|lit|fib|kilomet|centimet|millimet)ers?',
    '(?:catal|dial|anal|monol)ogs?',
    'programs?(?= (?:manager|assistant|officer|staff|of (?:the )?(?:monitoring|organisation)))|programmatic',
    '(?:defen|offen|preten)ses?|licenses?(?= (?:of|number|is|was|expires))',
    '(?:cancel|label|travel|model|level|signal|total|channel|counsel|fuel|equal|initial|dial)(?:ed|ing|er|ers|or|ors)',
    String.raw`enroll(?:s|ments?)?|fulfill(?:s|ments?)?|skillful\w*|willful\w*|installment|judgments?|acknowledgments?`,
    String.raw`gray|aging|plow|mold|jewelry|toward|anemia|an?esthesia|pediatric\w*|gynecolog\w*|diarrhea|maneuver\w*`,
    String.raw`(?:un)?authoriz\w+|sidewalk|faucet|trash|garbage|elevator`,
  ].join('|')})\\b`,
  'i',
);

/** What the specification calls so, where it may stand, and why. */
const STATED: { term: RegExp; at: RegExp; why: string }[] = [
  {
    term: /\bcenters?\b/i,
    at: /health/i,
    why: 'health centers are called so in the specification, and the forms about one say “the center”',
  },
  { term: /^Program (manager|assistant)$/, at: /^common\/permissions|^people\/staff/, why: 'names of roles' },
  { term: /^Canceled$/, at: /status|\/measures\//, why: 'a status of sites, projects and publications' },
  {
    term: /^Authorization required$|^Unauthorized operation$/,
    at: /^errors:/,
    why: 'messages that are asked for word for word',
  },
];

const isStated = (at: string, { en }: Text) =>
  STATED.some(({ term, at: place }) => term.test(en) && place.test(`${at} ${en}`));
const americanIn = (texts: Texts) => [...texts].filter(([, { en }]) => AMERICAN.test(unfilled(en)));

describe('spelling', () => {
  it.each([
    'Center of the district',
    'Color of the roof',
    'Organize the meeting',
    'The analyzed sample',
    'Program manager of the province',
    'The catalog',
    'A labeled box',
    'Behavior of staff',
    'Enrollment',
  ])('finds American spelling: %s', (en) => {
    expect(americanIn(new Map([['wrong', one({ en })]]))).toHaveLength(1);
  });

  it.each([
    'Centre, colour and organisation',
    'A computer program and a programme of the ministry',
    'Prize, size, seized, resized, parameter, letter, water, meter readings analysed',
    'Enrolled, controlled, referred, cancelled, equalled',
  ])('takes British spelling: %s', (en) => {
    expect(americanIn(new Map([['right', one({ en })]])).map(([, text]) => AMERICAN.exec(text.en)?.[0])).toEqual([]);
  });

  it('is British in every text, but for what the specification states', () => {
    const found = americanIn(new Map([...interfaceTexts, ...definitions]));
    expect(found.filter(([at, text]) => !isStated(at, text)).map(([at, { en }]) => `${at}: ${en}`)).toEqual([]);
    const idle = STATED.filter(
      ({ term, at: place }) => !found.some(([at, { en }]) => term.test(en) && place.test(`${at} ${en}`)),
    );
    expect(idle).toEqual([]);
  });

  it('calls a health center so everywhere', () => {
    const mixed = [...interfaceTexts, ...definitions].filter(([, { en }]) => /health[- ]centre/i.test(en));
    expect(mixed.map(([at]) => at)).toEqual([]);
  });
});
