import { Box, Group, Text } from '@mantine/core'
import { Fragment } from 'react'
import {
  canEditReportCards,
  canEditStudents,
  canSearch,
  canSeeImports,
  canVerifyRecords,
} from '#contract/permissions.ts'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { keyWords } from './keyboard.ts'

type Section = {
  title: string
  may: (role: number) => boolean
  /** Each meaning with its keys, any of which works: `J` or `→`. */
  keys: [meaning: string, keys: string[], may?: (role: number) => boolean][]
}

const everyone = () => true

const sections: Section[] = [
  {
    title: 'Everywhere',
    may: everyone,
    keys: [
      ['Search', ['Ctrl K'], canSearch],
      ['Keyboard shortcuts', ['?']],
      ['Close a dialog or a menu', ['Esc']],
    ],
  },
  {
    title: 'Search',
    may: canSearch,
    keys: [
      ['Next or previous result', ['↓', '↑']],
      ['Open the result', ['Enter']],
    ],
  },
  {
    title: 'Forms',
    may: everyone,
    keys: [
      ['Save', ['Ctrl Enter']],
      ['Save and add another', ['Ctrl Shift Enter'], canEditStudents],
    ],
  },
  {
    title: 'Marks and receipt items',
    may: canEditReportCards,
    keys: [
      ['Next empty field; after the last one, a new row', ['Enter']],
      ['Select a grade', ['its letters, as in B −']],
    ],
  },
  {
    title: 'Photographed papers',
    may: canEditStudents,
    keys: [
      ['Move the focused corner', ['←', '→', '↑', '↓']],
      ['Move it further', ['Shift ←', 'Shift →', 'Shift ↑', 'Shift ↓']],
      ['Move the focused page', ['←', '→']],
    ],
  },
  {
    title: 'Values of an import',
    may: canSeeImports,
    keys: [
      ['Next or previous question', ['↓', '↑']],
      ['Next or previous answer', ['→', '←']],
      ['Take the focused answer, and go to the next question', ['Enter']],
      ['Undo', ['U']],
    ],
  },
  {
    title: 'Verifying',
    may: canVerifyRecords,
    keys: [
      ['Next record', ['J', '→']],
      ['Previous record', ['K', '←']],
      ['Verify', ['V']],
      ['Return', ['R']],
      ['Send the remark of a return', ['Ctrl Enter']],
      ['Undo', ['U']],
      ['Resize marks and paper, on the handle', ['←', '→']],
    ],
  },
  {
    title: 'Gallery',
    may: everyone,
    keys: [
      ['Next picture or video', ['→']],
      ['Previous picture or video', ['←']],
      ['Enlarge or reduce a picture', ['+', '-']],
    ],
  },
]

/** The keyboard shortcuts of the parts that the user may use. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const life = useModalLife(onClose)
  const { role } = useSessionUser()
  return (
    <ModalFrame life={life} title="Keyboard shortcuts" shape="wide">
      <Box className={frame.body ?? ''} style={{ columns: '280px 2', columnGap: 40 }}>
        {sections
          .filter(({ may }) => may(role))
          .map(({ title, keys }) => (
            <Box component="section" key={title} mb={20} style={{ breakInside: 'avoid' }}>
              <Text component="h3" fz="ui" fw={600} mb={2}>
                {title}
              </Text>
              <dl className="el-ruled">
                {keys
                  .filter(([, , may = everyone]) => may(role))
                  .map(([meaning, choices]) => (
                    <Group key={meaning} justify="space-between" wrap="nowrap" py={6}>
                      <Text component="dt" fz="ui" c="gray">
                        {meaning}
                      </Text>
                      <Box component="dd" fz="ui" ta="right" style={{ whiteSpace: 'nowrap' }}>
                        <Choices keys={choices} />
                      </Box>
                    </Group>
                  ))}
              </dl>
            </Box>
          ))}
      </Box>
    </ModalFrame>
  )
}

const Choices = ({ keys }: { keys: string[] }) =>
  keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && ' or '}
      <Keys words={key.startsWith('its ') ? [] : keyWords(key).split(' ')}>{key}</Keys>
    </Fragment>
  ))

/** Keys that are pressed together, or else the words that describe them. */
const Keys = ({ words, children }: { words: string[]; children: string }) =>
  words.length === 0
    ? children
    : words.map((word, index) => (
        <Fragment key={word}>
          {index > 0 && ' '}
          <kbd className="el-key">{word}</kbd>
        </Fragment>
      ))
