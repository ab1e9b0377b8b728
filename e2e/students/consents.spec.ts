import type { Locator, Page } from '@playwright/test'
import { consentMessages, purposeWords } from '#contract/privacy/consentWords.ts'
import { purposes } from '#contract/privacy/consentStates.ts'
import { noticeMessages } from '#contract/privacy/notice.ts'
import { drawPdf } from '../../fixtures/drawPdf.ts'
import { pdfFile, picture } from '../support/files/files.ts'
import { expectMessage, saveForm } from '../support/forms.ts'
import { openMyWork } from '../support/myWork.ts'
import { WIDE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const ACHIENG = 'Achieng Ouma'
const JUMA = 'Juma Nyambura Odhiambo Kipchirchir Chepkoech Otieno'
/** Achieng is 14 years old. */
const born = `${new Date().getFullYear() - 14}-01-08`

const answer = async (form: Locator, purpose: string, who: string, word: 'Yes' | 'No') =>
  form
    .getByRole('group', { name: `${purpose}, ${who}` })
    .getByRole('button', { name: word })
    .click()

test('a family’s answers are recorded beside the form, and withdrawn @wide', async ({
  page,
  charity,
  newVisitor,
  signIn,
  signInAs,
  checkWidths,
}) => {
  const supporter = await charity.addUser({ role_id: 5, first_name: 'Margaret', last_name: 'Ellison' })
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const [id = 0] = await charity.addStudents([
    {
      name: ACHIENG,
      dob: born,
      mother: 'Beatrice Ouma',
      liaison_id: officer.id,
      supporter_id: supporter.id,
    },
  ])
  await charity.addMedia([{ student_id: id, title: 'Prize giving' }])
  await charity.setRetention(7)
  // A director writes the privacy notice first, from the draft.
  await signInAs(2, '/dashboard?menu=consents')
  await page.getByRole('button', { name: 'Write notice' }).click()
  const notice = page.getByRole('dialog', { name: 'New Version of the Privacy Notice' })
  await notice.getByRole('button', { name: 'Use the draft' }).click()
  await expect(notice.getByLabel('English')).toHaveValue(/for 7 years after that/)
  await expect(notice.getByLabel('Swahili')).toHaveValue(/Ofisi ya Kamishna wa Ulinzi wa Data/)
  await notice.getByLabel('Version').fill('2026-01')
  await checkWidths()
  await saveForm(notice, noticeMessages.saved, 'Save Notice')
  const noticeCard = page.getByRole('region', { name: 'Privacy notice' })
  await expect(noticeCard).toContainText('Version 2026-01')
  // The browser has no print dialog here.
  await page.evaluate(() => {
    window.print = () => {}
  })
  await noticeCard.getByRole('button', { name: 'Print notice' }).click()
  await expect(page.locator('article')).toHaveText([/privacy notice.*Version 2026-01/s, /Toleo 2026-01/])
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.locator('article')).toHaveCount(0)
  await noticeCard.getByRole('button', { name: 'New version' }).click()
  await notice.getByLabel('Version').fill('2027-01')
  await saveForm(notice, noticeMessages.saved, 'Save Notice')
  await expect(noticeCard).toContainText('Version 2027-01')
  await noticeCard.getByLabel('Version of the notice').selectOption('2026-01')
  await expect(noticeCard).toContainText('Version 2026-01')
  await noticeCard.getByRole('button', { name: 'Print notice' }).click()
  await expect(page.locator('article')).toHaveText([/privacy notice.*Version 2026-01/s, /Toleo 2026-01/])
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await noticeCard.getByLabel('Version of the notice').selectOption('2027-01')
  await page.getByText('What supporters may see').click()
  await expect(page.getByText(/^Full name, category, gender/)).toBeVisible()
  await checkWidths()

  await page.goto(`/dashboard?menu=profile&student=${id}`)
  const card = page.getByRole('region', { name: 'Consent' })
  await expect(card).toContainText('Margaret Ellison still sees everything.')
  await card.getByRole('button', { name: 'Record Consent' }).click()
  const form = page.getByRole('dialog', { name: 'Record Consent' })
  await expect(form.getByRole('radio', { name: 'Student' })).toBeDisabled()
  await form.getByRole('button', { name: 'Save Consent' }).click()
  await expect(form.getByText(consentMessages.formRequired)).toBeVisible()
  await expect(form.getByLabel('Form', { exact: true })).toBeFocused()
  await form.getByRole('radio', { name: 'Mother' }).check()
  await expect(form.getByLabel('Name')).toHaveValue('Beatrice Ouma')
  await form.getByRole('radio', { name: 'Spoken' }).check()
  await form.getByLabel('Witness').fill('Beatrice Ouma')
  await form.getByRole('button', { name: 'Save Consent' }).click()
  await expect(form.getByText(consentMessages.witnessIsGiver)).toBeVisible()
  await form.getByLabel('Witness').fill('Brian Ochieng')
  await form.getByRole('button', { name: 'Save Consent' }).click()
  await expect(form.getByText(consentMessages.answerRequired)).toBeFocused()
  await form.getByRole('radio', { name: 'Signed form' }).check()
  // Yes to all fills a column, and a No that it replaces can be brought back.
  await answer(form, 'Abroad', 'Beatrice', 'No')
  const topOfAnswers = async () =>
    (await form.getByRole('button', { name: 'Yes', exact: true }).first().boundingBox())?.y
  const top = await topOfAnswers()
  await form.getByRole('button', { name: 'Yes to all, Beatrice' }).click()
  await expect(form.getByRole('region', { name: 'Undo' })).toBeInViewport({ ratio: 1 })
  expect(await topOfAnswers()).toBe(top)
  await expect(form.getByRole('button', { name: 'Yes', pressed: true })).toHaveCount(purposes.length)
  await form.getByRole('button', { name: 'Undo' }).click()
  await expect(form.getByRole('button', { name: 'No', pressed: true })).toHaveCount(1)
  await expect(form.getByRole('button', { name: 'Yes', pressed: true })).toHaveCount(0)
  await form.getByRole('button', { name: 'Yes to all, Beatrice' }).click()
  await expect(form.getByLabel('Privacy notice')).toHaveValue('2027-01')
  await form.getByLabel('Explained by').fill('Grace Wafula')
  await form.getByLabel('Place').fill('Kisumu')
  await answer(form, 'Videos', 'Achieng', 'No')
  await form.getByLabel('Form', { exact: true }).setInputFiles(pdfFile(0, 'EL-0001.pdf'))
  await form.getByRole('button', { name: 'Save Consent' }).click()
  await expect(form.getByText(/^No answer of the child for: Record, .*, Publication\./)).toBeVisible()
  await form.getByRole('button', { name: 'Yes to all, Achieng' }).click()
  await form.getByRole('button', { name: 'Undo' }).click()
  await form.getByRole('button', { name: 'Yes to all, Achieng' }).click()
  await answer(form, 'Videos', 'Achieng', 'No')
  await expect(form).toContainText('They disagree. The No counts: videos are not shared.')
  await expect(form.getByRole('status').filter({ hasText: 'From today' })).toContainText(
    'From today Margaret Ellison sees personal facts, report cards, costs and pictures. Videos are hidden.',
  )
  // The paper is beside the answers, and on a narrow window above them, on request.
  const paper = form.getByRole('region', { name: 'Form', exact: true })
  await expect(paper).toBeVisible()
  await checkWidths()
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect(paper).toBeHidden()
  await form.getByRole('button', { name: 'Look' }).click()
  await form.getByText(purposeWords.pictures.question).scrollIntoViewIfNeeded()
  await expect(paper).toBeInViewport()
  await expect(form.getByText(purposeWords.pictures.question)).toBeInViewport()
  await form.getByRole('button', { name: 'Close the paper' }).click()
  await page.setViewportSize(WIDE)
  await saveForm(form, consentMessages.saved, 'Save Consent')

  await expect(card).toContainText(
    'Margaret Ellison sees personal facts, report cards, costs and pictures. Videos are hidden.',
  )
  // Only what differs is listed.
  const purpose = card.getByRole('table').getByRole('rowheader')
  await expect(purpose).toHaveText(['Videos To the supporter'])
  await expect(card.getByRole('row', { name: /^Videos/ })).toContainText(
    /Refused\s*since .*, Achieng said No; the No counts/,
  )
  await checkWidths()
  await card.getByRole('button', { name: 'All consents, 1' }).click()
  await expect(card).toContainText('Beatrice Ouma, mother: Yes to all.')
  await expect(card).toContainText('Privacy notice 2027-01. Explained by Grace Wafula in Kisumu')
  await checkWidths()

  // A withdrawal that was only spoken hides pictures at once.
  await card.getByRole('button', { name: 'Record Consent' }).click()
  await form.getByRole('radio', { name: 'Mother' }).check()
  await form.getByRole('radio', { name: 'Spoken' }).check()
  await form.getByLabel('Witness').fill('Brian Ochieng')
  await answer(form, 'Pictures', 'Beatrice', 'No')
  await saveForm(form, consentMessages.saved, 'Save Consent')
  await expect(card.getByRole('row', { name: /^Pictures/ })).toContainText('Withdrawn')
  await card.getByRole('button', { name: 'Request to delete' }).click()
  const request = page.getByRole('dialog', { name: 'Request to Delete' })
  await expect(request.getByLabel('Text')).toHaveValue(/not to share pictures of Achieng any more/)
  await saveForm(request, consentMessages.letterWritten, 'Send as a letter')
  await expect(card).toContainText(/Asked to delete on \d/)

  const reader = await newVisitor()
  await signIn(supporter, '/dashboard', reader)
  await expect(reader.getByText('Pictures and videos of Achieng are not shared at present.')).toBeVisible()
  await reader.goto(`/dashboard/studentgallery?student=${id}`)
  await expect(reader.getByText('Pictures and videos of Achieng are not shared at present.')).toBeVisible()
  await checkWidths(reader)

  // The withdrawal belongs to another child.
  await card.getByRole('button', { name: /^Mark as void: Spoken/ }).click()
  const mistake = page.getByRole('dialog', { name: 'Mark as Void' })
  await mistake.getByLabel('Reason').fill('It was about Achieng Onyango.')
  await saveForm(mistake, consentMessages.voided, 'Mark as void')
  await expect(purpose).toHaveText(['Videos To the supporter'])
  await expect(card).toContainText('Void: It was about Achieng Onyango.')
  await page.getByRole('link', { name: 'History' }).click()
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  const voided = history.filter({ hasText: 'Consent: marked as void' })
  await voided.getByRole('button', { name: /^Details/ }).click()
  await expect(voided).toContainText(/Given by.*Mother.*Name of who answered.*Beatrice Ouma.*Date.*Reason/)
  await expect(history.filter({ hasText: 'Consent: No to Pictures, mother' })).toHaveCount(1)
  const recorded = history.filter({ hasText: /Consent: Yes to .*, No to Videos, mother and child/ })
  await recorded.getByRole('button', { name: /^Details/ }).click()
  await expect(recorded.getByRole('row', { name: 'Videos' })).toHaveText('VideosYesNo')
  await expect(recorded).not.toContainText('Ref')
})

