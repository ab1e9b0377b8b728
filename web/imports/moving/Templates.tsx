import { Box, Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ImportKind } from '#contract/imports.ts'
import { canImport } from '#contract/permissions.ts'
import { tableOf } from '../../ui/export/Download.ts'
import { saveDownload, saveWorkbook } from '../../ui/export/saveDownload.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { template } from '../sheet/saveRows.ts'
import { stepName, stepOrder } from './firstLine.ts'
import classes from './MovingIn.module.css'

const COUNTS = { 4: 'four', 8: 'eight' }

/** One workbook with a sheet for each step that the user may import. */
export function AllTemplates() {
  const { role } = useSessionUser()
  const kinds = stepOrder.filter((kind) => canImport(role, kind))
  const saving = useMutation({
    mutationFn: () => {
      const tables = kinds.map((kind) => {
        const { download, rows } = template(kind)
        return [stepName(kind), tableOf(download, rows)]
      })
      return saveWorkbook('moving-in', Object.fromEntries(tables))
    },
    networkMode: 'always',
  })
  return (
    <Box mb={{ base: 14, sm: 0 }}>
      <Button
        variant="default"
        w={{ base: '100%', sm: 'auto' }}
        leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
        onClick={() => saving.mutate()}
      >
        Template with all {COUNTS[kinds.length as keyof typeof COUNTS]} sheets
      </Button>
      {saving.error && <LoadFailure error={saving.error} onRetry={() => saving.mutate()} />}
    </Box>
  )
}

/** The link to the template of one step. */
export function TemplateLink({ kind }: { kind: ImportKind }) {
  const saving = useMutation({
    mutationFn: () => {
      const { download, rows } = template(kind)
      return saveDownload(download, 'xlsx', rows)
    },
    networkMode: 'always',
  })
  return (
    <>
      <button
        type="button"
        className={classes.template}
        aria-label={`Template of ${stepName(kind)}`}
        onClick={() => saving.mutate()}
      >
        Template
      </button>
      {saving.error && (
        <Box mt="s2">
          <LoadFailure error={saving.error} onRetry={() => saving.mutate()} />
        </Box>
      )}
    </>
  )
}
