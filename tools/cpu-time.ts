/** CPU time of `work` in this thread, in milliseconds, independent of other load. */
export async function cpuTime_ms(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
