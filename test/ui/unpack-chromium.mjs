import chromium from '@sparticuz/chromium';

// Unpacks the browser of the package into TMPDIR. With AWS_EXECUTION_ENV it unpacks the libraries too that a bare machine lacks.
process.stdout.write(await chromium.executablePath());
