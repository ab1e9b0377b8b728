import { annualAcademic } from './annualAcademic.ts'
import { AnnualReport } from './AnnualReport.tsx'

export const AnnualAcademicPanel = () => <AnnualReport kind={annualAcademic} />
