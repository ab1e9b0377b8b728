import { roles } from '#contract/permissions.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { entryOf, isPhone, logOut, openNav } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

const SETTINGS = [
  'Email Notifications',
  'Schools and Clusters',
  'Cluster Report',
  'Supporters List',
  'Annual Academic Report',
  'Annual Finance Report',
  'Privacy',
  'System',
]
const settingsOf = (role: number) => SETTINGS.filter((title) => (title === 'System' ? role === 1 : role < 4))
/** The headings of panels, where they differ from the panels' names. */
const HEADINGS: Record<string, string> = { 'Email Notifications': 'Progress Report' }
const FAITH = 'Faith Atieno Odhiambo'
const NAV_ABOVE_4 = ['Students', 'Users', 'Academics', 'Finance', 'Gallery']
const NAV_OF_4 = ['Students', 'Academics', 'Finance', 'Gallery']
const NAV_OF_5 = ['Finance', 'Gallery']
const navOf = (role: number) => (role < 4 ? NAV_ABOVE_4 : role === 4 ? NAV_OF_4 : NAV_OF_5)

for (const { id: role_id, role } of roles) {
  const landing = role_id === 5 ? 'Academics' : 'Students'
  // Administrators have the longest menu, supporters the shortest.
  const widths = role_id === 1 || role_id === 5 ? '' : ' @wide'

  test(`a ${role} lands on ${landing}${widths}`, async ({ page, charity, signIn, checkAccess }) => {
    const user = await charity.addUser({ role_id })
    await charity.addStudents([
      { name: FAITH, liaison_id: user.id, ...(role_id === 5 && { supporter_id: user.id }) },
    ])
    await signIn(user, '/dashboard')
    await expect(page).toHaveURL(`/dashboard?menu=${landing.toLowerCase()}`)
    // A supporter's students come first, then the list.
    const heading = role_id === 5 ? 'News of Faith' : landing
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('heading', { name: landing, exact: true })).toBeVisible()
    await expect(page.getByText(`Loading ${landing}`)).toHaveCount(0)
    await expect(page).toHaveTitle(new RegExp(landing))
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await checkAccess()

    const nav = await openNav(page)
    const hasSettings = role_id < 4
    if (isPhone(page)) {
      await expect(nav.getByRole('link')).toHaveText(
        [...navOf(role_id), ...settingsOf(role_id)].map((title) => new RegExp(`^${title}`)),
      )
    } else {
      await expect(nav.getByRole('link')).toHaveText(navOf(role_id))
      await expect(nav.getByRole('button', { name: 'Settings' })).toBeVisible({ visible: hasSettings })
    }
    if (role_id === 1) await checkAccess()

    await nav.getByRole('link', { name: 'Finance', exact: true }).click()
    await expect(page).toHaveURL('/dashboard?menu=finance')
    await expect(entryOf(page, FAITH).getByRole('button')).toHaveCount(role_id === 5 ? 1 : 3)
    await page.getByRole('link', { name: 'Elimu' }).click()
    await expect(page).toHaveURL(`/dashboard?menu=${landing.toLowerCase()}`)
    if (role_id !== 5) return
    await expect(entryOf(page, FAITH).getByRole('button')).toHaveAccessibleName(/^View Academic/)
    await logOut(page)
    // On a phone the keyboard would cover the page.
    const email = expect(page.getByLabel('Email', { exact: true }))
    await (isPhone(page) ? email.not : email).toBeFocused()
  })
}

test('settings lead to their panels @wide', async ({ page, signInAs, checkAccess }) => {
  await signInAs(1, '/dashboard')
  for (const title of SETTINGS) {
    await (await openNav(page)).getByRole('button', { name: 'Settings' }).click()
    if (title === SETTINGS[0]) await checkAccess()
    await page.getByRole('menuitem', { name: title }).click()
    const heading = HEADINGS[title] ?? title
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByText(`Loading ${title}`)).toHaveCount(0)
  }

  await (await openNav(page)).getByRole('link', { name: 'Gallery' }).click()
  await expect(page).toHaveURL('/dashboard/gallery')
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible()
})

test('the tabs of a page are links to its panels', async ({ page, signInAs, checkAccess, checkWidths }) => {
  await signInAs(1, '/dashboard?menu=retention')
  const tabs = page.getByRole('navigation', { name: 'Privacy' }).getByRole('link')
  const open = page.getByRole('main').locator('a[aria-current="page"]')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy')
  await expect(tabs).toHaveText(['Consents', 'Requests', 'Retention', 'Registers'])
  await expect(open).toHaveText('Retention')
  await expect(page).toHaveTitle(/Retention/)
  await checkWidths()
  await checkAccess()

  await tabs.nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard?menu=requests')
  await expect(page.getByRole('button', { name: 'New Request' })).toBeVisible()
  await expect(open).toHaveText('Requests')
  // The row of tabs stays, and the focus with it.
  await expect(tabs.nth(1)).toBeFocused()
})

test('the open tab of the Email Notifications is the heading', async ({ page, signInAs, checkWidths }) => {
  await signInAs(3, '/dashboard?menu=notification')
  const tabs = page.getByRole('navigation', { name: 'Email Notifications' }).getByRole('link')
  await expect(tabs).toHaveText(['Progress Report', 'What Is Missing', 'Letters'])
  for (const name of ['Letters', 'What Is Missing', 'Progress Report']) {
    await tabs.filter({ hasText: name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await checkWidths()
  }
})

test('a user who may open one tab only sees no tabs', async ({ page, signInAs }) => {
  await signInAs(4, '/dashboard?menu=requests')
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('navigation')).toHaveCount(0)
})

test('the heading of a panel is shown while its code loads @wide', async ({ page, charity, signInAs }) => {
  const officer = await charity.addUser({ role_id: 4 })
  const [student] = await charity.addStudents([{ liaison_id: officer.id, name: FAITH }])
  await signInAs(1, '/dashboard')
  const addresses = {
    '?menu=schools': 'Schools and Clusters',
    '/gallery': 'Gallery',
    '?menu=notification': 'Progress Report',
    '?menu=financeRep': 'Annual Finance Report',
  }
  const heading = page.getByRole('heading', { level: 1 })
  const loading = page.getByText(/^Loading /)
  const open = async (address: string, code = '{*Panel,AnnualReport}') => {
    const release = await delayRequests(page, `**/assets/${code}-*.js`)
    await page.goto(`/dashboard${address}`)
    await expect(loading).toBeAttached()
    return release
  }
  for (const [address, text] of Object.entries(addresses)) {
    const release = await open(address)
    await expect(heading).toHaveText(text)
    release()
    await expect(loading).toHaveCount(0)
    await expect(heading).toHaveText(text)
  }
  // The headings name the student, so they are shown only when the student is loaded.
  const ofStudents = {
    [`?menu=profile&student=${student}`]: 'profile',
    [`/studentgallery?student=${student}`]: 'JourneyPanel',
  }
  for (const [address, code] of Object.entries(ofStudents)) {
    const release = await open(address, code)
    await expect(heading).toHaveCount(0)
    release()
    await expect(heading).toContainText(FAITH)
  }
})
