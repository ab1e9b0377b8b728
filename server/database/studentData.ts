import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { HistoryEntry as ReadEntry } from '#contract/base/call.ts'
import type { Config } from '../config.ts'
import type { Db } from './connect.ts'
import type { Actor, Trx } from './history.ts'
import type { StudentEntity } from './studentEntities.ts'
import type { Tables } from './tables.ts'

/** A value that is a file in the export's ZIP. */
export type FileValue = { file: string; type: string }
/** An amount in shillings. */
type Money = { kes: number }
type Value = string | number | null | FileValue | Money
/** The fields of a row by their labels on the screens. A field may contain rows of its own. */
export type Entry = { [label: string]: Value | Entry[] }
export type Section = {
  title: string
  /** In English and Swahili. */
  note?: { en: string; sw: string }
  /** Whether the page shows one line for each day and person. */
  isByDay?: boolean
  entries: Entry[]
}

/** A change of a student or of what belongs to them. */
export type StudentEntry = ReadEntry & { entity: string; entity_id: number }

/** The student whose record is exported, by whom, and when. */
export type Collecting = {
  db: Db
  config: Config
  student_id: number
  actor: Actor
  now: Date
  history: StudentEntry[]
  /** The name of the person who asked for the export. */
  asked_by: string | undefined
  /** The file of a path in the ZIP. */
  fileOf: (path: string | null) => FileValue | null
}

export type Collected = {
  sections: Section[]
  /** The names of adults and of the student. They are not redacted, even if another child has two words of them. */
  people?: (string | null)[]
  /** The names of children who are in pictures with the student, or were, or in the same breach. */
  companions?: string[]
  /** For the list of changes: the titles of rows by id, and the ids of the only rows to list. */
  changes?: { titles?: Map<number, string>; only?: Set<number> }
}

/** The student whose record is anonymised: the row as it was, and the ref and every name that they have had. */
export type Forgotten = {
  student: Selectable<Tables['students']>
  order: { new_ref: string; drop_gender: number }
  texts: { ref: string; names: string[] }
  at: string
}

/** What a feature has removed that other features may quote: names of sheets, and captions with their picture. */
export type Traces = { sheets?: Set<string>; captions?: { id: number; title: string }[] }

/** A row with texts. `record_id` is null, or an id for `termsOf`. */
export type TextRow = { id: number; student_id: number; record_id: number | null } & Record<
  string,
  string | number | null
>

/** Selected for texts that belong to no record. */
export const noRecord = sql<number | null>`null`.as('record_id')

/** The rows of a table whose texts may name other children, except those that anonymising a student changes. */
export type TextRows = (db: Db, student_id: number) => SelectQueryBuilder<Tables, keyof Tables, TextRow>

/** The data of a feature about children: its part of an export, and how anonymising empties the remaining rows. */
export type StudentData = {
  collect?: (asked: Collecting) => Promise<Collected>
  /** Rows of tables whose rule is `deleted` are deleted afterwards. */
  forget?: (trx: Trx, forgotten: Forgotten) => Promise<Traces | void>
}

/** The data of an entity, whose changes are in the history of the student. */
export type EntityData = StudentData &
  Required<Pick<StudentData, 'collect'>> & {
    /** The name of the entity in an export: `Report card`. */
    title: string
    /** The labels of the fields in its history. */
    labels: Record<string, string>
    texts?: TextRows[]
    /** The terms of records: `Term 2, 2026`. */
    termsOf?: (db: Db, ids: number[]) => Promise<{ id: number; term: string }[]>
  }

/** The data of every feature, in the order of an export. */
export type AllStudentData = Record<StudentEntity, EntityData> & Readonly<Record<string, StudentData>>