test('a signed form is recorded in six clicks @wide', async ({ page, charity, signInAs }) => {
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  const [id = 0] = await charity.addStudents([
    { name: ACHIENG, dob: born, mother: 'Beatrice Ouma', liaison_id },
  ])
  await signInAs(3, `/dashboard?menu=profile&student=${id}`)
  await page.getByRole('button', { name: 'Record Consent' }).first().click()
  const form = page.getByRole('dialog', { name: 'Record Consent' })
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  const chooser = page.waitForEvent('filechooser')
  await click(form.getByText('Choose a PDF'))
  await (await chooser).setFiles(pdfFile(0, 'EL-0001.pdf'))
  await click(form.getByText('Mother', { exact: true }))
  // Nobody's answer is preset.
  await expect(form.getByRole('button', { name: /^(Yes|No)$/, pressed: true })).toHaveCount(0)
  await click(form.getByRole('button', { name: 'Yes to all, Beatrice' }))
  await click(form.getByRole('button', { name: 'Yes to all, Achieng' }))
  await click(form.getByLabel('Date', { exact: true }))
  await form.getByLabel('Date', { exact: true }).fill(`8 Jan ${new Date().getFullYear()}`)
  await click(form.getByRole('button', { name: 'Save Consent' }))
  await expectMessage(form, consentMessages.saved)
  expect(clicks).toBe(6)
  const card = page.getByRole('region', { name: 'Consent' })
  await expect(card).toContainText('All given until')
})

