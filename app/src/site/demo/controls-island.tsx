import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { Button, type ButtonVariant, type ButtonSize, buttonStyle, IconButton } from '#ui/button.tsx'
import { Checkbox, Switch } from '#ui/choice.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { DatePicker } from '#ui/date-picker.tsx'
import { Field } from '#ui/field.tsx'
import { Form, type FormProblem } from '#ui/form.tsx'
import { FormContext } from '#ui/form-context.ts'
import { Input, Select, Textarea } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Segments } from '#ui/segments.tsx'
import { type Mode, Row } from './specimen.tsx'

const looks: readonly ButtonVariant[] = ['primary', 'plain', 'quiet', 'danger']
const sizes: readonly ButtonSize[] = ['sm', 'md', 'lg']

/** Every button, and the last one pressed. */
function Buttons() {
  const t = useT()
  const [pressed, setPressed] = useState('')
  return (
    <>
      {looks.map((look) => (
        <Row key={look}>
          {sizes.map((size) => (
            <Button
              key={size}
              variant={look}
              size={size}
              onClick={() => setPressed(`${t('demo.save')} (${look}, ${size})`)}
            >
              {t('demo.save')}
            </Button>
          ))}
          <Button variant={look} icon="plus" onClick={() => setPressed(`${t('demo.add')} (${look})`)}>
            {t('demo.add')}
          </Button>
          <Button variant={look} isBusy>
            {t('demo.busy')}
          </Button>
          <Button variant={look} disabled>
            {t('demo.off')}
          </Button>
        </Row>
      ))}
      <Row>
        <IconButton icon="dots" label={t('demo.more')} onClick={() => setPressed(t('demo.more'))} />
        <IconButton icon="dots" size="sm" label={t('demo.more')} onClick={() => setPressed(t('demo.more'))} />
        <IconButton icon="dots" label={t('demo.more')} disabled />
        <a href="#buttons" className={buttonStyle('plain')}>
          {t('demo.as_link')}
        </a>
      </Row>
      <p role="status" className="text-sm text-muted">
        {pressed ? t('demo.pressed', { name: pressed }) : t('demo.pressed_none')}
      </p>
    </>
  )
}

/** Every type of field in each of its states. */
function Fields({ mode }: { mode: Mode }) {
  const t = useT()
  const [view, setView] = useState<'list' | 'board'>('list')
  const [day, setDay] = useState('2026-11-14')
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const error = { message: t('ui.check_fields'), errors: { name: [t('demo.invalid_text')] } }
  const labels = {
    name: t('demo.name'),
    required: t('demo.required'),
    read_only: t('demo.read_only'),
    disabled: t('demo.disabled'),
    message: t('demo.message'),
    choice: t('demo.choice'),
    password: t('demo.password'),
    day: t('demo.day'),
  }
  return (
    <Form id={`fields-${mode}`} labels={labels} problem={problem} onSubmit={() => setProblem(error)}>
      <Field name="name" hint={t('demo.name_hint')}>
        <Input defaultValue="Eva Malá" autoComplete="off" />
      </Field>
      <Field name="required" isRequired>
        <Input autoComplete="off" />
      </Field>
      <FormContext
        value={{
          id: `invalid-${mode}`,
          labels: { field: t('demo.invalid') },
          errors: { field: [t('demo.invalid_text')] },
          edited: [],
          markEdited: () => undefined,
        }}
      >
        <Field name="field">
          <Input defaultValue="…" autoComplete="off" />
        </Field>
      </FormContext>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="read_only">
          <Input defaultValue="pk_HAsVxnaZ4l33" readOnly />
        </Field>
        <Field name="disabled">
          <Input defaultValue="–" disabled />
        </Field>
        <Field name="choice">
          <Select defaultValue="one">
            <option value="one">{t('demo.choice_one')}</option>
            <option value="two">{t('demo.choice_two')}</option>
          </Select>
        </Field>
        <Field name="day">
          <DatePicker value={day} onChange={setDay} />
        </Field>
      </div>
      <Field name="message">
        <Textarea rows={3} />
      </Field>
      <Field name="password">
        <PasswordInput
          autoComplete="off"
          showLabel={t('demo.password_show')}
          hideLabel={t('demo.password_hide')}
        />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Checkbox label={t('demo.agree')} hint={t('demo.agree_hint')} defaultChecked />
        <Switch label={t('demo.live')} hint={t('demo.agree_hint')} defaultChecked />
        <Checkbox label={t('demo.disabled')} disabled />
        <Switch label={t('demo.disabled')} disabled />
      </div>
      <Row>
        <Segments
          label={t('demo.view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'list', label: t('demo.view_list'), icon: 'list' },
            { value: 'board', label: t('demo.view_board') },
          ]}
        />
      </Row>
      <CopyField label={t('demo.copy_this')} value="pk_HAsVxnaZ4l337RpxYxzeLEZ2" />
      <Button type="submit" variant="primary" className="self-start">
        {t('demo.send')}
      </Button>
    </Form>
  )
}

interface Props {
  mode: Mode
  part: 'buttons' | 'fields'
}
function Controls({ mode, part }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {part === 'buttons' ? <Buttons /> : <Fields mode={mode} />}
    </div>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/demo/controls-island.tsx',
  component: Controls,
  messages: ['demo'],
}
