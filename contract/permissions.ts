import type { DownloadKind } from './downloads.ts'

/**
 * The rules that depend on a role's number. Lower means more privileged.
 * The server enforces them; the page only mirrors them.
 */
export const roles = [
  { id: 1, role: 'System Administrator' },
  { id: 2, role: 'Director' },
  { id: 3, role: 'Programme Coordinator' },
  { id: 4, role: 'Liaison Officer' },
  { id: 5, role: 'Supporter' },
] as const

export const roleName = (role_id: number) => roles.find(({ id }) => id === role_id)?.role ?? ''

export const ADMINISTRATOR = 1
export const COORDINATOR = 3
export const LIAISON_OFFICER = 4
export const SUPPORTER = 5

type Actor = { id: number; role: number }
type Target = { id: number; role_id: number }

export const canSeeUsers = (role: number) => role < 4
export const canSeeSettings = (role: number) => role < 4
export const canSeeStudents = (role: number) => role < 5
export const canSeeAcademics = (role: number) => role < 5
/** Only the administrator, because a waiting letter gives access to its password link. */
export const canSeeAccountLetters = (role: number) => role === ADMINISTRATOR

export const canEditStudents = (role: number) => role < 5
export const canSetStudentStatus = (role: number) => role < 3
export const canSetSupporter = (role: number) => role < 4
/** Any other user who adds a student becomes its liaison officer. */
export const canChooseLiaison = (role: number) => role < 4
export const canSeeLiaisonAndSupporter = (role: number) => role < 4
/** Supporters see their own students, staff see all. */
export const canSeeEveryStudent = (role: number) => role < SUPPORTER
/** Whether a search also finds guardians' phones and admission numbers. */
export const canSearchContacts = (role: number) => role < SUPPORTER
export const canEditReportCards = (role: number) => role < 5
export const canEditReceipts = (role: number) => role < 5
export const canEditGallery = (role: number) => role < 5
export const canDeleteMedia = (role: number) => role < 4
export const canAddDocuments = (role: number) => role < 5
/** The roles that use a form with drafts. */
export const canSaveDrafts = (role: number) => role < 5
/** Excludes the director, although that role is above the coordinator's. */
export const canVerifyRecords = (role: number) => role === ADMINISTRATOR || role === COORDINATOR
/** Supporters see only verified records. */
export const canSeeUnverified = (role: number) => role < SUPPORTER
/** Sees the cards of their own students. */
export const canSeeChildren = (role: number) => role === SUPPORTER
/** Psychosocial notes and action plans are written for staff. */
export const canSeeStaffNotes = (role: number) => role < SUPPORTER

export const canSeeHistory = (role: number) => role < 4
export const canHaveStudents = (role: number) => role < SUPPORTER

export const canSeeSchools = (role: number) => role < 5
export const canEditSchools = (role: number) => role < 4
export const canAddLookups = (role: number) => role < 4
/** Changes the curriculum of an existing class. */
export const canSetCurriculum = (role: number) => role === ADMINISTRATOR
export const canSetGradeScales = (role: number) => role === ADMINISTRATOR
export const canSeeCalendar = (role: number) => role < SUPPORTER
export const canSetCalendar = (role: number) => role < 4
export const canSeeReports = (role: number) => role < 4

/** Sees plans, promises and what is still to find of all students. */
export const canSeeFunding = (role: number) => role < 4
/** Sees the figures of their own students, without the names of those who promise. */
export const canSeeOwnFunding = (role: number) => role < SUPPORTER
/** Sets plans and promises, and notes what came in. */
export const canEditFunding = (role: number) => role < 4
/** Sees payments to schools, with their accounts. */
export const canSeePayments = (role: number) => role < 4
/** Sees what was paid for their own students, never accounts or drafts. */
export const canSeeOwnPayments = (role: number) => role < SUPPORTER
/** Prepares a payment. Excludes the director, who approves. */
export const canPreparePayments = (role: number) => role === ADMINISTRATOR || role === COORDINATOR
/** Approves a payment that somebody else has prepared. */
export const canApprovePayments = (role: number) => role < 3
/** Downloads the files of an approved payment, and notes what was paid or came back. */
export const canNotePaid = (role: number) => role < 4
export const canSetSchoolAccounts = (role: number) => role < 3

/** Gives a user the email address of NOTIFICATIONS_ADMIN, whose user may send notifications. */
export const canGiveSendersEmail = (role: number) => role === ADMINISTRATOR

type Sender = { notifications_admin: boolean }

/** The staff account that NOTIFICATIONS_ADMIN names may send notifications too. */
export const canSendNotifications = (role: number, user?: Sender) =>
  role === ADMINISTRATOR || user?.notifications_admin === true