test('a paper whose code names another child is not saved @wide', async ({ page, charity, signInAs }) => {
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  const [id = 0, other = 0] = await charity.addStudents([
    { name: ACHIENG, dob: born, mother: 'Beatrice Ouma', liaison_id },
    { name: JUMA, dob: born, liaison_id },
  ])
  await signInAs(3, `/dashboard?menu=profile&student=${id}`)
  await readsCode(page, 'EL-0002')
  await page.getByRole('button', { name: 'Record Consent' }).first().click()
  const form = page.getByRole('dialog', { name: 'Record Consent' })
  const file = form.getByLabel('Form', { exact: true })
  const buffer = drawPdf([{ text: 'Consent form', x: 72, y: 84, size: 20 }])
  const scan = { name: 'scan 17.pdf', mimeType: 'application/pdf', buffer }
  const wrong = form.getByText(`The code on this paper says EL-0002, ${JUMA}.`)
  const save = form.getByRole('button', { name: 'Save Consent' })
  await file.setInputFiles(scan)
  await expect(wrong).toBeVisible()
  await expect(save).toBeDisabled()
  await form.getByRole('button', { name: 'Choose another paper' }).click()
  await expect(wrong).toBeHidden()
  await expect(file).toBeFocused()
  await expect(save).toBeEnabled()
  await file.setInputFiles(scan)
  await form.getByRole('button', { name: 'Record for Juma' }).click()
  await expect(form).toContainText(`${JUMA}, EL-0002, 14 years`)
  await expect(form).toContainText('scan 17.pdf')
  await expect(wrong).toBeHidden()
  await form.getByRole('radio', { name: 'Guardian' }).check()
  await form.getByLabel('Name').fill('Peter Otieno')
  await form.getByRole('button', { name: 'Yes to all, Peter' }).click()
  await saveForm(form, consentMessages.saved, 'Save Consent')
  // Nothing of it stays with the first child.
  const card = page.getByRole('region', { name: 'Consent' })
  await expect(card).toContainText('Not recorded')
  await page.getByRole('button', { name: 'Record Consent' }).first().click()
  await expect(form).toContainText(`${ACHIENG}, EL-0001`)
  await expect(form.getByRole('radio', { name: 'Mother' })).toBeEnabled()
  await expect(form).not.toContainText('scan 17.pdf')
  await page.goto(`/dashboard?menu=profile&student=${other}`)
  await expect(card).toContainText('All given until')
})

