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

/** Resident memory of a process in MiB, if the system reports it (Linux); otherwise NaN. */
export function memory_mib(pid: number | undefined): number {
  try {
    const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kib) / 1024
  } catch {
    return NaN
  }
}
