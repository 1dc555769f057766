import { expect, test } from 'vitest'
import { readReply, supportOf } from './support.ts'

const shipping = {
  text: 'Shipping with a courier costs 3.90 EUR. Orders above 50 EUR ship free of charge.\n\nParcels to islands are not insured.',
  context: 'Shipping and delivery',
}
const returns = {
  text: 'You can return goods within 30 days of delivery. Contact returns@shop.example for a label.',
  context: 'Returns',
}
const faktura = {
  text: 'Faktúru nájdete v zákazníckej zóne. Platbu kartou nemožno vrátiť po 30 dňoch.',
  context: 'Faktúry a platby',
}

test.each([
  ['Orders of more than 50 EUR ship free of charge.', true],
  ['Shipping by courier costs 3.90 EUR.', true],
  ['Shipping by courier costs 5 EUR.', false],
  ['Orders above 50 EUR never ship free of charge.', false],
  ['Parcels to islands are insured.', false],
  ['Parcels to islands are not insured.', true],
  ['Shipping with Zephyra costs 3.90 EUR.', false],
  ['Yes.', false],
  ['Shipping costs 3.90 EUR and insurance is included for all electronics.', false],
])('%s is supported: %s', (text, isSupported) => {
  expect(supportOf({ text, numbers: [1] }, [shipping, returns], 'en') !== undefined).toBe(isSupported)
})

test('support is searched in the cited passage only, and reported exactly', () => {
  const text = 'You can return goods within 30 days.'
  expect(supportOf({ text, numbers: [1] }, [shipping, returns], 'en')).toBeUndefined()
  const support = supportOf({ text, numbers: [2] }, [shipping, returns], 'en')
  expect(returns.text.slice(support?.start, support?.end)).toBe(
    'You can return goods within 30 days of delivery.',
  )
  const address = 'Contact returns@shop.example for a return label.'
  expect(supportOf({ text: address, numbers: [2] }, [shipping, returns], 'en')).toBeDefined()
  expect(
    supportOf({ text: address.replace('shop', 'evil'), numbers: [2] }, [shipping, returns], 'en'),
  ).toBeUndefined()
})

test.each([
  ['Faktúru nájdete vo svojej zákazníckej zóne.', true],
  ['Platba kartou sa po 30 dňoch nedá vrátiť.', true],
  ['Platbu kartou možno vrátiť po 30 dňoch.', false],
])('Slovak: %s is supported: %s', (text, isSupported) => {
  expect(supportOf({ text, numbers: [1] }, [faktura], 'sk') !== undefined).toBe(isSupported)
})

test('a reply is split into sentences with their citations', () => {
  expect(readReply('It costs 3.90 EUR. [1] Orders ship free [1, 2].\n\n- An item [3]\n## Heading')).toEqual([
    { text: 'It costs 3.90 EUR.', numbers: [1], marker: '', line: 0 },
    { text: 'Orders ship free.', numbers: [1, 2], marker: '', line: 0 },
    { text: 'An item', numbers: [3], marker: '- ', line: 2 },
  ])
})

test('parsing and verification take linear time for hostile replies', () => {
  const started = performance.now()
  for (const hostile of ['.[1]'.repeat(2_000), '['.repeat(8_000), 'a.b@'.repeat(2_000), '1,'.repeat(4_000)])
    for (const sentence of readReply(hostile).slice(0, 10)) supportOf(sentence, [shipping], 'en')
  expect(performance.now() - started).toBeLessThan(1_000)
})
