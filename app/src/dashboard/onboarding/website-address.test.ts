import { expect, test } from 'vitest'
import { nameOfWebsite, websiteAddress } from './website-address.ts'

test.each([
  [' www.shop.example ', 'https://www.shop.example'],
  ['http://shop.example/a', 'http://shop.example/a'],
  ['localhost:3000', 'http://localhost:3000'],
  ['ftp://shop.example', 'ftp://shop.example'],
  ['', ''],
])('the input %j means %j', (typed, meant) => {
  expect(websiteAddress(typed)).toBe(meant)
})
test.each([
  ['https://www.green-bean.example/shop', 'Green Bean'],
  ['help.orchard.sk', 'Orchard'],
  ['localhost:3000', undefined],
  ['192.168.0.1', undefined],
  ['https://xn--ierny-caj-xyz.example', undefined],
  ['not an address', undefined],
  ['', undefined],
])('the website %j suggests the name %j', (typed, name) => {
  expect(nameOfWebsite(typed)).toBe(name)
})