/** The browser of the journeys reads no QR codes. */
const readsCode = (page: Page, code: string) =>
  page.evaluate((rawValue) => {
    const detect = () => Promise.resolve([{ rawValue }])
    Object.assign(globalThis, {
      BarcodeDetector: class {
        detect = detect
      },
    })
  }, code)

test('who needs action is listed, printed and recorded from scans @wide', async ({
  page,
  charity,
  newVisitor,
  signIn,
  signInAs,
  checkWidths,
}) => {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  await charity.addStudents([
    { name: ACHIENG, dob: born, liaison_id: officer.id },
    { name: JUMA, liaison_id: officer.id },
  ])
  await signInAs(2, '/dashboard?menu=students')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'Privacy' }).click()
  await expect(
    page.getByRole('heading', { level: 2, name: /^0 of 2 students have full consent/ }),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(ACHIENG) })).toContainText('Not recorded')
  await checkWidths()
  await page.setViewportSize({ width: 390, height: 600 })
  const count = page.getByRole('button', { name: /^2.*Not recorded/ })
  await count.press('Enter')
  await expect(page.getByRole('heading', { name: 'Not recorded', exact: true })).toBeFocused()
  await count.press('Enter')
  await page.setViewportSize(WIDE)

  // The gate, and the notice to staff until its day.
  const gate = page.getByRole('region', { name: 'When no consent is recorded' })
  await expect(gate).toContainText('Today this would affect 2 students and 0 supporters.')
  await gate.getByRole('radio', { name: /^Hide until recorded/ }).check()
  await gate.getByLabel('From', { exact: true }).fill('1 Jan 2020')
  await gate.getByRole('button', { name: 'Save' }).click()
  await expect(gate.getByText(/^From must be at least 30 days from today/)).toBeVisible()
  const first = new Date(charity.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10)
  await gate.getByLabel('From', { exact: true }).fill(first)
  await gate.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText(/supporters no longer see what has no consent\. This affects 2 students/),
  ).toBeVisible()
  await expect(gate).toContainText('Planned')
  const work = await openMyWork(page)
  await expect(work).toContainText('This affects 2 students today.')
  await work.getByRole('link', { name: 'See who' }).click()
  await expect(work).toBeHidden()
  await expect(page).toHaveURL(/menu=consents&consent=needs_action/)

  // The browser has no print dialog here.
  await page.evaluate(() => {
    window.print = () => {}
  })
  const coordinator = await charity.addUser({ role_id: 3 })
  const colleague = await newVisitor()
  await signIn(coordinator, '/dashboard?menu=consents', colleague)
  await colleague.getByRole('button', { name: 'Print forms', exact: true }).click()
  await expect(colleague.getByText(/Ask a director or an administrator to enter the contact/)).toBeVisible()
  await page.getByRole('button', { name: 'Print forms', exact: true }).click()
  const printing = page.getByRole('dialog', { name: 'Print Forms' })
  await expect(printing.getByRole('button', { name: 'Print forms' })).toBeDisabled()
  const contact = printing.getByLabel('Contact on printed forms')
  await contact.fill('P.O. Box 412, Kisumu')
  await printing.getByRole('button', { name: 'Save contact' }).click()
  await expect(printing.getByText('Contact has no telephone number, such as 0700 000 000')).toBeVisible()
  await contact.fill(
    `0700 000 412. ${'P.O. Box 412, Kisumu, Lake Basin House. '.repeat(8)}`.slice(0, 300).trim(),
  )
  await checkWidths()
  await printing.getByRole('button', { name: 'Save contact' }).click()
  await printing.getByRole('button', { name: 'Print 2 forms' }).click()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const sheets = page.locator('article')
  await expect(sheets).toHaveText([
    /EL-0001.*has no supporter yet.*P\.O\. Box 412, Kisumu.*For you, Achieng/s,
    /EL-0002.*miaka 18/s,
  ])
  const sides = page.locator('article > section')
  await expect(sides).toHaveCount(4)
  await expect(sides.first()).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  // Nothing is cut off at the foot of a page.
  const isCut = (all: Element[]) => all.map((each) => each.scrollHeight > each.clientHeight)
  expect(await sides.evaluateAll(isCut)).toEqual([false, false, false, false])
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(printing).toBeHidden()
  await expect(sheets).toHaveCount(0)

  await page.getByRole('button', { name: 'Record from scans' }).click()
  const scans = page.getByRole('dialog', { name: 'Record from Scans' })
  await readsCode(page, 'EL-0001')
  const files = [pdfFile(0, 'EL-0002.pdf'), pdfFile(1, 'scan 17.pdf'), await picture('IMG_2231.jpg')]
  await scans.getByLabel('Scanned forms').setInputFiles(files)
  await expect(scans.getByRole('combobox', { name: 'Student of IMG_2231.jpg' })).toHaveValue(
    `${ACHIENG}, EL-0001`,
  )
  await expect(scans.getByRole('combobox', { name: 'Student of EL-0002.pdf' })).toHaveValue(
    `${JUMA}, EL-0002`,
  )
  await expect(scans.getByRole('button', { name: 'Record the consent of scan 17.pdf' })).toBeDisabled()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(scans.getByRole('button', { name: 'Take a photo' })).toBeVisible()
  await expect(scans.getByRole('button', { name: 'Record a video' })).toBeHidden()
  await checkWidths()
  await scans.getByRole('button', { name: /^scan 17.pdf/ }).click()
  await expect(scans.getByRole('region', { name: 'Form' })).toBeVisible()
  await checkWidths()
  await scans.getByRole('button', { name: 'Record the consent of EL-0002.pdf' }).click()
  const form = page.getByRole('dialog', { name: 'Record Consent' })
  await form.getByRole('radio', { name: 'Father' }).check()
  await form.getByLabel('Name').fill('Peter Otieno')
  await form.getByRole('radio', { name: 'Signed form' }).check()
  await form.getByRole('button', { name: 'Yes to all, Peter' }).click()
  await form.getByRole('button', { name: 'Save Consent' }).click()
  await expectMessage(form, consentMessages.saved)
  await expect(scans).toContainText('Recorded')
  await scans.getByRole('button', { name: 'Close' }).last().click()
  await expect(
    page.getByRole('heading', { level: 2, name: /^1 of 2 students has full consent/ }),
  ).toBeVisible()
})
