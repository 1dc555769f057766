import type { Locale } from '@ozvi/contract'
import { day_ms, hour_ms, minute_ms } from '@ozvi/contract'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import { TranslatorProvider, useFormats, useFormatsIn, useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { BaseDate, BaseDateRange } from '#ui/base-date.tsx'
import { Card } from '#ui/card.tsx'
import { DatePicker } from '#ui/date-picker.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Table } from '#ui/table.tsx'
import { Specimen } from './specimen.tsx'

const zone = 'Europe/Bratislava'
/** Midday of a Saturday in Bratislava. */
const noon = '2026-11-14T11:00:00.000Z'
const now = Date.parse(noon)

/** Shows times in the other language next to the page's own. */
function InLocale({ locale, children }: { locale: Locale; children: ReactNode }) {
  // Only the locale is read: the children have no messages.
  const translator = useMemo(() => ({ locale, t: () => '', addMessages: () => undefined }), [locale])
  return (
    <TranslatorProvider value={translator}>
      <span lang={locale}>{children}</span>
    </TranslatorProvider>
  )
}
/** A table with a first column, and the same cell in both languages. */
function InBothLanguages<R>({
  caption,
  first,
  rows,
  rowKey,
  head,
  cell,
}: {
  caption: string
  first: string
  rows: readonly R[]
  rowKey: (row: R) => string
  head: (row: R) => ReactNode
  cell: (row: R) => ReactNode
}) {
  const t = useT()
  const inLocale = (locale: Locale) => (row: R) => <InLocale locale={locale}>{cell(row)}</InLocale>
  return (
    <Card>
      <Table
        caption={caption}
        rows={rows}
        rowKey={rowKey}
        columns={[
          { key: 'first', header: first, cell: (row) => <span className="text-muted">{head(row)}</span> },
          { key: 'en', header: t('demo.english'), cell: inLocale('en') },
          { key: 'sk', header: t('demo.slovak'), cell: inLocale('sk') },
        ]}
      />
    </Card>
  )
}

const looks = ['date', 'dateTime', 'time', 'soon', 'day'] as const
function Moments() {
  const t = useT()
  return (
    <Specimen id="absolute" title={t('demo.absolute')}>
      <InBothLanguages
        caption={t('demo.absolute')}
        first={t('demo.look')}
        rows={looks}
        rowKey={(look) => look}
        head={(look) => t(`demo.look_${look}`)}
        cell={(look) => <BaseDate time={noon} format={look} timeZone={zone} now={now + 3 * day_ms} />}
      />
    </Specimen>
  )
}

const zones = ['America/New_York', 'UTC', zone, 'Asia/Kolkata', 'Pacific/Auckland'] as const
function Zones() {
  const t = useT()
  // The reader's own time zone is known only in the browser.
  const [own, setOwn] = useState('')
  useEffect(() => setOwn(browserTimeZone().time_zone), [])
  return (
    <Specimen
      id="zones"
      title={t('demo.zones')}
      text={t('demo.zones_text', { time: useFormatsIn('UTC').whole(noon) })}
    >
      <InBothLanguages
        caption={t('demo.zones')}
        first={t('demo.zone')}
        rows={own ? [...zones, ''] : zones}
        rowKey={(name) => name}
        head={(name) => name || t('demo.zone_own', { zone: own })}
        cell={(name) => <BaseDate time={noon} timeZone={name || own} />}
      />
    </Specimen>
  )
}

const autumn = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000Z']
function ClockChange() {
  const t = useT()
  return (
    <Specimen id="clock-change" title={t('demo.clock_change')} text={t('demo.clock_change_text')}>
      <InBothLanguages
        caption={t('demo.clock_change')}
        first={t('demo.universal')}
        rows={autumn}
        rowKey={(time) => time}
        head={(time) => <BaseDate time={time} format="time" timeZone="UTC" />}
        cell={(time) => (
          <>
            <BaseDate time={time} timeZone={zone} />
            {' · '}
            <BaseDate
              time={time}
              format="relative"
              timeZone={zone}
              now={Date.parse(autumn[0] ?? '') + day_ms}
            />
          </>
        )}
      />
    </Specimen>
  )
}

const distances_ms = [
  0,
  -minute_ms,
  -2 * minute_ms,
  -5 * minute_ms,
  -hour_ms,
  -3 * hour_ms,
  -day_ms,
  -2 * day_ms,
  -6 * day_ms,
  -40 * day_ms,
  -400 * day_ms,
  2 * minute_ms,
  5 * hour_ms,
  day_ms,
  5 * day_ms,
]
function Distances() {
  const t = useT()
  const at = (distance_ms: number) => new Date(now + distance_ms).toISOString()
  return (
    <Specimen id="relative" title={t('demo.relative')} text={t('demo.relative_text')}>
      <p>
        {t('demo.frozen')}: <BaseDate time={noon} timeZone={zone} />
      </p>
      <InBothLanguages
        caption={t('demo.relative')}
        first={t('demo.absolute')}
        rows={distances_ms}
        rowKey={String}
        head={(distance_ms) => <BaseDate time={at(distance_ms)} timeZone={zone} />}
        cell={(distance_ms) => (
          <>
            <BaseDate time={at(distance_ms)} format="relative" timeZone={zone} now={now} />
            {distance_ms <= 0 && (
              <span className="text-muted">
                {' · '}
                <BaseDate time={at(distance_ms)} format="ago" timeZone={zone} now={now} />
              </span>
            )}
          </>
        )}
      />
    </Specimen>
  )
}

function Live({ opened_at }: { opened_at: string }) {
  const t = useT()
  return (
    <Specimen id="live" title={t('demo.live_title')} text={t('demo.live_note')}>
      <p className="text-md">
        {t('demo.live_text')} <BaseDate time={opened_at} format="relative" className="font-semibold" />.
      </p>
    </Specimen>
  )
}

const ranges = [
  { from: noon, to: '2026-11-16T11:00:00.000Z', look: 'date' },
  { from: noon, to: '2026-12-02T11:00:00.000Z', look: 'date' },
  { from: noon, to: '2027-01-10T11:00:00.000Z', look: 'date' },
  { from: noon, to: '2026-11-14T12:30:00.000Z', look: 'dateTime' },
] as const
function Ranges() {
  const t = useT()
  return (
    <Specimen id="range" title={t('demo.range')} text={t('demo.range_text')}>
      <InBothLanguages
        caption={t('demo.range')}
        first={t('demo.look')}
        rows={ranges}
        rowKey={({ to }) => to}
        head={({ look }) => t(`demo.look_${look}`)}
        cell={(range) => <BaseDateRange {...range} timeZone={zone} />}
      />
    </Specimen>
  )
}

function Picker() {
  const t = useT()
  const formats = useFormats()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const midday = (day: string) => `${day}T12:00:00`
  return (
    <Specimen id="picker" title={t('demo.picker')} text={t('demo.picker_text')}>
      <Form
        id="range-of-days"
        labels={{ from: t('demo.from'), to: t('demo.to') }}
        problem={null}
        onSubmit={() => undefined}
        className="gap-4"
      >
        <div className="flex flex-wrap gap-x-6 gap-y-4">
          <Field name="from">
            <DatePicker value={from} onChange={setFrom} {...(to ? { max: to } : {})} />
          </Field>
          <Field name="to">
            <DatePicker value={to} onChange={setTo} {...(from ? { min: from } : {})} />
          </Field>
        </div>
        <p role="status">
          {from && to
            ? `${t('demo.picked')}: ${formats.range(midday(from), midday(to), 'date')}`
            : t('demo.picked_none')}
        </p>
      </Form>
    </Specimen>
  )
}

interface Props {
  /** ISO 8601; the server's time of the request. */
  opened_at: string
}
function BaseDates({ opened_at }: Props) {
  return (
    <div className="flex flex-col gap-12">
      <Moments />
      <Zones />
      <ClockChange />
      <Distances />
      <Live opened_at={opened_at} />
      <Ranges />
      <Picker />
    </div>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/demo/base-date-island.tsx',
  component: BaseDates,
  messages: ['demo'],
}
