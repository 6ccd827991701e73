/** What the heads of columns mean: names that XLSForm has had over the years, and languages however they are written. */
import { LANGUAGES } from '../text/languages.ts';

/** Columns whose cells are words, one column a language. */
const WORDS = new Set([
  'label',
  'hint',
  'guidance_hint',
  'constraint_message',
  'required_message',
  'media::image',
  'media::audio',
  'media::video',
  'media::big-image',
]);

/** Other names of columns. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['relevance', 'relevant'],
  ['caption', 'label'],
  ['labels', 'label'],
  ['hints', 'hint'],
  ['constraint message', 'constraint_message'],
  ['read_only', 'readonly'],
  ['read only', 'readonly'],
  ['calculate', 'calculation'],
  ['repeat', 'repeat_count'],
  ['count', 'repeat_count'],
  ['image', 'media::image'],
  ['audio', 'media::audio'],
  ['video', 'media::video'],
  ['big-image', 'media::big-image'],
  ['constraint_msg', 'constraint_message'],
  ['constraining message', 'constraint_message'],
  ['required message', 'required_message'],
  ['choice filter', 'choice_filter'],
  ['guidance hint', 'guidance_hint'],
  ['bind::relevant', 'relevant'],
  ['bind::required', 'required'],
  ['bind::constraint', 'constraint'],
  ['bind::calculate', 'calculation'],
  ['bind::readonly', 'readonly'],
  ['bind::jr:constraintmsg', 'constraint_message'],
  ['bind::jr:requiredmsg', 'required_message'],
  ['control::appearance', 'appearance'],
  ['control:appearance', 'appearance'],
  ['jr:count', 'repeat_count'],
  ['list name', 'list_name'],
  ['list', 'list_name'],
  ['value', 'name'],
  ['title', 'form_title'],
  ['set form title', 'form_title'],
  ['set form id', 'form_id'],
  ['id_string', 'form_id'],
  ['form id', 'form_id'],
  ['form title', 'form_title'],
  ['default language', 'default_language'],
]);

/** Names of languages, in English and their own, by tag. Anything else that a head names becomes a private tag. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    en: 'english,eng,inglizi,انگلیسی,انګلیسي,انګليسي',
    fa: 'dari,farsi,persian,prs,fas,per,darî,دری,فارسی,پارسی,fa-af,farsi/dari,dari/farsi',
    ps: 'pashto,pashtu,pushto,pukhto,pakhto,pash,pus,pst,pbt,pbu,pashtoo,پښتو,پشتو',
    ar: 'arabic,ara,العربية,عربي,عربی',
    fr: 'french,français,francais,fra,fre',
    es: 'spanish,español,espanol,spa',
    pt: 'portuguese,português,portugues,por',
    ur: 'urdu,urd,اردو',
    uz: 'uzbek,uzb,اوزبیکی,ازبکی,ازبیکی',
    tk: 'turkmen,tuk,ترکمنی',
    ku: 'kurdish,kur,kurmanji',
    ckb: 'sorani',
    so: 'somali,som,soomaali',
    sw: 'swahili,swa,kiswahili',
    am: 'amharic,amh',
    bn: 'bengali,bangla,ben',
    hi: 'hindi,hin',
    ne: 'nepali,nep',
    my: 'burmese,myanmar,mya',
    uk: 'ukrainian,ukr',
    ru: 'russian,rus',
    tr: 'turkish,tur',
    ha: 'hausa,hau',
  }).flatMap(([tag, names]) => names.split(',').map((name) => [name, tag] as const)),
);

const TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/;

/** Returns the tag of a language as a workbook names it: `Dari (prs)`, `Arabic`, `pash`, `pa`. */
export function languageNamed(written: string): string {
  const [, name = '', code = ''] = /^(.*?)(?:\(([^()]*)\))?$/.exec(written.trim().toLowerCase()) ?? [];
  const byName = NAMES.get(name.trim());
  const byCode = NAMES.get(code.trim());
  // `pa` is Punjabi by the standard, and Pashto in workbooks of Afghanistan and in this product.
  const plain = (code.trim() || name.trim()).replaceAll('_', '-');
  if (byName ?? byCode) return (byName ?? byCode) as string;
  if (plain === 'pa') return 'ps';
  const [base = '', ...rest] = plain.split('-');
  const found = (LANGUAGES as readonly string[]).includes(base) ? base : [base, ...rest.map(subtag)].join('-');
  if (TAG.test(found)) return found;
  const letters = plain.replace(/[^a-z0-9]+/g, '') || [...plain].map((one) => one.charCodeAt(0).toString(36)).join('');
  return `und-x-${(letters.match(/.{1,8}/g) ?? ['other']).slice(0, 4).join('-')}`;
}

/** A script has a capital first, a country only capitals. */
function subtag(part: string): string {
  return part.length === 4 ? part.charAt(0).toUpperCase() + part.slice(1) : part.toUpperCase();
}

export interface HeaderColumn {
  /** What it means: `label`, `relevant`, or what was written. */
  key: string;
  /** The language as it was written; undefined for a column without one. */
  language?: string;
}

/** Returns what the head of a column means. Both `::` and `:` stand before a language. */
export function parseHeader(header: string): HeaderColumn {
  // A long run of spaces is one: patterns would walk it again from each of its places.
  const written = header.trim().replace(/\s+/g, ' ');
  const plain = written.toLowerCase().replace(/\s*(::?)\s*/g, '$1');
  const whole = ALIASES.get(plain) ?? plain;
  if (WORDS.has(whole)) return { key: whole };
  const [, base, language] = /^((?:media::?[a-z-]+)|[^:]+?)\s*::?\s*(.+)$/.exec(written) ?? [];
  if (base !== undefined && language !== undefined) {
    const name = base.toLowerCase().replace(/\s*::?\s*/, '::');
    const key = ALIASES.get(name) ?? name;
    if (WORDS.has(key)) return { key, language: language.trim() };
    // `bind::relevant` and `media:image` name no language.
    const double = plain.replace(/:+/, '::');
    return {
      key: ALIASES.get(plain.replace('::', ':')) ?? ALIASES.get(double) ?? (WORDS.has(double) ? double : plain),
    };
  }
  return { key: whole };
}

/** Returns the key under which a row has its cell. */
export function headerKey({ key, language }: HeaderColumn): string {
  return language === undefined ? key : `${key}::${languageNamed(language)}`;
}
