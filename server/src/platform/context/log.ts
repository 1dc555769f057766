import { styleText } from 'node:util'
import { type Logger, pino } from 'pino'

const redact = ['req.headers.cookie', 'req.headers.authorization']
const colors = { 40: 'yellow', 50: 'red', 60: 'red' } as const

/**
 * Formats one log line for people: local time, level if relevant, message, remaining fields as `key=value`,
 * stack below.
 *
 * @param line JSON as pino writes it
 */
export function formatLogLine(line: string): string {
  // A line of pino.
  const {
    time,
    level,
    msg,
    err,
    pid: _pid,
    hostname: _hostname,
    ...rest
  } = JSON.parse(line) as {
    [key: string]: unknown
    time: number
    level: number
    msg?: string
    err?: { message?: string; stack?: string }
  }
  const values = Object.entries(rest).map(([key, value]) => {
    return `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`
  })
  const words = [msg === err?.message ? '' : msg, ...values].filter(Boolean).join('  ')
  // Other levels have no color.
  const color = colors[level as keyof typeof colors]
  const label = level >= 40 ? `${pino.levels.labels[level] ?? level}: ` : ''
  const text = `${new Date(time).toTimeString().slice(0, 8)} ${label}${words}`
  const lines = err ? `${text}\n${err.stack ?? err.message ?? ''}` : text
  return color ? styleText(color, lines) : lines
}

/** JSON lines; on a terminal, readable lines. */
export function createLog(level: string): Logger {
  if (!process.stdout.isTTY) return pino({ level, redact })
  return pino({ level, redact }, { write: (line) => process.stdout.write(`${formatLogLine(line)}\n`) })
}
