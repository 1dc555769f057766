import pg from 'pg'

/** `2026-11-01 12:00:00.123456+00`, the only format a session in UTC sends, except for extreme dates. */
const utcStamp = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00)?$/

function toIso(text: string): string {
  const [, day, time, fraction = ''] = utcStamp.exec(text) ?? []
  if (day && time) return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const parsed: unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text)
  return parsed instanceof Date ? parsed.toISOString() : text // `infinity` stays a string
}

type Parse = (text: string) => unknown

const ofOne = new Map<number, Parse>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.DATE, String],
  [pg.types.builtins.TIMESTAMP, toIso],
  [pg.types.builtins.TIMESTAMPTZ, toIso],
])

// Array types by pg_type.oid: _int8, _numeric, _date, _timestamp, _timestamptz.
const ofMany = new Map<number, Parse>([
  [1016, Number],
  [1231, Number],
  [1182, String],
  [1115, toIso],
  [1185, toIso],
])

// `pg.types.builtins` has no name for it, and the parameter's type admits only those.
const parseTextArray = (pg.types.getTypeParser as (oid: number) => Parse)(1009) // _text

const each = (item: unknown, parse: Parse): unknown =>
  Array.isArray(item)
    ? item.map((inner) => each(inner, parse))
    : typeof item === 'string'
      ? parse(item)
      : item

/**
 * How column values arrive in code, so that rows match the contract: `timestamptz` and `timestamp` as ISO
 * 8601 in UTC with milliseconds, `date` as `YYYY-MM-DD`, `int8` and `numeric` as numbers. Set per pool; the
 * global table of `pg` isn't changed.
 */
export const columnValues: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, format)
    const many = ofMany.get(oid)
    if (many) return (text: string) => each(parseTextArray(text), many)
    return ofOne.get(oid) ?? pg.types.getTypeParser(oid, format)
  },
}
