import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWords } from '../analysis/fold.ts'
import { PASSAGE_WORDS_MAX, splitPassages } from './passages.ts'

const sentence = (words: number) => `${'word '.repeat(words - 1)}end.`

test('text without paragraphs is cut at 4,000 characters, and a heading at 300', () => {
  const text = `# ${'h'.repeat(5_000)}\n\n${'x'.repeat(9_000)} ${'🦊'.repeat(3_000)}`
  const passages = splitPassages(text)
  expect(passages.map(({ text }) => text).join('')).toBe(text.split('\n\n')[1]?.replace(' ', ''))
  for (const { heading, text } of passages) {
    expect(heading).toHaveLength(300)
    expect(text.length).toBeLessThanOrEqual(4_000)
    expect(text.isWellFormed()).toBe(true)
  }
})
test('a page is cut at its headings, and a passage includes the headings above it', () => {
  const text = `Intro ${sentence(40)}\n\n# Help\n\n## Billing\n\n${sentence(40)}\n\n## Refunds\n\n${sentence(40)}`
  expect(splitPassages(text).map(({ heading }) => heading)).toEqual(['', 'Help › Billing', 'Help › Refunds'])
})
test('a short section joins the previous passage, including its heading', () => {
  const text = `# One\n\n${sentence(40)}\n\n# Two\n\nShort.`
  const [only, ...others] = splitPassages(text)
  expect(others).toEqual([])
  expect(only?.text).toContain('# Two')
})
test('a few words between a heading and the first one below it join that one’s passage', () => {
  const text = `# Help\n\nShort.\n\n## One\n\n${sentence(40)}\n\n## Two\n\n${sentence(40)}`
  expect(splitPassages(text).map(({ heading }) => heading)).toEqual(['Help', 'Help › Two'])
})
test('a heading inside a code block is code', () => {
  const text = `# Install\n\n\`\`\`\n# not a heading\n\nnpm i\n\`\`\`\n\n${sentence(40)}`
  expect(splitPassages(text).map(({ heading }) => heading)).toEqual(['Install'])
})
test('a block of code of more than 200 words is one passage, with both fences', () => {
  const line = '# Waits. Then retries once.\nwait --seconds 5 --then retry\n'
  const code = `\`\`\`sh\n${line.repeat(30)}\`\`\``
  const passages = splitPassages(`# Setup\n\n${sentence(40)}\n\n${code}\n\n${sentence(40)}`)
  expect(passages.map(({ text }) => text)).toEqual([sentence(40), code, sentence(40)])
})
test('a long paragraph is cut between sentences', () => {
  const passages = splitPassages(Array.from({ length: 12 }, () => sentence(50)).join(' Next '))
  expect(passages.length).toBeGreaterThan(2)
  for (const { text } of passages) expect(countWords(text)).toBeLessThanOrEqual(PASSAGE_WORDS_MAX)
})
test('text without content has no passages', () => {
  expect(splitPassages(' \n\n ')).toEqual([])
})
test('every passage is a continuous slice of the item, in reading order', () => {
  const line = fc.constantFrom(
    '# A',
    '## B',
    '',
    '```',
    sentence(3),
    sentence(90),
    sentence(260),
    '- item',
    '\t',
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
      const text = lines.join('\n')
      let before = 0
      for (const passage of splitPassages(text)) {
        expect(passage.text).toBe(text.slice(passage.start, passage.end))
        expect(passage.start).toBeGreaterThanOrEqual(before)
        before = passage.end
      }
    }),
  )
})

test('a rule ends a group of panels, and the text below it has the heading above them', () => {
  const text =
    '## Install\n\n##### Linux\n\nRun the package manager.\n\n##### Windows\n\nOpen the installer.\n\n---\n\nRestart it.'
  expect(splitPassages(text).map(({ heading, text }) => [heading, text])).toEqual([
    ['Install › Linux', 'Run the package manager.\n\n##### Windows\n\nOpen the installer.'],
    ['Install', 'Restart it.'],
  ])
  expect(splitPassages('## Install\n\nFirst.\n\n---\n\nSecond.')).toHaveLength(1)
})
test('a line that announces code begins the passage with the code', () => {
  const announcement = `${'word '.repeat(39)}run:`
  const code = `\`\`\`\n${'line of code\n'.repeat(20)}\`\`\``
  const passages = splitPassages(`${sentence(130)}\n\n${announcement}\n\n${code}`)
  expect(passages.map(({ text }) => text)).toEqual([sentence(130), `${announcement}\n\n${code}`])
})
