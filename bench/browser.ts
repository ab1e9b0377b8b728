import { chromium } from '@playwright/test'

/** The machine's Chromium, without its own background requests. */
export function launchBrowser() {
  const executablePath = process.env['CHROMIUM_PATH']
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
}
