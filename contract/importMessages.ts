import { z } from 'zod'
import { recordMessages } from './records/records.ts'
import { reportCardMessages } from './records/reportCards.ts'
import { schoolMessages } from './schools.ts'
import { studentMessages } from './students/students.ts'
import { userMessages } from './users.ts'

export const importMessages = {
  rowsRequired: 'The sheet has no rows',
  rowNotValid: 'A row must contain fields by name',
  nothingGood: 'No row can be imported',
  undoneAlready: 'This import has been undone already',
  changedMeanwhile: 'Somebody added the same in the meantime. Check again before you import.',
  undone: 'Import undone.',
  stepNotEmpty: 'This step is not empty',
  stepSaved: 'Saved.',
  notUsers: 'Only users are invited',
  invited: (count: number) =>
    count === 1 ? '1 invitation is on its way.' : `${count} invitations are on their way.`,
  invitedWithoutMail: 'The invitations wait: no mail server is set.',
  imported: (created: number, updated: number) => `${created} added, ${updated} updated.`,
} as const

/** Why a row cannot be imported although its form is valid. Each message states a fact: the page adds what to do. */
export const rowErrors = {
  refUnknown: 'No student has this Ref',
  notActive: studentMessages.notActive,
  recordClosed: 'This student is waiting to be anonymised',
  studentTwice: 'More than one row is about this student',
  schoolUnknown: studentMessages.schoolUnknown,
  schoolTaken: schoolMessages.schoolTaken,
  schoolSpelled: 'This school exists already in another spelling',
  clusterUnknown: 'Cluster is not known',
  liaisonUnknown: 'No member of staff has this name or email',
  liaisonTwice: 'More than one user has this name',
  liaisonDisabled: 'This Liaison Officer is disabled',
  supporterUnknown: 'No enabled supporter has this email',
  hasSupporter: 'The student already has another supporter',
  statusNeeded: 'The row has the day or reason of a status, but no status',
  statusWithheld: 'Only a director can give students a status',
  examRemoves: 'This exam would remove the score, assessment number or pathway that the student has',
  emailTaken: userMessages.emailTaken,
  emailWithheld: 'Only a System Administrator can give this email to a user',
  roleNotBelow: 'This role is not below your own',
  notSimilar: 'This student is not a possible duplicate of the row',
  yearUnknown: recordMessages.yearUnknown,
  termUnknown: recordMessages.termUnknown,
  classUnknown: recordMessages.classUnknown,
  nameUnknown: 'No student has this name',
  numberOfOther: 'The student with this admission number has another name',
  admissionUnknown: 'No student has this admission number',
  nameTwice: 'More than one student has this name',
  nameElsewhere: 'This school has no student of this name',
  nameDiffers: 'The student with this Ref has another name',
  subjectUnknown: reportCardMessages.subjectUnknown,
  subjectTwice: 'Another column is about the same subject',
  categoryUnknown: 'Category is not known',
  resultNotValid: 'This is not a mark or a grade of the class',
  reportTaken: 'This report card is already registered',
  receiptTaken: 'This receipt is already registered',
  receiptCopy: 'This is a copy of another receipt',
  receiptDiffers: 'This receipt number is registered with another amount',
  refund: 'This amount is negative',
  refundTooLarge: 'No item of the receipt is as large as this refund',
  rowsDiffer: 'Another row of this record differs',
  recordWaits: 'Another row of this record cannot be imported yet',
  planTaken: 'These fees are already registered',
  planTwice: 'Another row is about the same school, class and term',
  accountTaken: 'This account is already registered',
  accountTwice: 'Another row has an account of this school',
  accountOfBoth: 'A row has a bank account or a Paybill, not both',
} as const

/** The codes of errors that the form reports, with its own messages. */
export const formErrorCode = z.enum(['empty', 'notADate', 'notInPast', 'registeredBeforeBirth', 'notValid'])

/** Why an undo does not change a row. */
export const keptReasons = {
  changed: 'Changed since',
  hasFiles: 'Has records or files',
  hasStudents: 'Has students',
  invited: 'Invited since',
  inUse: 'In use',
  approved: 'A payment was approved with it',
  schoolGone: 'The former school was removed',
  liaisonGone: 'The former liaison officer may not hold students',
} as const
