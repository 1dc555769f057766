import { expect, test } from 'vitest'
import { plainQuote, shownQuote } from './quote-text.ts'
import { joinOpening, readAtoms } from './atoms.ts'
import { type Window, windowsOf } from './windows.ts'

const textOf = (text: string, { start, end, head }: Window) =>
  `${head ? `${text.slice(head.start, head.end)}\n` : ''}${text.slice(start, end)}`
const windows = (text: string, chars_max: number) =>
  windowsOf(readAtoms(text, chars_max), chars_max).map((window) => textOf(text, window))

test('a line that introduces code is quoted with it, and never alone', () => {
  const text = 'An index speeds up queries.\n\nTo create one:\n\n```\ncreate index a\n\non b (c)\n```'
  for (const quote of windows(text, 60)) expect(quote).not.toMatch(/:$/)
  expect(windows(text, 60)).toContain('To create one:\n\n```\ncreate index a\n\non b (c)\n```')
})
test('a line that ends inside a sentence is quoted with the code that completes it, or not at all', () => {
  const text =
    'It may work.\n\nIf it does, type\n\n```\ngit bisect good\n```\n\nIt stops at the first bad one.'
  expect(windows(text, 70)).toContain('It may work.\n\nIf it does, type\n\n```\ngit bisect good\n```')
  for (const quote of windows(text, 40)) expect(quote).not.toMatch(/\btype$/)
})
test('a quote doesn’t begin with code whose introduction didn’t fit', () => {
  const introduction = 'There are several ways in which a tag or an older commit is looked at:'
  const code = '```\ngit checkout v2.0\n```'
  const explanation = 'Now HEAD is detached. It refers to a commit.'
  const quotes = windows(`${introduction}\n\n${code}\n\n${explanation}`, 100)
  expect(quotes).toContain(explanation)
  expect(quotes).not.toContain(`${code}\n\n${explanation}`)
})
test('a quote doesn’t end with a sentence that announces what follows in the next passage', () => {
  const quotes = windows('Brushes are pictures. These are the types of brushes:', 500)
  expect(quotes).toEqual(['Brushes are pictures.'])
})
test('a quote doesn’t end with the label of text that didn’t fit', () => {
  const note = 'The files of the project must not be changed while this is running.'
  const quotes = windows(`Save the settings.\n\nNote\n\n${note}`, 60)
  expect(quotes).toContain('Save the settings.')
  for (const quote of quotes) expect(quote).not.toMatch(/Note$/)
  expect(windows(`Save the settings.\n\nNote\n\n${note}`, 80)).toContain(`Note\n\n${note}`)
})
test('a heading isn’t quoted alone when what it announces didn’t fit', () => {
  expect(windows('It runs everywhere.\n\n##### Linux\n\nRun:', 500)).toEqual(['It runs everywhere.'])
  const code = `\`\`\`\n${'x'.repeat(90)}\n\`\`\``
  expect(windows(`##### Linux\n\nTo start, type\n\n${code}`, 100)).toEqual([code])
})
test('a few words under a heading are quoted with it if what follows doesn’t fit', () => {
  const text = `##### Price\n\n5 € a month\n\n${'You can pay by card. '.repeat(34)}`
  expect(windows(text, 720)).toContain('##### Price\n\n5 € a month')
  const below = `Prices may change.\n\n${text}`
  const quotes = windowsOf(joinOpening(readAtoms(below, 720)), 720).map((window) => textOf(below, window))
  expect(quotes).toContain('Prices may change.\n\n##### Price\n\n5 € a month')
})
test('a quote ends before all lines that announce what isn’t there', () => {
  expect(windows('Save.\n\nNote\n\nDo this:', 500)).toEqual(['Save.'])
})
test('a long list is cut between two items', () => {
  const items = Array.from({ length: 9 }, (_, index) => `${index + 1}. Step ${index + 1} is done here.`)
  const quotes = windows(`Do this:\n\n${items.join('\n')}`, 100)
  expect(quotes[0]).toBe(`Do this:\n\n${items.slice(0, 3).join('\n')}`)
})
test('a row from the middle of a table is quoted with the header', () => {
  const rows = Array.from({ length: 9 }, (_, index) => `| plan ${index} | ${index} EUR |`)
  const text = `| Plan | Price |\n| - | - |\n${rows.join('\n')}`
  for (const quote of windows(text, 90)) expect(quote).toMatch(/^\| Plan \| Price \|\n\| - \| - \|\n/)
})
test('text under two headings isn’t quoted together', () => {
  const text = 'Before.\n\n##### --soft\n\nKeeps the files.\n\n##### --hard\n\nDiscards the files.'
  expect(windows(text, 500)).toEqual([
    'Before.',
    '##### --soft\n\nKeeps the files.',
    '##### --hard\n\nDiscards the files.',
  ])
})
test('a line that introduces terms is quoted with them, as far as they fit', () => {
  const terms = ['White', 'Black', 'Gray'].map((name) => `##### ${name}\n\nThe mask is ${name}.`)
  const text = `The mask can start as:\n\n${terms.join('\n\n')}`
  const [first, ...others] = windows(text, 90)
  expect(first).toBe(`The mask can start as:\n\n${terms.slice(0, 2).join('\n\n')}`)
  expect(others).toEqual(terms)
  expect(windows(`Read on:\n\n## Another section\n\nIts text.`, 90)[0]).toBe('Read on:')
})
test('a short text above the first heading is quoted with the section below', () => {
  const text = 'You can change it at any time.\n\n## In the app\n\n1. Open it.\n\n## By mail\n\nWrite to us.'
  const quotes = windowsOf(joinOpening(readAtoms(text, 500)), 500).map((window) => textOf(text, window))
  expect(quotes).toContain('You can change it at any time.\n\n## In the app\n\n1. Open it.')
  expect(quotes).toContain('## By mail\n\nWrite to us.')
})
test('code too long to quote is cut between lines, and each part has the opening fence', () => {
  const text = `\`\`\`sh\n${'echo a line of code\n'.repeat(20)}\`\`\``
  const quotes = windows(text, 120)
  expect(quotes.length).toBeGreaterThan(1)
  for (const quote of quotes) expect(quote).toMatch(/^```sh\n/)
})
test('a plain-text quote has the text of its blocks without markup', () => {
  expect(
    plainQuote('##### Prices\n\n| Plan | Price |\n| - | - |\n| a \\| b | 5 € |\n\n```sh\nrun\n```\n\n- one'),
  ).toBe('Prices\n\nPlan\tPrice\na | b\t5 €\n\nrun\n\n- one')
})
test('an answer shows a quote under its heading, with its number where it is read as text', () => {
  expect(shownQuote({ quote: 'Keeps the files.', lead: '--soft' }, 1)).toBe(
    '### --soft\n\nKeeps the files. [1]',
  )
  expect(shownQuote({ quote: '##### --soft\n\nKeeps them.', lead: '--soft' }, 1)).toBe(
    '##### --soft\n\nKeeps them. [1]',
  )
  expect(shownQuote({ quote: 'Run:\n\n```\na', lead: '' }, 2)).toBe('Run:\n\n```\na\n```\n\n[2]')
})

test('a drawing in a code block keeps its bars and signs, tables lose theirs', () => {
  const text = [
    '# Head',
    '',
    '```',
    '# comment',
    '    |',
    '| x |',
    '```',
    '',
    '| A | B |',
    '| - | - |',
    '| 1 | 2 |',
  ]
  expect(plainQuote(text.join('\n'))).toBe('Head\n\n# comment\n    |\n| x |\n\nA\tB\n1\t2')
})
