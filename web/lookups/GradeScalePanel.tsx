import { Box, Button, Group, SimpleGrid, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { curriculumOf } from '#contract/records/curricula.ts'
import { type GradeScale, gradeScaleForm, scaledGrades } from '#contract/records/gradeScales.ts'
import { canSetGradeScales } from '#contract/permissions.ts'
import { MARK_MAX } from '#contract/records/reportCards.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { GradeScaleSkeleton, ScaleCards } from './GradeScaleSkeleton.tsx'
import { gradeScalesQuery, setGradeScale } from './lookupApi.ts'

/** The charity's own marks for each grade, from which the form of a report card proposes grades. */
export function GradeScalePanel() {
  const { data, error, refetch } = useQuery(gradeScalesQuery)
  const [editing, setEditing] = useState<GradeScale>()
  return (
    <>
      <PageHead title="Grade Scale" />
      <Text className="el-body" c="gray" mb="s4">
        The form of a report card proposes the grade of each mark. A grade that was typed stays.
      </Text>
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <GradeScaleSkeleton />}
      <ScaleCards>
        {data?.map((scale) => (
          <ScaleCard key={scale.curriculum} scale={scale} onEdit={() => setEditing(scale)} />
        ))}
      </ScaleCards>
      {editing && <ScaleForm scale={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

function ScaleCard({ scale, onEdit }: { scale: GradeScale; onEdit: () => void }) {
  const { role } = useSessionUser()
  const { curriculum, lowest } = scale
  const isSet = lowest.length > 0
  return (
    <Box component="section" className="el-card" p="var(--el-pad-y) var(--el-pad)" aria-label={curriculum}>
      <Group justify="space-between" mih="var(--el-ctl)">
        <h2 className="el-h3">{curriculum}</h2>
        {canSetGradeScales(role) && (
          <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
            {isSet ? 'Change' : 'Set'}
            <VisuallyHidden>&nbsp;the scale of {curriculum}</VisuallyHidden>
          </Button>
        )}
      </Group>
      {isSet ? (
        <Box component="dl" className="el-ruled el-ui" mt="s2">
          {scaledGrades(curriculum).map((grade, index) => (
            <Group key={grade} justify="space-between" py={7}>
              <dt className="el-strong">{grade}</dt>
              <dd className="el-numbers">{marksOf(lowest, index)}</dd>
            </Group>
          ))}
        </Box>
      ) : (
        <Text className="el-ui" c="dimmed" mt="s2">
          Not set: no {curriculumOf(curriculum).gradeWord.toLowerCase()} is proposed.
        </Text>
      )}
    </Box>
  )
}

/** `75 to 79.9` */
function marksOf(lowest: readonly number[], index: number): string {
  const better = lowest[index - 1]
  const highest = better === undefined ? MARK_MAX : Math.round(better * 10 - 1) / 10
  return `${lowest[index]} to ${highest}`
}

function ScaleForm({ scale, onClose }: { scale: GradeScale; onClose: () => void }) {
  const { curriculum, lowest } = scale
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries(gradeScalesQuery)
  const grades = scaledGrades(curriculum)
  return (
    <FormModal
      title={`Grade scale of ${curriculum}`}
      initialValues={{ curriculum, lowest: grades.map((_, index) => String(lowest[index] ?? '')) }}
      schema={gradeScaleForm}
      save={(form, transfer) => setGradeScale({ ...form, seen: lowest }, transfer)}
      onSaved={refresh}
      onFailed={refresh}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p className="el-sm el-ink-2">
            The lowest mark of each {curriculumOf(curriculum).gradeWord.toLowerCase()}. Leave all empty to
            propose none.
          </p>
          <SimpleGrid cols={2} spacing="s3" verticalSpacing={10}>
            {grades.map((grade, index) => (
              <TextInput
                key={grade}
                label={grade}
                inputMode="decimal"
                autoComplete="off"
                classNames={{ input: 'el-numbers' }}
                {...form.getInputProps(`lowest.${index}`)}
              />
            ))}
          </SimpleGrid>
        </>
      )}
    </FormModal>
  )
}