export const canSeeNotifications = (role: number, user?: Sender) =>
  role < 4 || user?.notifications_admin === true
/** Sees missing items of all students; other staff see those of their own students. */
export const canSeeAllMissing = (role: number) => role < 4
export const canSeeMissing = (role: number) => role < SUPPORTER

/** Searches everything that the user may open. */
export const canSearch = (role: number) => role < SUPPORTER

export const canSeeBackups = (role: number) => role === ADMINISTRATOR

/** Imports anything but users, fee plans and school accounts: see `canImport`. */
export const canSeeImports = (role: number) => role < 4
type ImportKind =
  | 'students'
  | 'schools'
  | 'supporters'
  | 'staff'
  | 'results'
  | 'receipts'
  | 'plans'
  | 'accounts'
export const canImport = (role: number, kind: ImportKind) =>
  kind === 'supporters' || kind === 'staff'
    ? canImportUsers(role)
    : kind === 'plans' || kind === 'accounts'
      ? canImportMoney(role)
      : canSeeImports(role)
/** Imports fee plans and the accounts of schools. */
const canImportMoney = (role: number) => role < 3
export const canImportUsers = (role: number) => role < 3
/** An import of staff gives only roles below that of the user who imports. */
export const canImportAsRole = (role: number, role_id: number) => role_id > role && role_id < SUPPORTER
export const canUndoImports = (role: number) => role < 3
export const canSeeDuplicates = (role: number) => role < 3

/** Downloads a whole list. Requires the right to see it. */
export const canDownload = (role: number, kind: DownloadKind) =>
  kind === 'users' ? canSeeUsers(role) : canDownloadLists(role)
export const canDownloadLists = (role: number) => role < SUPPORTER
/** Confirms again before the download of a whole list: only these roles may also download everything at once. */
export const confirmsDownload = (role: number) => role < 3
/** Downloads everything as spreadsheets. */
export const canDownloadEverything = (role: number) => role < 3

export const canSetSignIn = (role: number) => role === ADMINISTRATOR
export const canResetSecondSteps = (role: number) => role === ADMINISTRATOR

/** Records consents, reads them in the profile, and sees from when data without consent is hidden. */
export const canRecordConsents = (role: number) => role < SUPPORTER
export const canSeeConsents = (role: number) => role < 4
export const canVoidConsents = (role: number) => role < 3
export const canSetConsentGate = (role: number) => role < 3
export const canSaveNotice = (role: number) => role < 3

/** Notes what a family asks about a record, and sees what others have noted. */
export const canNoteRequests = (role: number) => role < SUPPORTER
export const canDecideRequests = (role: number) => role < 3
/** Downloads a ZIP with the whole record of a student. */
export const canExportRecords = (role: number) => role < 3
export const canAnonymise = (role: number) => role === ADMINISTRATOR
export const canCancelAnonymise = (role: number) => role < 3
/** Restricts the use of a record, and lifts that. */
export const canRestrict = (role: number) => role < 3
/** Sees in My work which records somebody should decide about again. */
export const canReviewRecords = (role: number) => role < 3
export const canSeeRetention = (role: number) => role < 3
export const canSetRetention = (role: number) => role === ADMINISTRATOR
export const canSeeAccesses = (role: number) => role < 3
/** Sees the registers of breaches and of processing, and notes what reached the wrong supporter. */
export const canSeeRegisters = (role: number) => role < 3
/** Sees that a No to keeping the record asked for erasure. */
export const canSeeErasures = (role: number) => role < 3

export const canReadApiDocs = (role: number) => role < 4

/** Users cannot give a role more privileged than their own; a coordinator can only give roles from 4 on. */
export const canGiveRole = (role: number, role_id: number) =>
  canSeeUsers(role) && role_id >= (role === COORDINATOR ? 4 : role)

/** Users cannot change a more privileged user; a coordinator can only change users of roles 4 and 5. */
export const canEditUser = (actor: Actor, target: Target) => canGiveRole(actor.role, target.role_id)

/** Users cannot deactivate or delete themselves: they could not sign in again to undo it. */
export const canChangeUserStatus = (actor: Actor, target: Target) =>
  canEditUser(actor, target) && actor.id !== target.id

export const canDeleteUser = canChangeUserStatus

/** The start page of a role: shown after signing in, and the target of the logo. */
export const landingMenu = (role: number) => (role === SUPPORTER ? 'academics' : 'students')

/** Whether a role must use a second step, by the rule that an administrator chooses. */
export const mustUseSecondStep = {
  nobody: () => false,
  roles_1_to_3: (role: number) => role <= COORDINATOR,
  staff: (role: number) => role < SUPPORTER,
} satisfies Record<string, (role: number) => boolean>
