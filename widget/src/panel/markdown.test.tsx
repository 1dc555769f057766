import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { plainText } from './inline-text.tsx'
import { Markdown } from './markdown.tsx'
import { PanelContext, type PanelContextValue } from './panel-context.ts'
import { createTranslator } from './messages.ts'
import { en } from './messages/en.ts'

// Blocks only use the panel's messages.
const parts = { translator: createTranslator('en', en) } as PanelContextValue
const html = (text: string, cited: number[] = []) =>
  renderToStaticMarkup(
    <PanelContext value={parts}>
      <Markdown text={text} cite={(number) => (cited.includes(number) ? <b>{number}</b> : null)} />
    </PanelContext>,
  )
const plain = (text: string) => renderToStaticMarkup(<>{plainText(text)}</>)

test('the marks of an answer become nodes', () => {
  expect(html('**Returns** are *free* for `30 days`, ~~not~~ 14.')).toBe(
    '<p><strong>Returns</strong> are <em>free</em> for <code>30 days</code>, <del>not</del> 14.</p>',
  )
  expect(html('one\ntwo\n\nthree')).toBe('<p>one<br/>two</p><p>three</p>')
  expect(html('## Postage #')).toBe('<p class="heading">Postage</p>')
  expect(html('> quoted\n> twice')).toBe('<blockquote><p>quoted<br/>twice</p></blockquote>')
  expect(html('```js\na < b\n```')).toBe(
    '<div class="code"><pre tabindex="0"><code>a &lt; b</code></pre><button type="button" class="text-button">Copy code</button><span role="status" class="unseen"></span></div>',
  )
  expect(html('a\n\n---\n\nb')).toBe('<p>a</p><hr/><p>b</p>')
})
test('lists nest, keep their first number and may be loose', () => {
  expect(html('- a\n  - b\n- c')).toBe('<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>')
  expect(html('3. x\n\n4. y')).toBe('<ol start="3"><li>x</li><li>y</li></ol>')
})
test('a table is a table', () => {
  expect(html('| a | b |\n|---|--:|\n| 1 | **2** |')).toBe(
    '<div class="table" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead>' +
      '<tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table></div>',
  )
})
test('a cited number is a chip, any other stays text', () => {
  expect(html('Free [1], both [1, 2], none [3].', [1, 2])).toBe(
    '<p>Free <b>1</b>, both <b>1</b><b>2</b>, none [3].</p>',
  )
})
test('snake_case, lone stars and escapes stay as they are', () => {
  expect(html('snake_case_name 2 * 3 * 4 \\*x\\* **')).toBe('<p>snake_case_name 2 * 3 * 4 *x* **</p>')
})
test('links lead to http, https, mailto and tel only, and never take the referrer along', () => {
  expect(html('[page](https://example.com/a?b=1&c=2 "t")')).toBe(
    '<p><a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">page</a></p>',
  )
  expect(html('See https://example.com/x).')).toContain('>https://example.com/x</a>).')
  expect(html('[mail](mailto:a@example.com) [call](tel:+421900)')).toContain('href="mailto:a@example.com"')
})
test('SEC-29 no text becomes a script, a frame, a picture or a foreign scheme', () => {
  const attacks = [
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
  for (const attack of attacks) {
    for (const rendered of [html(attack, [1]), plain(attack)]) {
      expect(rendered).not.toMatch(/<(script|img|svg|iframe|object|style)/i)
      expect(rendered).not.toMatch(/<[^>]* (on\w+|style|src)=/i)
      expect(rendered).not.toMatch(/href="(?!https?:|mailto:|tel:)/i)
    }
  }
})
test('SEC-31 poison is shown as text, within the time of a test', () => {
  const poison = [
    '**'.repeat(4_000),
    '*a'.repeat(4_000),
    '['.repeat(8_000),
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
  ]
  for (const text of poison) expect(typeof html(text, [1])).toBe('string')
})
test('what a person typed stays as typed, but its addresses can be opened', () => {
  expect(plain('2*3*4 **x** [1] see https://example.com.')).toBe(
    '2*3*4 **x** [1] see <a href="https://example.com/" target="_blank" rel="noopener noreferrer nofollow">https://example.com</a>.',
  )
})
