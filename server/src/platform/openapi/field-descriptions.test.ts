import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldDescriptions } from './field-descriptions.ts'

const Id = z.string()
const Person = z.object({
  id: Id,
  name: z.nullable(z.string()),
  home: z.array(z.object({ city: z.string() })),
})
const Member = z.extend(Person, { role: z.string() })
const Order = z.object({ id: Id })
const textsOf = fieldDescriptions(
  { Id, Person, Member, Order },
  {
    'Person.id': 'The id of the person.',
    'Person.name': 'Null if unknown.',
    'Person.home.city': 'The city.',
    'Member.role': 'What they may do.',
  },
)

test('fields are described where they are declared and where another object reuses them', () => {
  expect(textsOf(Person)).toEqual({ id: 'The id of the person.', name: 'Null if unknown.' })
  expect(textsOf(Member)).toEqual({ name: 'Null if unknown.', role: 'What they may do.' })
  expect(textsOf(Person.shape.home.def.element)).toEqual({ city: 'The city.' })
})
test('a common schema, such as an id, doesn’t carry the description of one field to another', () => {
  expect(textsOf(Order)).toEqual({})
})
