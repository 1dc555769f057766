import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test.each([
  ['Write to eva.novak+1@mail.example.co.uk.', 'Write to [email].'],
  ['Call +421 905 123 456 or 0905/123 456', 'Call [phone] or [phone]'],
  ['IBAN SK31 1200 0000 1987 4263 7541', 'IBAN [IBAN]'],
  ['card 4111 1111 1111 1111 expired', 'card [card number] expired'],
  ['rodné číslo 900101/1234', 'rodné číslo [ID number]'],
  ['https://shop.example/o?token=abc works?', '[link] works?'],
  ['I ordered 2 pieces for 39.90 EUR on 24. 11. 2026', 'I ordered 2 pieces for 39.90 EUR on 24. 11. 2026'],
])('personal data is removed from “%s”', (text, expected) => {
  expect(redact(text)).toBe(expected)
})
