import { Box, Button, Flex, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCloudUpload, IconFileX } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import { studentFile } from '#contract/base/files.ts'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import zone from '../../../ui/file/DropZone.module.css'
import { DropZone } from '../../../ui/file/DropZone.tsx'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { plural } from '../../../ui/plural.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { useUndo } from '../../../ui/undo/useUndo.tsx'
import frame from '../../imports.module.css'
import { FileTable } from './FileTable.tsx'
import { type DroppedFile, type ImportFile, isOpen, isQueued, problemOf } from './ImportFile.ts'
import { useImportFiles } from './useImportFiles.ts'

/** Pictures and certificates of imported students, dropped together and matched by file name. */
export function ImportFiles({ importId }: { importId: number }) {
  const { files, taken, error, isLoaded, ...actions } = useImportFiles(importId)
  const undo = useUndo({ placement: 'page' })
  const leaveOut = (some: DroppedFile[]) => {
    actions.leaveOut(some)
    const [first] = some
    undo.offer({
      icon: IconFileX,
      done: 'Left out.',
      about: first && some.length === 1 ? first.item.title : plural(some.length, 'file'),
      undo: () => actions.putBack(some),
    })
  }
  return (
    <section className="el-card" aria-label="Add pictures and certificates">
      <CardHead
        title="Add pictures and certificates"
        about="Next step, now or later. Drop them all together; each goes to its student by its file name."
      />
      <Flex direction={{ base: 'column', lg: 'row' }} pt={1} bdrs="0 0 9px 9px" className="el-cells">
        <Box flex={{ lg: files.length > 0 ? '0 0 399px' : 1 }} p="18px var(--el-pad) 20px">
          {error && !isLoaded ? (
            <LoadFailure error={error} onRetry={actions.reload} />
          ) : (
            <ManyFiles isReady={isLoaded} onFiles={actions.take} />
          )}
          {files.length > 0 && <Progress files={files} />}
          {taken.length > 1 && (
            <Group gap="var(--el-s2)" mt={16}>
              <p className="el-sm">
                {taken.length} students already have such a file. It stays unless you replace it.
              </p>
              <Button variant="default" onClick={() => actions.replace(taken)}>
                Replace all {taken.length}
              </Button>
              <Button variant="subtle" onClick={() => leaveOut(taken)}>
                Leave them out
              </Button>
            </Group>
          )}
          <Text size="sm" c="gray" mt={16}>
            A file is matched by its ref, as in <Strong>EL-0413.jpg</Strong>, by the name given in the sheet,
            or by the student’s full name.
          </Text>
        </Box>
        {files.length > 0 && (
          <FileTable
            files={files}
            {...actions}
            onRemove={(file) => (isQueued(file) ? actions.cancel(file) : leaveOut([file]))}
          />
        )}
      </Flex>
      {undo.bar}
    </section>
  )
}

const Strong = ({ children }: { children: ReactNode }) => (
  <Box component="b" c="var(--el-ink)" className="el-strong">
    {children}
  </Box>
)

type ManyFilesProps = { isReady: boolean; onFiles: (files: File[]) => void }

function ManyFiles({ isReady, onFiles }: ManyFilesProps) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <VisuallyHidden>
        <label htmlFor={id}>Pictures and certificates</label>
      </VisuallyHidden>
      <DropZone
        id={id}
        picker={picker}
        kind={studentFile}
        isMultiple
        isPreparing={!isReady}
        isBad={false}
        describedBy={`${id}-hint`}
        onFiles={onFiles}
      >
        <Stack gap={0} align="center" ta="center" p="22px 18px" className={`${zone.zone} ${frame.text}`}>
          <IconCloudUpload size={30} color="var(--el-primary-ink)" aria-hidden />
          <Box component="b" fz="1rem" mt={8}>
            Drop many files here
          </Box>
          <span id={`${id}-hint`}>
            Pictures: JPEG, PNG or TIFF, up to 10 MB each
            <br />
            Certificates and result slips: PDF, up to 20 MB
          </span>
          {/* Keyboard users reach the file input instead. */}
          <Button
            mt={12}
            variant="default"
            aria-hidden
            tabIndex={-1}
            disabled={!isReady}
            onClick={() => picker.current?.click()}
          >
            Choose files
          </Button>
        </Stack>
      </DropZone>
    </>
  )
}

function Progress({ files }: { files: readonly ImportFile[] }) {
  const added = files.filter(({ state }) => state.is === 'safe').length
  const refused = files.filter(({ state }) => problemOf(state) !== undefined).length
  const open = files.filter(isOpen).length - refused
  const percent = Math.floor((added / files.length) * 100)
  const needs = open === 1 ? '1 needs a choice.' : `${open} need a choice.`
  return (
    <Box mt={18}>
      <Group justify="space-between" mb={6} className="el-ui el-ink-2 el-numbers">
        <Strong>
          {added} of {files.length} files added
        </Strong>
        <span>{percent}%</span>
      </Group>
      <Group>
        <ProgressBar label="All files" percent={percent} isTall />
      </Group>
      <Text component="output" display="block" size="sm" c="gray" mt={7}>
        {added < files.length
          ? `${open > 0 ? `${needs} ` : ''}${refused > 0 ? `${refused} refused. ` : ''}Keep this page open; files already added are safe.`
          : 'All files were added to their students.'}
      </Text>
    </Box>
  )
}
