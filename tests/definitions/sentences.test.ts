/**
 * Rules of whole sentences: an error ends with what to do, a button is no order, titles are written as sentences, and “may” is kept
 * for what is possible. What the specification states word for word is left as it stands (`tests/golden`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/definitions.ts';
import { table } from '../support/golden.ts';
import { childrenOf, type Tree, treeOf } from '../support/syntaxTree.ts';
import { definitions, interfaceTexts, one, type Text, unfilled } from '../support/texts.ts';

const messages = [...table('messages'), ...table('rules')];
const statedWords = new Set(messages.map(({ what = '' }) => what.toLowerCase().replace(/\.$/, '')));
const isStated = ({ en }: Text) => statedWords.has(en.toLowerCase().replace(/\.$/, ''));

/** Errors that ask for nothing, with the reason. */
const NOTHING_TO_DO: Record<string, string> = {
  'errors:state_locked': 'what may be done is a matter of the workflow: its buttons stand below',
  'errors:kept_by_system': 'there is nothing to do',
  'errors:nothing_to_erase': 'there is nothing to do',
  'errors:form_retired': 'says what is still possible',
  'errors:version_in_use': 'says what is still possible',
  'errors:not_newest_version': 'says what is still possible',
  'errors:problem_same': 'is a question with two buttons',
  'app:error.title': 'a title; the error stands below',
  'app:error.requestId': 'a label',
  'app:error.forbidden': 'a title; what to do stands below',
  'app:error.offlineModeText': 'the button stands below',
  'offline:why.locked': 'the button that asks to reopen stands below',
  'offline:why.changed_by_other': 'the buttons that choose stand below',
  'offline:why.transition': 'what hinders it stands below',
  'offline:why.other': 'what hinders it stands below',
};

const ACTS =
  'add|allow|ask|attach|check|choose|close|connect|continue|copy|correct|delete|describe|draw|end|enter|fill|finish|give|go|keep|leave|log|look|make|move|name|open|publish|put|rate|read|reload|remove|rename|restore|retire|save|send|separate|shorten|sign|simplify|split|switch|tell|try|turn|type|undo|update|use|wait|write';
/** A sentence, or what follows a colon or a comma, begins with what to do. */
const ASKS = {
  en: new RegExp(`(^|[.;:?!—,] |\\bor |\\band |\\bthen )((please|first|instead|so) )*(${ACTS})\\b`, 'i'),
  fa: /(^|[\s«])(?!ن?می‌|(ندار|هست|نیست)ید)[\u0600-\u06ff\u200c]*(?<!‌ا)ید(?=[\s.؛:،!]|$)/,
  ps: /لاړ شئ|(^|[\s«])(?!(شئ|لرئ)(?=[\s.؛:،!]|$))[\u0600-\u06ff\u200c]+ئ(?=[\s.؛:،!]|$)/,
} as const;
const isError = (at: string) => /^errors:|^app:error\.(?!next\.)|^offline:why\./.test(at);
const asksNothing = (text: Text) =>
  (['en', 'fa', 'ps'] as const).filter((language) => !ASKS[language].test(unfilled(text[language]).trim()));

