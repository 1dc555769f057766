import { readFileSync } from 'node:fs'

/** Linux counts the time of processes in hundredths of a second. */
const tick_ms = 10

/** Milliseconds of CPU time used by a process, if the system reports it (Linux); otherwise NaN. */
export function cpu_ms(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * tick_ms
  } catch {
    return NaN
  }
}
