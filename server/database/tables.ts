import type { Generated } from 'kysely'
import type { Ending, SignInRule } from '#contract/account.ts'
import type { LinkKind, StepKind } from '#contract/auth.ts'
import type { backupStates, backupSteps } from '#contract/backups.ts'
import type { ConsentHow } from '#contract/consents/consentWords.ts'
import type { Giver, Purpose } from '#contract/consents/consentStates.ts'
import type { CurriculumName } from '#contract/records/curricula.ts'
import type { DownloadKind } from '#contract/downloads.ts'
import type { ImportKind } from '#contract/imports.ts'
import type { DepartureKind, ViewKind } from '#contract/rights/accesses.ts'
import type { RefusalGround, RequestKind, RequestState } from '#contract/rights/requests.ts'
import type { letterStates } from '#contract/letters.ts'
import type { PairAnswer } from '#contract/students/duplicates.ts'
import type { EntryExamName, ExamPaper } from '#contract/students/entryExams.ts'
import type { pathways } from '#contract/students/students.ts'

/** The purpose of a file. */
export type FilePurpose =
  | 'picture'
  | ExamPaper
  | 'report'
  | 'receipt'
  | 'document'
  | 'media'
  | 'consent'
  | 'request'

/** What a session may do: everything, complete its sign-in, or set up a second step first. */
export type SessionState = 'signed_in' | 'second_step' | 'set_up'

/** What report cards and receipts have in common. */
type RecordColumns = {
  id: Generated<number>
  student_id: number
  year_id: number
  term_id: number
  /** The class and school at that time. */
  class_id: number
  school_id: number
  /** The PDF; null for a record that was imported without one. */
  file_id: number | null
  liaison_comment: string
  status: number
  /** Why it was returned to its author; null once it is saved again. */
  remark: string | null
  version: number
  created_at: string
  created_by: number
  updated_at: string
  /** The user who saved it last; verifying does not change it. */
  entered_by: number
  verified_by: number | null
}

