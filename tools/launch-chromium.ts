import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Where Debian installs it; the headless shell first, because it needs much less CPU time. */
const paths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Starts Chromium without its requests to Google's servers. `CHROMIUM_PATH` selects another executable. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || (paths.find((path) => existsSync(path)) ?? 'chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
