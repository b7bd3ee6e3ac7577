/** The domain of the sample. */
export const sampleName = 'HALDEN.EXAMPLE';
