import type { AllStudentData } from './database/studentData.ts'
import { damageData } from './backup/damage/damageData.ts'
import { draftData } from './drafts/draftData.ts'
import { galleryData } from './gallery/galleryData.ts'
import { commitmentData, ownPlanData } from './funding/fundingData.ts'
import { importData } from './imports/importData.ts'
import { noticeData } from './notifications/noticeData.ts'
import { paymentLineData } from './payments/paymentLineData.ts'
import { accessData } from './privacy/accesses/accessData.ts'
import { consentData } from './privacy/consents/consentData.ts'
import { breachData } from './privacy/registers/breachData.ts'
import { wrongRecipientData } from './privacy/registers/wrongRecipientData.ts'
import { requestData } from './privacy/requests/requestData.ts'
import { documentData } from './records/documents/documentData.ts'
import { receiptData } from './records/receipts/receiptData.ts'
import { reportCardData } from './records/reportCards/reportCardData.ts'
import { profileData } from './students/profileData.ts'

/** What each feature stores about children: entities by their names in the history, then the rest. */
export const studentData: AllStudentData = {
  student: profileData,
  report: reportCardData,
  receipt: receiptData,
  document: documentData,
  media: galleryData,
  consent: consentData,
  request: requestData,
  wrong_recipient: wrongRecipientData,
  own_plan: ownPlanData,
  commitment: commitmentData,
  payment_line: paymentLineData,
  breaches: breachData,
  notices: noticeData,
  accesses: accessData,
  imports: importData,
  drafts: draftData,
  damage: damageData,
}