/** Keys of the words of buttons, as the screens name them, without what only screen readers hear. */
function buttonsIn(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const own = /useTranslation\(\[?'(\w+)'/.exec(text)?.[1] ?? 'app';
  const source = ({ start, end }: Tree) => text.slice(start, end);
  const found: string[] = [];
  const visit = (node: Tree, isInButton: boolean): void => {
    if (node.type === 'JSXElement') {
      const opening = source(node.openingElement as Tree);
      const isWords = /^<Button\b/.test(opening) || (isInButton && !/hidden/.test(opening));
      visit(node.openingElement as Tree, false);
      for (const child of node.children as Tree[]) visit(child, isWords);
      return;
    }
    const [key, options] = (node.type === 'CallExpression' ? node.arguments : []) as Tree[];
    if (isInButton && key?.type === 'Literal' && source(node.callee as Tree) === 't') {
      const other = /ns: '(\w+)'/.exec(options ? source(options) : '')?.[1];
      found.push(String(key.value).includes(':') ? String(key.value) : `${other ?? own}:${key.value}`);
    }
    for (const child of childrenOf(node)) visit(child, isInButton);
  };
  visit(treeOf(path, text), false);
  return found;
}

const buttons = new Set(
  readdirSync(join(ROOT, 'src/app'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => buttonsIn(join(ROOT, 'src/app', path))),
);
/** A button names an act, and does not order the person to do it. */
const isOrder = ({ en, fa, ps }: Text) =>
  /^create /i.test(en) ||
  /(کن|ده|زن|شو|گیر|گذار|نویس|رو|بین|خوان|ساز|آور|فرست|بخش)ید$/.test(fa.trim()) ||
  /ئ$/.test(ps.trim());

/** Every word of more than two letters begins with a capital, and there are two of them or more. */
const isTitleCase = ({ en }: Text) => {
  const words = unfilled(en)
    .split(/\s+/)
    .filter((word) => /^[A-Za-z]{3,}/.test(word));
  return (
    words.length >= 2 && words.length === en.trim().split(/\s+/).length && words.every((word) => /^[A-Z]/.test(word))
  );
};
/** Names of places, banks and calendars. */
const PROPER = /^common\/(places|choices)\/|[:.]((to)?solar)$/i;
const CALLED_SO = new Set(['communication/communication-dashboard.report/title']);

/** “May” of a role or of people is a permission: they can. */
const isPermission = ({ en }: Text) =>
  /\b(who|roles?|pattern|they|you|people|somebody|nobody|everybody)( “[^”]*”| …)? may (?!have|be\b|want)/.test(
    unfilled(en),
  );

describe('sentences', () => {
  it('of errors say what to do, in each language', () => {
    expect(asksNothing({ en: 'No network.', fa: 'شبکه نیست؛ ندارید.', ps: 'شبکه نشته، نه یې لرئ.' })).toEqual([
      'en',
      'fa',
      'ps',
    ]);
    expect(asksNothing({ en: 'No network. Try again.', fa: 'دوباره کوشش کنید.', ps: 'بیا هڅه وکړئ.' })).toEqual([]);
    const errors = [...interfaceTexts].filter(([at]) => isError(at));
    expect(errors.length).toBeGreaterThan(180);
    const wrong = errors.filter(([, text]) => !isStated(text) && asksNothing(text).length > 0);
    expect(wrong.filter(([at]) => !(at in NOTHING_TO_DO)).map(([at, text]) => [at, ...asksNothing(text)])).toEqual([]);
    const needed = new Set(wrong.map(([at]) => at));
    expect(Object.keys(NOTHING_TO_DO).filter((at) => !needed.has(at))).toEqual([]);
  });

  it('of buttons name the act', () => {
    expect([one({ en: 'Create list' }), one({ fa: 'باز کنید' }), one({ ps: 'پرانیزئ' })].map(isOrder)).toEqual([
      true,
      true,
      true,
    ]);
    expect(isOrder({ en: 'New list', fa: 'باز کردن', ps: 'پرانیستل' })).toBe(false);
    expect(buttons.size).toBeGreaterThan(120);
    const known = [...buttons].filter((at) => interfaceTexts.has(at));
    expect(known.length).toBeGreaterThan(120);
    expect(
      known.filter((at) => isOrder(interfaceTexts.get(at) as Text) && !isStated(interfaceTexts.get(at) as Text)),
    ).toEqual([]);
  });

  it('are written as sentences, titles too', () => {
    expect(
      [one({ en: 'Survey Rating' }), one({ en: 'Survey rating' }), one({ en: 'At Excel' })].map(isTitleCase),
    ).toEqual([true, false, false]);
    const wrong = [...interfaceTexts, ...definitions].filter(
      ([at, text]) => !PROPER.test(at) && !CALLED_SO.has(at) && !isStated(text) && isTitleCase(text),
    );
    expect(wrong.map(([at]) => at)).toEqual([]);
  });

  it('keep “may” for what is possible', () => {
    expect([one({ en: 'No role may verify it.' }), one({ en: 'The page may have moved.' })].map(isPermission)).toEqual([
      true,
      false,
    ]);
    expect([...interfaceTexts].filter(([, text]) => isPermission(text)).map(([at]) => at)).toEqual([]);
  });
});
