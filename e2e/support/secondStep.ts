import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Charity } from './charity.ts'
import { expect } from './test.ts'

const CODE_MS = 30_000

/** An authenticator app with one secret. */
export function authenticatorApp(secret: string, charity: Charity) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')) })
  return {
    /** A code that was not used yet: steps the clock until the app shows the next one. */
    nextCode(): string {
      charity.step(CODE_MS)
      return totp.generate({ timestamp: charity.now().getTime() })
    },
  }
}

/** Sets up an app on the set-up screen; returns it and the recovery codes. */
export async function setUpApp(page: Page, charity: Charity) {
  await page.getByRole('button', { name: 'Next: Set up' }).click()
  const app = authenticatorApp(await page.locator('code').innerText(), charity)
  await page.getByLabel('Six-digit code').fill(app.nextCode())
  await page.getByRole('button', { name: 'Confirm code' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  return { app, codes: await page.locator('li code').allInnerTexts() }
}

/** Adds a virtual authenticator, like a phone or laptop that unlocks by itself. */
export async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the user unlocks the device when they are asked. */
    async answers(enabled: boolean): Promise<void> {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
  }
}
