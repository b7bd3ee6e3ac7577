import type { EstatePlan } from '../plan.js';

export interface Place {
  /** Upper case; part of host and group names. */
  readonly code: string;
  readonly name: string;
}

/** The first department runs the computers, the last one takes part in the projects. */
const DEPARTMENTS: readonly Place[] = [
  { code: 'IT', name: 'Information Technology' },
  { code: 'FIN', name: 'Finance' },
  { code: 'SALES', name: 'Sales' },
  { code: 'HR', name: 'Human Resources' },
  { code: 'LEGAL', name: 'Legal' },
  { code: 'MKT', name: 'Marketing' },
  { code: 'PROD', name: 'Production' },
  { code: 'LOG', name: 'Logistics' },
  { code: 'PURCH', name: 'Purchasing' },
  { code: 'QA', name: 'Quality' },
  { code: 'FAC', name: 'Facilities' },
  { code: 'RND', name: 'Research' },
];

const SITES: readonly Place[] = [
  { code: 'OSL', name: 'Oslo' },
  { code: 'BGO', name: 'Bergen' },
  { code: 'CPH', name: 'Copenhagen' },
  { code: 'GOT', name: 'Gothenburg' },
  { code: 'HEL', name: 'Helsinki' },
  { code: 'REK', name: 'Reykjavik' },
  { code: 'TRD', name: 'Trondheim' },
  { code: 'AAR', name: 'Aarhus' },
];

/** Number of the department that runs the computers. */
export const IT = 0;

function firstOf(list: readonly Place[], count: number, least: number, what: string): readonly Place[] {
  if (count < least || count > list.length) {
    throw new RangeError(`${what} must be ${least} to ${list.length}, got ${count}`);
  }
  return list.slice(0, count);
}

function at(list: readonly Place[], index: number): Place {
  const place = list[index % list.length];
  if (place === undefined) throw new RangeError('there is no such place');
  return place;
}

/** Departments and sites of the company. A section is one department at one site. */
export class Places {
  readonly departments: readonly Place[];
  readonly sites: readonly Place[];
  readonly sections: number;

  constructor({ sizes }: EstatePlan) {
    this.departments = firstOf(DEPARTMENTS, sizes.departments, 3, 'departments');
    this.sites = firstOf(SITES, sizes.sites, 1, 'sites');
    this.sections = this.departments.length * this.sites.length;
  }

  department(index: number): Place {
    return at(this.departments, index);
  }

  site(index: number): Place {
    return at(this.sites, index);
  }

  /** Sections count through the departments of the first site, then of the second ... */
  departmentOfSection(section: number): number {
    return section % this.departments.length;
  }

  siteOfSection(section: number): number {
    return Math.floor(section / this.departments.length) % this.sites.length;
  }
}
