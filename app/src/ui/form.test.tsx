// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../test/render.tsx'
import { Field } from './field.tsx'
import { Form, type FormProblem } from './form.tsx'
import { Input } from './input.tsx'

test('a field connects its label, hint and errors to its control', () => {
  show(
    <Form
      id="f"
      labels={{ name: 'Name' }}
      problem={{ message: 'No.', errors: { name: ['Too long.'] } }}
      onSubmit={() => {}}
    >
      <Field name="name" hint="As on the door" isRequired>
        <Input />
      </Field>
    </Form>,
  )
  const input = screen.getByRole('textbox', { name: 'Name' })
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'As on the door',
    'Too long.',
  ])
  expect(input.getAttribute('aria-required')).toBe('true')
  expect(screen.getByRole('link', { name: 'Name' }).getAttribute('href')).toBe('#f-name')
})
test('the summary of two wrong fields links to them without repeating an error', () => {
  show(
    <Form
      id="f"
      labels={{ name: 'Name', city: 'City' }}
      problem={{
        message: 'Too long.',
        errors: { name: ['Too long.'], city: ['Unknown.'], base: ['Too late.'] },
      }}
      onSubmit={() => {}}
    >
      <Field name="name">
        <Input />
      </Field>
      <Field name="city">
        <Input />
      </Field>
    </Form>,
  )
  expect(screen.getAllByText('Too long.')).toHaveLength(1)
  const summary = screen.getByRole('alert')
  expect(summary.textContent).toMatch(/^Check the highlighted fields\./)
  expect([...summary.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Name',
    'City',
    'Too late.',
  ])
})
test('an error disappears when its field is edited, and returns with the next rejection', () => {
  const rejected = () => ({ message: 'No.', errors: { name: ['Too long.'], city: ['Unknown.'] } })
  function Rejecting() {
    const [problem, setProblem] = useState<FormProblem>(rejected)
    return (
      <Form
        id="f"
        labels={{ name: 'Name', city: 'City' }}
        problem={problem}
        onSubmit={() => setProblem(rejected())}
      >
        <Field name="name">
          <Input />
        </Field>
        <Field name="city">
          <Input />
        </Field>
      </Form>
    )
  }
  show(<Rejecting />)
  const input = screen.getByRole('textbox', { name: 'Name' })
  fireEvent.change(input, { target: { value: 'Eva' } })
  expect(screen.queryByText('Too long.')).toBeNull()
  expect(input.getAttribute('aria-invalid')).toBeNull()
  expect(screen.getByText('Unknown.')).toBeDefined()
  fireEvent.submit(input)
  expect(screen.getByText('Too long.')).toBeDefined()
})
