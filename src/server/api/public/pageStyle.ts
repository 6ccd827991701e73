/** How the public page looks: light, dark and on paper. Lengths are logical, so that it is the same from right to left. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const STYLE = `
:root{color-scheme:light dark;--ink:#12262e;--quiet:#4c626b;--page:#f6f4ef;--card:#fff;--line:#d9dfe0;--deep:#0b3b4c;--on-deep:#fff;--on-deep-quiet:#c9dde3;--accent:#0b6382;--gold:#e8a13c;--bar:#0f7a9e;--rest:#9aa8ad;--land:#e6eaea;--edge:#8fa1a8}
@media (prefers-color-scheme:dark){:root{--ink:#e7eef0;--quiet:#a9bac1;--page:#0c1a20;--card:#13252d;--line:#2b414b;--deep:#082733;--accent:#7cc7e0;--bar:#4fb0cf;--rest:#6d7f87;--land:#203640;--edge:#4d656f}}
*{box-sizing:border-box}
html{scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;font:1rem/1.65 system-ui,"Segoe UI",Tahoma,sans-serif;color:var(--ink);background:var(--page)}
:is(body,button,select):is(:lang(fa),:lang(ps)){font-family:Vazirmatn,"Noto Naskh Arabic","Segoe UI",Tahoma,sans-serif;line-height:1.85}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--gold);outline-offset:2px;border-radius:4px}
.wrap{max-width:74rem;margin-inline:auto;padding-inline:clamp(1rem,4vw,2rem)}
.skip{position:absolute;inset-block-start:-6rem;background:var(--card);padding:.75rem 1rem}.skip:focus{inset-block-start:.5rem}
.hero{background:var(--deep);color:var(--on-deep)}
.hero a{color:inherit}
.top{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center;padding-block:.75rem}
.brand{display:flex;gap:.6rem;align-items:center;font-weight:700;font-size:1.125rem;margin-inline-end:auto}
.top a{display:inline-flex;align-items:center;min-height:44px;min-width:44px;justify-content:center;text-decoration:none}
.top a:hover{text-decoration:underline}
.top a[aria-current]{font-weight:700;box-shadow:inset 0 -3px 0 var(--gold)}
.top .login{padding-inline:1.25rem;border-radius:999px;background:var(--gold);color:#1d1400;font-weight:700}
.intro{display:grid;gap:clamp(1.5rem,4vw,3rem);padding-block:clamp(1.5rem,5vw,4rem) clamp(2rem,6vw,4.5rem)}
h1{margin:0 0 1rem;font-size:clamp(1.75rem,5vw,3.25rem);line-height:1.25;text-wrap:balance}
.intro p{margin:0 0 .5rem;max-width:44rem;color:var(--on-deep-quiet);font-size:1.0625rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr));gap:1px;margin:0;background:#ffffff2e;border-block:1px solid #ffffff2e}
.tiles div{display:flex;flex-direction:column-reverse;justify-content:flex-end;padding:1rem 1.25rem 1rem 0;padding-inline:0 1.25rem;background:var(--deep)}
.tiles dt{color:var(--on-deep-quiet)}
.tiles dd{margin:0;font-size:clamp(2rem,5vw,2.75rem);font-weight:700;line-height:1.3;font-variant-numeric:tabular-nums}
.tiles small{display:block;font-size:.9375rem;font-weight:400;line-height:1.6;color:var(--gold)}
section{padding-block:clamp(1.75rem,5vw,3.5rem) 0}
h2{margin:0 0 .75rem;font-size:clamp(1.375rem,3vw,1.875rem);line-height:1.35}
h3{margin:0 0 .75rem;font-size:1.0625rem}
.quiet{color:var(--quiet);margin:.25rem 0 0}
.tabs{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 1rem;padding:0;list-style:none}
.tabs a{display:inline-flex;align-items:center;min-height:44px;padding-inline:1rem;border:1px solid var(--line);border-radius:999px;background:var(--card);text-decoration:none;color:inherit}
.tabs a[aria-current]{background:var(--deep);color:var(--on-deep);border-color:var(--deep);font-weight:700}
.card{padding:clamp(1rem,2.5vw,1.5rem);border:1px solid var(--line);border-radius:14px;background:var(--card)}
form{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,8.4rem),1fr));gap:.75rem;align-items:end;margin-block-end:1rem}
label{display:grid;font-size:.9375rem}
select,button,.button{font:inherit;width:100%;min-height:44px;padding-inline:.75rem;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:var(--ink)}
button,.button{display:inline-flex;align-items:center;justify-content:center;cursor:pointer;text-decoration:none}
button.go{background:var(--accent);border-color:var(--accent);color:var(--card);font-weight:700}
[hidden]{display:none!important}
.card+.card,.quiet+.card{margin-block-start:1rem}
.defs{position:absolute}
.pair{display:grid;gap:1rem;align-items:start}
.pair>*,.card{min-width:0}
.scroll{max-height:22rem;overflow:auto}
svg{display:block;width:100%;height:auto}svg.key{display:inline-block;width:14px;height:14px}
.map svg{max-height:30rem}
.map use,.country use{fill:var(--land);stroke:var(--edge);stroke-width:1}
.map .s1{fill:color-mix(in srgb,var(--bar) 28%,var(--land))}.map .s2{fill:color-mix(in srgb,var(--bar) 46%,var(--land))}.map .s3{fill:color-mix(in srgb,var(--bar) 64%,var(--land))}.map .s4{fill:color-mix(in srgb,var(--bar) 82%,var(--land))}.map .s5{fill:var(--bar)}
.map a:hover use,.map a:focus-visible use{stroke:var(--gold);stroke-width:3}
.places{pointer-events:none}.places circle{fill:var(--card);stroke:var(--ink);stroke-width:1.5}.places text{font-size:14px;font-weight:700;text-anchor:middle;fill:var(--ink)}
.place{display:inline-grid;place-items:center;width:1.6rem;height:1.6rem;margin-inline-end:.5rem;border:1.5px solid var(--ink);border-radius:50%;font-size:.8125rem;font-weight:700}
.map .scroll{max-height:none}
.country{align-self:center;max-height:21rem}.country use{fill:#ffffff14;stroke:#ffffff40}.country .here{fill:var(--gold);fill-opacity:.85;stroke:var(--deep)}
.whole{height:4rem}
.bars{display:grid;gap:.6rem}.bars div{display:grid;grid-template-columns:1fr auto;gap:.15rem .75rem}.bars b{font-variant-numeric:tabular-nums}.bars i{grid-column:1/-1;height:12px;border-radius:6px;background:var(--bar)}
.key{display:inline-block;width:14px;height:14px;vertical-align:-2px;margin-inline-end:.5rem}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
caption{text-align:start;color:var(--quiet);padding-block-end:.25rem}
th,td{text-align:start;padding:.4rem .25rem;border-block-end:1px solid var(--line);font-weight:400}
thead th{font-weight:700}td,thead th:last-child{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
th a{display:inline-block;padding-block:.3rem}
.rank{display:block;height:6px;margin-block-start:.15rem;border-radius:3px;background:var(--bar)}
.rank.rest{background:var(--rest)}
.story{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,12rem),1fr));gap:1rem;margin:0;padding:0;list-style:none;counter-reset:step}
.story li{position:relative;counter-increment:step;padding:1.25rem;border:1px solid var(--line);border-radius:14px;background:var(--card)}
.story .n{display:grid;place-items:center;width:2.25rem;height:2.25rem;margin-block-end:.75rem;border-radius:50%;background:var(--deep);color:var(--on-deep);font-weight:700}
.story li:last-child .n{background:var(--gold);color:#1d1400}
.files{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-block:1rem 0}
.files .button,.files button{width:auto}
details{border-block-end:1px solid var(--line)}
summary{min-height:44px;padding-block:.6rem;cursor:pointer;font-weight:600}
details ol{margin:0;padding-inline-start:1.5rem}details ul{margin:0;padding-inline-start:1.25rem;color:var(--quiet)}
details .files{margin-block:.75rem 1rem}
footer{margin-block-start:clamp(2rem,6vw,4rem);padding-block:1.5rem;border-block-start:1px solid var(--line);color:var(--quiet)}
@media (min-width:40em){.tiles div+div{padding-inline-start:1.25rem}}
@media (max-width:40em){.country{display:none}.brand{order:-2}.login{order:-1}.top nav{flex-basis:100%;display:flex;gap:1.5rem}.scroll{max-height:16rem}}
@media (min-width:62em){.intro{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}.tiles{grid-column:1/-1}.pair{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}}
@media print{:root{--page:#fff;--card:#fff;--ink:#000;--quiet:#333;--deep:#fff;--on-deep:#000;--on-deep-quiet:#333;--line:#bbb}
.top a,form,.tabs,.files,.skip,.mapHint{display:none!important}.card,.story li{break-inside:avoid;border-color:#bbb}.scroll{max-height:none;overflow:visible}section{padding-block-start:1rem}.tiles small{color:#333}.tiles,.tiles div{background:#fff}details:not([open]),section:has(details):not(:has(details[open])){display:none}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;

/** Returns the style with the app's font, which browsers load only for the letters of Dari and Pashto. */
export function publicPageCss(appDir: string): string {
  const font = fontOf(appDir);
  const face = font
    ? `@font-face{font-family:Vazirmatn;src:url(/assets/${font}) format("woff2");font-weight:100 900;font-display:swap;unicode-range:U+0600-06FF,U+0750-077F,U+08A0-08FF,U+200C-200E,U+FB50-FDFF,U+FE70-FEFF}`
    : '';
  return `${face}${STYLE.trim()}`;
}

/** The name of the file has a hash, which changes with the build. */
function fontOf(appDir: string): string | undefined {
  try {
    return readdirSync(join(appDir, 'assets')).find((name) =>
      /^vazirmatn-arabic-wght-normal-[\w-]+\.woff2$/.test(name),
    );
  } catch {
    return undefined;
  }
}