/** The tables as the newest migration leaves them. Instants are ISO text, flags and ids are integers. */
export type Tables = {
  roles: { id: number; role: string }

  users: {
    id: Generated<number>
    first_name: string
    last_name: string
    email: string
    phone: string | null
    country: string | null
    status: number
    role_id: number
    password_hash: string | null
    /** The text for searches, folded (`userSearchText`). It is also the order by name. */
    search: string
    created_at: string
    created_by: number | null
    updated_at: string
    updated_by: number | null
    /** The first sign-in, from which the days to set up a second step count. */
    signed_in_at: string | null
  }

  sessions: {
    id: Generated<number>
    /** Only the hash is stored, so that a reader of the table cannot sign in with it. */
    token_hash: string
    user_id: number
    created_at: string
    seen_at: string
    state: SessionState
    /** When the user last proved who they are, by a second step or, without one, by the password. */
    confirmed_at: string | null
    /** Such as `Chrome on Windows`. */
    device: string
  }

  /** Sessions that have ended, for the list of their user. */
  ended_sessions: {
    id: Generated<number>
    user_id: number
    device: string
    created_at: string
    seen_at: string
    /** For a session that expired, when it was last used. */
    ended_at: string
    how: Ending
  }

  /** Authenticator apps and passkeys. */
  second_steps: {
    id: Generated<number>
    user_id: number
    kind: StepKind
    name: string
    /** The secret of an app, encrypted; null for a passkey. */
    secret: string | null
    /** The id, public key (base64url), counter, transports (as JSON) and host of a passkey. */
    credential_id: string | null
    public_key: string | null
    counter: number
    transports: string | null
    rp_id: string | null
    created_at: string
    /** Null until its first code was entered: until then it does not count. */
    confirmed_at: string | null
    used_at: string | null
  }

  recovery_codes: {
    id: Generated<number>
    user_id: number
    /** Only the hash is stored. */
    code_hash: string
    created_at: string
    used_at: string | null
  }

  /** Devices that need no second step for a while. */
  remembered_devices: {
    id: Generated<number>
    user_id: number
    token_hash: string
    device: string
    created_at: string
  }

  /** Codes of apps and challenges of passkeys that were used, so that each works once. */
  used_once: { key: string; expires_at: string }

  /** For whom a second step is required: one row. */
  sign_in_rule: { id: Generated<number>; required: SignInRule; since: string }

  attempts: {
    /** The kind of limit and its subject: `sign-in account …`, `sign-in address …`. */
    key: string
    count: number
    expires_at: string
  }

  letters: {
    id: Generated<number>
    message_id: string
    recipient: string
    subject: string
    text: string
    html: string
    /** Set if the letter contains a password link; the link itself is only made when the letter is sent. */
    link_kind: LinkKind | null
    user_id: number | null
    state: (typeof letterStates)[number]
    attempts: number
    last_error: string | null
    /** The answer of the mail server when it accepted the letter. */
    answer: string | null
    /** The list that mail programs sort the letter by. */
    list_id: string | null
    created_at: string
    /** When it may be sent. While it is being sent: when the lease of the sending process ends. */
    next_attempt_at: string
    lease: string | null
    /** When it was last tried. */
    tried_at: string | null
    sent_at: string | null
  }

  /** The attachments of a letter, in order. */
  letter_files: { letter_id: number; place: number; file_id: number; name: string }

  clusters: { id: Generated<number>; cluster_name: string; folded: string }

  schools: {
    id: Generated<number>
    school: string
    folded: string
    cluster_id: number
    /** The folded names of school and cluster. */
    search: string
  }

  years: { id: Generated<number>; year_name: string; folded: string }
  terms: { id: Generated<number>; term_name: string; folded: string }
  classes: {
    id: Generated<number>
    class_name: string
    folded: string
    curriculum: Generated<CurriculumName>
  }
  subjects: { id: Generated<number>; subject_name: string; folded: string }

  /** Answers about pairs of possible duplicates, the lower id first. */
  duplicate_answers: {
    first_id: number
    second_id: number
    /** Their folded names and dates of birth at that time: the answer is valid for these only. */
    about: string
    answer: PairAnswer
    at: string
    user_id: number
    /** The student whose status was set with the answer, the new status, and the previous one. */
    closed_id: number | null
    closed_as: number | null
    closed_from: number | null
  }

  students: {
    id: Generated<number>
    /** The number in the student's ref. */
    number: number
    ref: string
    name: string
    category: number
    status: number
    gender: number | null
    liaison_id: number
    supporter_id: number | null
    /** The name of a supporter who is not registered, from an import. Null as soon as there is a supporter. */
    supporter_name: string | null
    school_id: number
    /** At the time of the import, until there is a report card. */
    class_id: number | null
    /** These and the texts below are null if an import left them unknown. */
    dob: string | null
    dor: string | null
    /** KCPE, the exam of 8-4-4, unless a row names another. */
    entry_exam: Generated<EntryExamName>
    /** Null for another exam. */
    kcpe: number | null
    assessment_no: string | null
    pathway: (typeof pathways)[number] | null
    siblings: number | null
    ambition: string | null
    languages: string | null
    mother: string | null
    father: string | null
    guardian: string | null
    guardian_phone: string | null
    background: string | null
    /** Of the current school. */
    admission_no: string | null
    picture_id: number | null
    certificate_id: number | null
    /** Counts the changes, so that users cannot overwrite one that they have not seen. */
    version: number
    /** The folded name and ref, for the searches of all users. */
    search: string
    /** Admission number and phone numbers, folded, each on a line of its own: staff search by them too. */
    search_numbers: Generated<string>
    /** Both with the liaison officer's name, for those who may search by it; also the order by name. */
    search_all: string
    /** The folded names of liaison officer and supporter; renaming a user updates them. */
    liaison_order: string
    supporter_order: string
    created_at: string
    created_by: number
    updated_at: string
    updated_by: number
  }

  /** The last number that was assigned of each kind. */
  counters: { name: 'student'; value: number }

  files: {
    id: Generated<number>
    purpose: FilePurpose
    /** The student of the file, which decides who may see it. */
    student_id: number
    /** The media type it is served as. */
    type: string
    name: string
    bytes: number
    /** The hash of the file as it was uploaded, before an image was made smaller: it identifies the same upload. */
    sha256: string
    key: string
    /** Keys of its smaller pictures, if it has any. */
    medium_key: string | null
    thumb_key: string | null
    created_at: string
    created_by: number
  }

  reports: RecordColumns & {
    /** The curriculum of the class when the report card was entered. */
    curriculum: Generated<CurriculumName>
    /** The mean grade, and the mean score in whole tenths; null where the curriculum has no mean. */
    grade: string | null
    mark: number | null
    overall_level: string | null
    teacher_comment: string
    action_plan: string
    psychosocial: string
  }

  marks: {
    id: Generated<number>
    report_id: number
    /** Its row in the report. */
    place: number
    subject_id: number
    grade: string
    /** In whole tenths; null if the report card has none. */
    mark: number | null
  }

  receipts: RecordColumns & {
    /** The sum of the items in whole cents. */
    total: number
  }

  items: {
    id: Generated<number>
    receipt_id: number
    /** Its row in the receipt. */
    place: number
    category: string
    item: string
    /** In whole cents. */
    cost: number
  }

  /** The fee structure and the account statement of a year; older ones are in the history. */
  documents: {
    id: Generated<number>
    student_id: number
    year_id: number
    type: number
    file_id: number
    updated_at: string
    updated_by: number
  }

  /** The pictures and films of a student's gallery. */
  media: {
    id: Generated<number>
    student_id: number
    title: string
    description: string
    file_id: number
    /** The hash of the file as it was uploaded: a gallery stores the same file once. */
    sha256: string
    /** In pixels, upright; null if unknown. */
    width: number | null
    height: number | null
    /** The length of a film. */
    duration_ms: number | null
    created_at: string
    created_by: number
    updated_at: string
    updated_by: number
  }

  /** The other students in a picture or film of a gallery, whose family's No hides it too. */
  media_students: {
    media_id: number
    student_id: number
    /** The student of the gallery. */
    gallery_of: number
  }

  /** What a family agreed to, as documents of one moment: they are never edited, but may be void. */
  consents: {
    id: Generated<number>
    student_id: number
    given_by: Giver
    name: string
    how: ConsentHow
    witness: string | null
    given_on: string
    /** The last day, if one was written that is not the day before the 18th birthday. */
    until: string | null
    /** By purpose, as JSON; those of the child are null if they were not asked. */
    answers: string
    child_answers: string | null
    /** The signed form. */
    file_id: number | null
    recorded_at: string
    recorded_by: number
    void_at: string | null
    void_by: number | null
    void_reason: string | null
  }

  /**
   * The result of a student's consents, for queries: of each purpose the last day of the Yes (`9999-12-31` without an
   * end), an empty text for a No, null if it is not recorded. Students without consents have no row.
   */
  consent_states: { student_id: number } & Record<Purpose, string | null> & {
      /** The first of these days of the purposes that count; `9999-12-31` if none has an end. */
      ends_on: string
      /** The day of a No to keeping the record, by which the family asked for erasure. */
      erasure_on: string | null
    }

  /** Letters that asked a supporter to delete what is no longer shared of a student. */
  deletion_letters: { letter_id: number; student_id: number; supporter_id: number }

  /** One row: from which day supporters see nothing without consent; null if they do. And the contact for forms. */
  consent_gate: { id: Generated<number>; hold_from: string | null; contact: string | null }

  /** What families and students ask about a record. The texts are empty once the record is anonymised. */
  requests: {
    id: Generated<number>
    student_id: number
    kind: RequestKind
    state: RequestState
    asked_by: string
    relation: string | null
    identity_check: string
    asked_on: string
    words: string
    due_on: string
    /** The day by which something must be done: of an erasure earlier, because of the wait. */
    start_by: string
    /** The letter in which it was asked. */
    file_id: number | null
    ground: RefusalGround | null
    reason: string | null
    noted_by: number
    noted_at: string
    decided_by: number | null
    decided_at: string | null
    closed_by: number | null
    closed_at: string | null
    /** The folded name of who asked. */
    search: string
  }

  /** The records that wait to be anonymised, and those that are: the ledger beside the backups lists these. */
  anonymisations: {
    student_id: number
    /** Tells this student from one who gets the same id in a restored database. */
    seal: string
    new_ref: string
    drop_gender: number
    request_id: number | null
    /** The day on which the wait ends. */
    due_on: string
    started_by: number
    started_at: string
    done_at: string | null
    /** When it was written to the ledger beside the backups. */
    listed_at: string | null
  }

  /** After how many years a record is listed under Retention: one row. */
  retention: { id: Generated<number>; years: number | null }

  /** How often a user opened something of a student on a day. */
  views: { student_id: number; day: string; user_id: number; kind: ViewKind; count: number }

  /** What of a student left Elimu. */
  departures: {
    id: Generated<number>
    student_id: number
    at: string
    user_id: number
    how: DepartureKind
    what: string
    went_to: string
    letter_id: number | null
  }

  /** Downloads of whole lists: one row, not one for each student. */
  list_departures: {
    id: Generated<number>
    at: string
    user_id: number
    what: DownloadKind | 'everything'
    /** The number of rows of the list. */
    rows: number
  }

  /** The letters with which supporters got the notification of a term. */
  notices: {
    letter_id: number
    supporter_id: number
    year_id: number
    term_id: number
    sent_by: number
  }

  /** The records in such a letter, in its order. */
  notice_items: {
    id: Generated<number>
    letter_id: number
    student_id: number
    kind: 'report' | 'receipt'
    record_id: number
    /** The version that was approved: it is sent again only if it is approved again. */
    version: number
  }

  /** The unsaved input of a user in a form. */
  drafts: {
    user_id: number
    /** The form and its record. */
    key: string
    /** The input and the names of the chosen files, as JSON; empty once it was saved or discarded. */
    content: string
    version: number
    saved_at: string
  }

  /** Keys of bytes in the store, or being written to it, that have no row in `files`. Old ones are removed. */
  unowned_bytes: { key: string; since: string }

  /** The answers of creating calls with an Idempotency-Key, for a repeat of the same call. */
  creations: {
    user_id: number
    key: string
    /** The hash of the request. */
    request: string
    /** As JSON. */
    answer: string
    at: string
  }

  /** The backups that were started, and the result of each. */
  backups: {
    id: Generated<number>
    state: (typeof backupStates)[number]
    /** The day in Nairobi on which a nightly backup was due; null for a backup that a user started. */
    night: string | null
    started_at: string
    /** Null for nightly backups and those started from the shell. */
    started_by: number | null
    /** The time of its last heartbeat. */
    beat_at: string
    /** The current step and its progress. */
    step: (typeof backupSteps)[number]
    files_done: number
    files_total: number
    /** Its name at the backup destination. */
    name: string | null
    read_back_at: string | null
    /** The size of the whole backup, and of the part that had not been sent before. */
    bytes: number | null
    new_bytes: number | null
    /** A sentence that says why it is not good, or another warning. */
    reason: string | null
    /** Whether it is good, but failed to remove expired copies. */
    is_unpruned: Generated<number>
  }

  /** `lowest` is the lowest mark of each grade as a JSON list, the best grade first. */
  grade_scales: { id: Generated<number>; curriculum: CurriculumName; lowest: string }

  /** What this installation stores about itself; no backup contains it. */
  settings: {
    /**
     * `backups_elimu` identifies this installation at the place of its backups. `backups_since` says when nightly backups
     * were turned on; without it they are off. `backups_letters_at` says when administrators were last sent a letter
     * that no backup is good; empty if never.
     */
    name: 'backups_elimu' | 'backups_since' | 'backups_letters_at'
    value: string
  }

  /** The hashes of bytes in the store, which never change, so that a backup reads each file once. */
  stored_hashes: { key: string; sha256: string; bytes: number }

  /** The imports of sheets, each in one transaction. */
  imports: {
    id: Generated<number>
    kind: ImportKind
    /** The name of the sheet's file. */
    file: string | null
    created: number
    updated: number
    skipped: number
    at: string
    user_id: number
    undone_at: string | null
    undone_by: number | null
    /** As JSON, by row: the names of a student's files in the sheet. */
    file_names: string | null
  }

  /** The rows that an import added or changed, to undo it. */
  import_rows: {
    import_id: number
    entity: 'student' | 'user' | 'school' | 'cluster' | 'report' | 'receipt'
    entity_id: number
    /** The row of the sheet; null for schools and clusters that were added beside the rows. */
    row: number | null
    name: string
    ref: string | null
    /** The version of a student after the import: a student with another version has been changed since. */
    version: number | null
    /** The previous columns of a student, as JSON; null for a new row. */
    before: string | null
  }

  /** The meanings of headings and words in earlier imports, to suggest those of the next. */
  import_meanings: {
    kind: ImportKind
    /** The field of the word; empty for the heading of a column. */
    field: string
    said: string
    /** The choice or name for the word, or the field of the heading; null for a column that was left out. */
    meaning: string | null
  }

  history: {
    id: Generated<number>
    entity: string
    entity_id: number
    action: string
    /** `{ field: [old, new] }` as JSON. */
    changes: string
    user_id: number | null
    at: string
  }
}
