import { describe, expect, test } from 'vitest'
import { prose, text } from '../test/page-text.ts'

/** The blocks of a page after its first paragraphs. */
const blocks = (html: string) => text(`<main><h1>T</h1>${prose}${html}</main>`).split('\n\n').slice(4)
const code = (language: string, line: string) =>
  `<div class="language-${language}"><button class="copy"></button><span class="lang">${language}</span><pre><code>${line}</code></pre></div>`

describe('tabs of radio buttons', () => {
  const tab = (name: string) =>
    `<input type="radio" id="tab-${name}"><label for="tab-${name}">${name}</label>`

  test('name the panels in the box beside them', () => {
    expect(
      blocks(
        `<div><div class="tabs">${tab('npm')}${tab('yarn')}</div><div>${code('sh', 'npm i a')}${code('sh', 'yarn add a')}</div></div><p>Then start it.</p>`,
      ),
    ).toEqual([
      '##### npm',
      '```\nnpm i a\n```',
      '##### yarn',
      '```\nyarn add a\n```',
      '---',
      'Then start it.',
    ])
  })

  test('name the panels between them', () => {
    expect(
      blocks(`<div>${tab('Mac')}<div><p>Drag it.</p></div>${tab('Windows')}<div><p>Run it.</p></div></div>`),
    ).toEqual(['##### Mac', 'Drag it.', '##### Windows', 'Run it.'])
  })

  test('name panels that are code or a paragraph', () => {
    expect(
      blocks(`<div>${tab('npm')}<pre>npm i a</pre>${tab('Windows')}<p>Run the setup.</p></div>`),
    ).toEqual(['##### npm', '```\nnpm i a\n```', '##### Windows', 'Run the setup.'])
  })

  test('are read as text on lines of their own', () => {
    expect(blocks(`<div>${tab('Small')}<br>${tab('Large')}<br></div>`).join(' ')).toMatch(/Small[^]*Large/)
  })

  test('are read as text without panels', () => {
    expect(blocks(`<form><div>${tab('Monthly')} ${tab('Yearly')}</div></form>`)).toEqual(['Monthly Yearly'])
  })
})

test('the name of the language above code is left out, other text is read', () => {
  expect(blocks(code('sh', 'npm i a'))).toEqual(['```\nnpm i a\n```'])
  expect(blocks(code('sh', 'npm i a').replace('>sh<', '>cli.sh<'))).toEqual(['cli.sh', '```\nnpm i a\n```'])
})

test('removed and added lines of code have the signs of a diff', () => {
  const line = (classes: string, words: string) => `<span class="line ${classes}">${words}</span>\n`
  const lines = (first: string) =>
    blocks(
      `<pre><code>${line(first, ' max: 1')}${line('diff add', ' most: 1')}${line('', ' min: 0')}</code></pre>`,
    )
  expect(lines('diff remove')).toEqual(['```\n- max: 1\n+ most: 1\n min: 0\n```'])
  expect(lines('')).toEqual(['```\n max: 1\n most: 1\n min: 0\n```'])
})

describe('buttons that only a script connects with their panels', () => {
  const item = (label: string, answer: string) =>
    `<div class="border-b"><button class="w-full">${label}<svg></svg></button><div class="max-h-0" style="display:none"><div>${answer}</div></div></div>`

  test('head the panels', () => {
    expect(
      blocks(
        item('Where is my data?', 'In Bratislava, in two places.') +
          item('Languages', 'Slovak, Czech and English.'),
      ),
    ).toEqual([
      '##### Where is my data?',
      'In Bratislava, in two places.',
      '##### Languages',
      'Slovak, Czech and English.',
    ])
  })

  test('are left out if they are alone, or all alike', () => {
    expect(blocks(item('Subscribe now', 'We write to you once a month.'))).toEqual([])
    const buy = '<div><button>Add to cart</button><div>Leaves our warehouse today.</div></div>'
    expect(blocks(buy + buy)).toEqual(['Leaves our warehouse today.', 'Leaves our warehouse today.'])
  })
})

test('the names of cards become headings, and text after the cards isn’t theirs', () => {
  const card = (name: string, price: string) =>
    `<div class="card"><div><div class="text-lg font-semibold">${name}</div><span>Best</span></div><div><span class="font-bold">${price}</span></div><ul><li>Export to PDF</li><li>Invoices</li></ul></div>`
  expect(blocks(`<div>${card('Start', '0 €')}${card('Pro', '9 €')}</div><p>Prices include VAT.</p>`)).toEqual(
    [
      '##### Start',
      'Best',
      '0 €',
      '- Export to PDF\n- Invoices',
      '##### Pro',
      'Best',
      '9 €',
      '- Export to PDF\n- Invoices',
      '---',
      'Prices include VAT.',
    ],
  )
  const note = (name: string) => `<div class="note"><p class="note-title">${name}</p><p>Save first.</p></div>`
  expect(blocks(`${note('Backups')}${note('Warning')}`)).toContain('Warning')
  expect(blocks(`${note('Example 1. Backups')}${note('Example 2. Copies')}`)).toContain('Example 1. Backups')
  expect(blocks(`${note('Backups')}${note('Copies')}`)).toEqual([
    '##### Backups',
    'Save first.',
    '##### Copies',
    'Save first.',
  ])
})

test('the title of a note that screen readers have from its label is read', () => {
  const note = (label: string) =>
    `<aside class="note" aria-label="${label}"><p aria-hidden="true"><svg></svg>${label}</p><p>Run chmod.</p></aside>`
  expect(blocks(note('Permissions'))).toEqual(['Permissions', 'Run chmod.'])
  expect(blocks(note('Tip'))).toEqual(['Run chmod.'])
})

test('folders of a file tree are items, not headings', () => {
  const folder = (name: string, items: string) =>
    `<li><details open><summary>${name}</summary><ul>${items}</ul></details></li>`
  expect(
    blocks(`<ul>${folder('src', folder('commands/', '<li>add.js</li>'))}<li>package.json</li></ul>`),
  ).toEqual(['- src', '  - commands/', '    - add.js', '- package.json'])
  expect(
    blocks(
      `<ul>${folder('What do I need?', '<li>A computer that you may restart, and an account.</li>')}</ul>`,
    ),
  ).toContain('##### What do I need?')
})

test('a comparison without table tags is a table, with the names of its check marks', () => {
  const row = (...cells: string[]) =>
    `<div class="grid">${cells.map((cell) => `<div>${cell}</div>`).join('')}</div>`
  const mark = (name: string) => `<span class="sr-only">${name}</span><svg></svg>`
  expect(
    blocks(
      `<div>${row('', 'Start', 'Pro')}${row('Reminders', mark('No'), mark('Yes'))}${row('Archive', '1 year', '<img alt="10 years">')}</div>`,
    ),
  ).toEqual(['| | Start | Pro |\n| - | - | - |\n| Reminders | No | Yes |\n| Archive | 1 year | 10 years |'])
  const rows = (first: string, second: string) =>
    blocks(
      `<table><tr><th><img alt="${first}"></th><th><img alt="${second}"></th></tr><tr><td>Yes</td><td>No</td></tr></table>`,
    )
  expect(rows('Firefox', 'Opera')).toEqual(['| Firefox | Opera |\n| - | - |\n| Yes | No |'])
  expect(rows('Icon', 'A dialog with two buttons')).toEqual(['| | |\n| - | - |\n| Yes | No |'])
})
