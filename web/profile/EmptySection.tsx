import { Text } from '@mantine/core'
import { type RecordKind, recordKinds } from '../records/recordKinds.ts'
import { ProfileSection } from './ProfileSection.tsx'
import { TaskButton, useMissing } from './StudentTasks.tsx'

type EmptySectionProps = { title: string; kind: RecordKind }

/** The section of a student who has no record of the kind, with the step that adds one. */
export function EmptySection({ title, kind }: EmptySectionProps) {
  const missing = useMissing(kind)
  return (
    <ProfileSection title={title} tools={missing && <TaskButton task={missing} />}>
      <Text size="ui" c="gray" mt={-6}>
        No {recordKinds[kind].name} yet.
      </Text>
    </ProfileSection>
  )
}
