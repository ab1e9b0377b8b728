import { chromium } from '@playwright/test'

/** The machine's Chromium, without the calls home that it would make by itself. */
export function launchBrowser() {
  const executablePath = process.env['CHROMIUM_PATH']
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
}
