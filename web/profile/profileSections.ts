import {
  canAddDocuments,
  canSeeAccesses,
  canSeeFunding,
  canSeeHistory,
  canSeeOwnFunding,
} from '#contract/permissions.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import type { ProfileType } from '#contract/records/records.ts'
import { STUDENT_ACTIVE, type StudentProfile } from '#contract/students/students.ts'
import type { ProfileTab } from '../privacy/requests/profileOf.ts'

/** The sections of a profile that have links. */
export const sectionTitles = {
  academics: 'Academic Progress',
  finance: 'Financial Statements',
  funding: 'Funding',
  documents: 'Documents',
  history: 'History',
  looked: 'Who looked',
} as const
export type SectionId = keyof typeof sectionTitles

type Asked = { type: ProfileType; tab: ProfileTab | undefined }

/** The sections of a profile in their order: what the address asks for comes first. */
export function sectionsOf(
  { status, not_shared, liaison_id }: Pick<StudentProfile, 'status' | 'not_shared' | 'liaison_id'>,
  { id: user, role }: Pick<SessionUser, 'id' | 'role'>,
  { type, tab }: Asked,
): SectionId[] {
  if (not_shared.includes('progress')) return []
  const may: Record<SectionId, boolean> = {
    academics: true,
    finance: true,
    funding: canSeeFunding(role) || (canSeeOwnFunding(role) && liaison_id === user),
    documents: canAddDocuments(role) && status === STUDENT_ACTIVE,
    history: canSeeHistory(role),
    looked: canSeeAccesses(role) && tab === 'looked',
  }
  const order: SectionId[] =
    type === 'finance'
      ? ['finance', 'funding', 'documents', 'academics', 'history', 'looked']
      : ['academics', 'finance', 'funding', 'documents', 'history', 'looked']
  const asked = order.filter((section) => section === tab)
  return [...asked, ...order.filter((section) => section !== tab)].filter((section) => may[section])
}
